/* bitonic_small.c - sort a vector that fits in shared memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * N elements. All warps bring them to shared memory, sort them there
 * (bitonic.h) and take them back. In a step the threads of a warp have adjacent
 * pairs. As long as distances are at most T, a warp stays within the same 2 T
 * elements; only before and behind longer steps do warps meet at the barrier.
 */
#ifndef N
#define N 200
#endif

#include "bitonic.h"

#ifndef SUITE_HOST
#include "bitonic_small.data.h"

struct sort {
	uint32_t *x;
	uint32_t n, size, warps; /* size: a power of two */
	uint32_t *room;          /* n words */
};

static void copy(uint32_t *to, const uint32_t *from, const struct sort *s,
		 uint32_t me, uint32_t all)
{
	for (uint32_t first = 0; first < s->n; first += all) {
		__if(first + me < s->n) {
			to[first + me] = from[first + me];
		} __endif
	}
}

static void bitonic_small(uint32_t tid, uint32_t wid)
{
	const struct sort *s = vx_get_arg();
	uint32_t threads = ww_num_threads(), all = s->warps * threads, far = 1;

	copy(s->room, s->x, s, wid * threads + tid, all);
	for (uint32_t run = 1; run < s->size; run *= 2)
		for (uint32_t j = run; j > 0; j /= 2) {
			uint32_t other = j == run ? bitonic_mirror(j) : j;

			if (far | (j > threads))
				suite_meet(s->warps);
			far = j > threads;
			suite_together();
			for (uint32_t p = wid * threads; p < s->size / 2;
			     p += all)
				bitonic_pair(s->room, s->n, p + tid, j, other);
		}
	suite_meet(s->warps);
	copy(s->x, s->room, s, wid * threads + tid, all);
}

int main(void)
{
	static uint32_t ram[N];
	uint32_t warps = ww_num_warps(), start = ww_cycle();
	struct sort args = { x, N, bitonic_size(N), warps,
			     suite_scratch(N * 4, ram) };

	vx_spawnWarps(warps, ww_num_threads(), bitonic_small, &args);
	suite_cycles("bitonic_small", ww_cycle() - start);
	return suite_finish("bitonic_small", x, want, N);
}

#endif
