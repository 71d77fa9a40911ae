/* read_bench.c - cycles in which all cores read memory, a line for each load
 * SPDX-License-Identifier: Apache-2.0
 *
 * -DWARPS=N: hardware warps of all cores, of four threads. -DLINES=N: lines
 * of 64 bytes that a thread reads, -DROUNDS=N: how often. Each load reads a
 * line of its own, so a line is four beats of a bus of 128 bits. Runs twice and
 * prints the cycles of both, the request included; the lines are in a
 * second-level cache at the second time, if it holds them all.
 */
#include "warpwright.h"
#include "vx.h"

#ifndef WARPS
#define WARPS 32
#endif
#ifndef LINES
#define LINES 64
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

enum { THREADS = 4, WORDS = 16, READERS = WARPS * THREADS };

static volatile uint32_t lines[READERS * LINES * WORDS]
	__attribute__((aligned(64)));
static uint32_t sum[READERS];

static void work(uint32_t tid, uint32_t wid)
{
	const uint32_t me = wid * THREADS + tid;
	const volatile uint32_t *p = lines + me * WORDS;
	uint32_t s = 0;

	for (int round = 0; round < ROUNDS; round++)
#pragma GCC unroll 8
		for (int i = 0; i < LINES; i++)
			s += p[i * READERS * WORDS];
	sum[me] = s;
}

int main(void)
{
	uint32_t wrong = 0;

	for (int time = 0; time < 2; time++) {
		uint32_t then = ww_cycle();
		vx_spawnWarps(WARPS, THREADS, work, 0);
		ww_print_uint(ww_cycle() - then);
		ww_puts(time ? " again, " : " cycles, ");
	}
	ww_print_uint(READERS * LINES * ROUNDS);
	ww_puts(" lines each\n");
	for (int i = 0; i < READERS; i++)
		wrong |= sum[i];
	return wrong != 0;
}
