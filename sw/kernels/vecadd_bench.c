/* vecadd_bench.c - z = x + y over 1024 elements, from filling to checking,
 * by all threads
 * SPDX-License-Identifier: Apache-2.0
 *
 * Made to be measured: prints nothing, exits with 0 if the sums of z are right.
 * All threads take part in all phases; neighbouring threads touch neighbouring
 * words.
 */
#include "warpwright.h"

enum { COUNT = 1024 };

/* On lines of their own, as an allocator would place them. */
static uint32_t x[COUNT] __attribute__((aligned(64)));
static uint32_t y[COUNT] __attribute__((aligned(64)));
static uint32_t z[COUNT] __attribute__((aligned(64)));
static uint32_t wrong;

static void phase_ends(void)
{
	ww_fence();
	ww_bar(0, ww_num_warps());
}

/* Elements FIRST, FIRST + STEP ... are this thread's. */
static void fill(uint32_t first, uint32_t step)
{
	uint32_t *px = x + first, *py = y + first;

	for (uint32_t i = first; i < COUNT; i += step, px += step, py += step) {
		*px = i;
		*py = 5 - 3 * i;
	}
}

/* The sum of what it writes. */
static uint32_t add(uint32_t first, uint32_t step)
{
	const uint32_t *px = x + first, *py = y + first;
	uint32_t *pz = z + first, sum = 0;

	for (; px < x + COUNT; px += step, py += step, pz += step) {
		*pz = *px + *py;
		sum += *pz;
	}
	return sum;
}

/* Of 5 - 2 i over the elements. */
static uint32_t right_sum(uint32_t first, uint32_t step)
{
	uint32_t n = COUNT / step;

	return n * (5 - 2 * first) - step * n * (n - 1);
}

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	uint32_t threads = ww_num_threads();
	uint32_t first = wid * threads + tid, step = ww_num_warps() * threads;

	(void)arg;
	fill(first, step);
	phase_ends();
	__if(add(first, step) != right_sum(first, step)) {
		wrong = 1;
	} __endif
}

int main(void)
{
	ww_spawn(ww_num_warps(), ww_num_threads(), kernel, NULL);
	return (int)wrong;
}
