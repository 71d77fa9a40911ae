/* rowsum.c - sums and running sums of short rows, by memory and by shuffles
 * SPDX-License-Identifier: Apache-2.0
 *
 * ROWS rows of LENGTH elements, a row for a warp at a time; LENGTH is a
 * multiple of the threads of a warp. In each piece of a row as long as the warp
 * the threads add up what they hold: each needs the sum of those before it, and
 * all need the sum of all. Once they exchange it through words of scratch
 * memory, once through their registers (isa.shfl); the cycles of both are told.
 */
#include "scan.h"

#ifndef ROWS
#define ROWS 64
#endif
#ifndef LENGTH
#define LENGTH 64
#endif

#ifdef SUITE_HOST

static uint32_t x[ROWS * LENGTH], want[ROWS * LENGTH];

int main(void)
{
	for (uint32_t row = 0; row < ROWS; row++)
		for (uint32_t i = row * LENGTH, sum = 0, k = 0; k < LENGTH;
		     k++, i++) {
			x[i] = suite_random(i);
			sum += x[i];
			want[i] = sum;
		}
	emit("x", x, ROWS * LENGTH);
	emit("want", want, ROWS * LENGTH);
	return 0;
}

#else
#include "rowsum.data.h"

struct rowsum {
	uint32_t *out;
	uint32_t warps;
	uint32_t *room; /* SCAN_ROOM for each warp */
};

/* The sum of VALUE over the threads up to this one, as scan_threads. */
static inline __attribute__((always_inline)) uint32_t
by_shuffles(uint32_t tid, uint32_t value, uint32_t *total)
{
	uint32_t threads = ww_num_threads();

	for (uint32_t step = 1; step < threads; step *= 2) {
		uint32_t before = ww_shfl_up(value, step, threads);

		value += before & (0u - (tid >= step));
	}
	*total = ww_shfl(value, threads - 1, threads);
	return value;
}

static inline __attribute__((always_inline)) void
rows(uint32_t tid, uint32_t wid, int shuffles)
{
	const struct rowsum *r = vx_get_arg();
	uint32_t threads = ww_num_threads(), warps = r->warps;
	uint32_t *room = r->room + wid * SCAN_ROOM(threads);

	scan_begin(tid, room);
	suite_together();
	for (uint32_t row = wid; row < ROWS; row += warps) {
		const uint32_t *in = x + row * LENGTH + tid;
		uint32_t *out = r->out + row * LENGTH + tid, carry = 0, total;

		for (uint32_t k = 0; k < LENGTH; k += threads) {
			uint32_t value = in[k];
			uint32_t sum = shuffles ?
				by_shuffles(tid, value, &total) :
				value + scan_threads(tid, value, room, &total);

			out[k] = carry + sum;
			carry += total;
		}
	}
}

static void memory_rows(uint32_t tid, uint32_t wid)
{
	rows(tid, wid, 0);
}

static void shuffle_rows(uint32_t tid, uint32_t wid)
{
	rows(tid, wid, 1);
}

int main(void)
{
	static uint32_t ram[SCAN_ROOM(1024)], out[2][ROWS * LENGTH];
	uint32_t warps = ww_num_warps(), threads = ww_num_threads(), start;
	struct rowsum args = { out[0], warps,
			       suite_scratch(warps * SCAN_ROOM(threads) * 4,
					     ram) };

	start = ww_cycle();
	vx_spawnWarps(warps, threads, memory_rows, &args);
	suite_cycles("rowsum by memory", ww_cycle() - start);
	args.out = out[1];
	start = ww_cycle();
	vx_spawnWarps(warps, threads, shuffle_rows, &args);
	suite_cycles("rowsum by shuffles", ww_cycle() - start);
	return suite_finish("rowsum by memory", out[0], want, ROWS * LENGTH) |
	       suite_finish("rowsum by shuffles", out[1], want, ROWS * LENGTH);
}

#endif
