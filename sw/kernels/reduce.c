/* reduce.c - the sum of a vector
 * SPDX-License-Identifier: Apache-2.0
 *
 * N elements. Each thread adds up its own, four at a time, so that it waits for
 * memory once for all of them. The threads of a warp exchange their sums in
 * log2 T steps, each with the thread whose number differs in one bit, so that
 * in the end all have the sum of the warp; and behind a barrier warp 0 does the
 * same with the sums of the warps.
 */
#include "suite.h"

#ifndef N
#define N 4000
#endif

#ifdef SUITE_HOST

static uint32_t x[N], want;

int main(void)
{
	for (uint32_t i = 0; i < N; i++) {
		x[i] = suite_random(i);
		want += x[i];
	}
	emit("x", x, N);
	emit("want", &want, 1);
	return 0;
}

#else
#include "reduce.data.h"

struct reduce {
	const uint32_t *x;
	uint32_t n, warps;
	uint32_t *room;   /* a word per thread */
	uint32_t *sums;   /* a word per warp */
	uint32_t *result;
};

/* The sum of VALUE over the threads of a warp. ROOM has a word for each. */
static inline __attribute__((always_inline)) uint32_t
warp_sum(uint32_t tid, uint32_t value, uint32_t *room)
{
	for (uint32_t step = ww_num_threads() / 2; step > 0; step /= 2) {
		room[tid] = value;
		suite_together();
		value += room[tid ^ step];
		suite_together();
	}
	return value;
}

static inline __attribute__((always_inline)) uint32_t strided_sum(
	const uint32_t *x, uint32_t n, uint32_t row, uint32_t tid,
	uint32_t step)
{
	uint32_t threads = ww_num_threads(), i = row + tid, sum = 0;

	for (; row + 3 * step + threads <= n; row += 4 * step, i += 4 * step)
		sum += (x[i] + x[i + step]) +
		       (x[i + 2 * step] + x[i + 3 * step]);
	for (; row + threads <= n; row += step, i += step)
		sum += x[i];
	__if(i < n) {
		sum += x[i];
	} __endif
	return sum;
}

static void reduce(uint32_t tid, uint32_t wid)
{
	const struct reduce *r = vx_get_arg();
	uint32_t threads = ww_num_threads(), warps = r->warps;
	uint32_t *room = r->room + wid * threads;
	uint32_t sum = strided_sum(r->x, r->n, wid * threads, tid,
				   warps * threads);

	r->sums[wid] = warp_sum(tid, sum, room);
	suite_meet(warps);
	if (wid == 0) {
		sum = strided_sum(r->sums, warps, 0, tid, threads);
		*r->result = warp_sum(tid, sum, room);
	}
}

int main(void)
{
	static uint32_t ram[1024 + 32];
	uint32_t warps = ww_num_warps(), threads = ww_num_threads(), result;
	uint32_t *room = suite_scratch((warps * threads + warps) * 4, ram);
	struct reduce args = { x,      N, warps, room, room + warps * threads,
			       &result };
	uint32_t start = ww_cycle();

	/* By a pointer: in a loop of its own it has too few registers. */
	vx_spawnWarps(warps, threads, (reduce), &args);
	suite_cycles("reduce", ww_cycle() - start);
	return suite_finish("reduce", &result, want, 1);
}

#endif
