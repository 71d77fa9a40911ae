/* bitonic_large.c - sort a vector in memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * N elements, sorted as bitonic.h says. Steps over long distances go through
 * memory, each a request of its own with a software warp for every T pairs.
 * What happens within a block of BLOCK elements, which are the first steps and
 * the last of each merge, is done in shared memory by a warp alone, at once.
 */
#ifndef N
#define N 500
#endif
#ifndef BLOCK
#define BLOCK 64 /* a power of two */
#endif

#include "bitonic.h"

#ifndef SUITE_HOST
#include "bitonic_large.data.h"

struct sort {
	uint32_t *x;
	uint32_t n, warps;
	uint32_t distance, other; /* of a step in memory */
	/* 1: steps in a block sort it; else they end a merge */
	uint32_t run;
	uint32_t *room;           /* BLOCK words for each warp */
};

static void step_in_memory(uint32_t tid, uint32_t wid)
{
	const struct sort *s = vx_get_arg();

	bitonic_pair(s->x, s->n, wid * ww_num_threads() + tid, s->distance,
		     s->other);
}

static void copy(uint32_t *to, const uint32_t *from, uint32_t n, uint32_t tid)
{
	for (uint32_t first = 0; first < n; first += ww_num_threads()) {
		__if(first + tid < n) {
			to[first + tid] = from[first + tid];
		} __endif
	}
}

/* Steps from run RUN on, or only those of distances below BLOCK that end a
 * merge. */
static void sort_block(uint32_t *x, uint32_t n, uint32_t run, uint32_t tid)
{
	for (; run <= BLOCK / 2; run *= 2)
		for (uint32_t j = run; j > 0; j /= 2) {
			suite_together();
			for (uint32_t p = 0; p < BLOCK / 2;
			     p += ww_num_threads())
				bitonic_pair(x, n, p + tid, j,
					     j == run ? bitonic_mirror(j) : j);
		}
}

static void end_merge(uint32_t *x, uint32_t n, uint32_t tid)
{
	for (uint32_t j = BLOCK / 2; j > 0; j /= 2) {
		suite_together();
		for (uint32_t p = 0; p < BLOCK / 2; p += ww_num_threads())
			bitonic_pair(x, n, p + tid, j, j);
	}
}

static void steps_in_blocks(uint32_t tid, uint32_t wid)
{
	const struct sort *s = vx_get_arg();
	uint32_t *room = s->room + wid * BLOCK;

	for (uint32_t at = wid * BLOCK; at < s->n; at += s->warps * BLOCK) {
		uint32_t n = s->n - at < BLOCK ? s->n - at : BLOCK;

		copy(room, s->x + at, n, tid);
		if (s->run == 1)
			sort_block(room, n, 1, tid);
		else
			end_merge(room, n, tid);
		suite_together();
		copy(s->x + at, room, n, tid);
		suite_together();
	}
}

static void sort(struct sort *s)
{
	uint32_t size = bitonic_size(s->n), threads = ww_num_threads();

	s->run = 1;
	vx_spawnWarps(s->warps, threads, steps_in_blocks, s);
	for (s->run = BLOCK; s->run < size; s->run *= 2) {
		for (s->distance = s->run; s->distance >= BLOCK;
		     s->distance /= 2) {
			s->other = s->distance == s->run ?
					   bitonic_mirror(s->run) :
					   s->distance;
			vx_spawnWarps((size / 2 + threads - 1) / threads,
				      threads, step_in_memory, s);
		}
		vx_spawnWarps(s->warps, threads, steps_in_blocks, s);
	}
}

int main(void)
{
	static uint32_t ram[32 * BLOCK];
	uint32_t warps = ww_num_warps(), start = ww_cycle();
	struct sort args = {
		x, N, warps, 0, 0, 0, suite_scratch(warps * BLOCK * 4, ram)
	};

	sort(&args);
	suite_cycles("bitonic_large", ww_cycle() - start);
	return suite_finish("bitonic_large", x, want, N);
}

#endif
