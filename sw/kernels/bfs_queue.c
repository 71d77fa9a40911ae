/* bfs_queue.c - breadth-first search with a queue of the vertices just found
 * SPDX-License-Identifier: Apache-2.0
 *
 * The graph and the result of bfs.c. There the threads look at all vertices in
 * each level; here at those alone that the level before has found. Whoever
 * makes a vertex's distance other than FAR, by compare and swap, is its only
 * finder, and takes the next place of the queue by an atomic addition. All
 * hardware warps take part in all levels; a barrier ends each.
 */
#include "bfs.h"

#ifndef SUITE_HOST
#include "bfs_queue.data.h"
#include "vx_atomic.h"

struct bfs {
	const uint32_t *first, *targets;
	uint32_t *distance;
	volatile uint32_t *queue, *tail;
};

static void visit(const struct bfs *b, uint32_t v, uint32_t level)
{
	uint32_t edge = b->first[v], end = b->first[v + 1];

	__while(edge < end) {
		uint32_t target = b->targets[edge++];

		__if(atomicCAS(&b->distance[target], FAR, level) == FAR) {
			uint32_t place = atomicAdd(b->tail, 1);

			b->queue[place] = target;
		} __endif
	} __endwhile
}

static void search(uint32_t tid, uint32_t wid)
{
	const struct bfs *b = vx_get_arg();
	uint32_t threads = ww_num_threads(), warps = ww_num_warps();
	uint32_t begin = 0, end = 1, level = 0;

	while (begin < end) {
		level++;
		for (uint32_t base = begin + wid * threads; base < end;
		     base += warps * threads) {
			uint32_t i = base + tid;

			__if(i < end) {
				visit(b, b->queue[i], level);
			} __endif
		}
		vx_barrier(0, warps);
		begin = end;
		end = ww_same(*b->tail);
		vx_barrier(1, warps);
	}
}

int main(void)
{
	static uint32_t distance[VERTICES], queue[VERTICES], tail = 1;
	struct bfs args = { first, targets, distance, queue, &tail };
	uint32_t start;

	for (uint32_t v = 1; v < VERTICES; v++)
		distance[v] = FAR;
	start = ww_cycle();
	vx_spawnWarps(ww_num_warps(), ww_num_threads(), search, &args);
	suite_cycles("bfs_queue", ww_cycle() - start);
	return suite_finish("bfs_queue", distance, want, VERTICES);
}

#endif
