/* chain_bench.c - cycles of a load that depends on the one before
 * SPDX-License-Identifier: Apache-2.0
 *
 * -DBYTES=N: the chain of pointers, one in each line of 64 bytes, walks over so
 * much memory. One thread of core 0 follows it twice and prints the cycles a
 * load of both, in hundredths. A data cache that is larger than the chain hits
 * at the second time; else it misses, and a second-level cache may hit.
 */
#include "warpwright.h"

#ifndef BYTES
#define BYTES 16384
#endif

enum { LINE = 64, LINES = BYTES / LINE, STEP = 37 };

static struct line {
	struct line *next;
	char rest[LINE - sizeof(struct line *)];
} lines[LINES] __attribute__((aligned(LINE)));

int main(void)
{
	struct line *volatile end;

	/* Neighbours in the chain are STEP lines apart. */
	for (int i = 0; i < LINES; i++)
		lines[i].next = &lines[(i + STEP) % LINES];
	for (int time = 0; time < 2; time++) {
		struct line *p = lines;
		uint32_t then = ww_cycle();

#pragma GCC unroll 16
		for (int i = 0; i < LINES; i++)
			p = p->next;
		end = p;
		ww_print_uint((ww_cycle() - then) * 100 / LINES);
		ww_puts(time ? " again\n" : " hundredths of a cycle each, ");
	}
	return end != lines;
}
