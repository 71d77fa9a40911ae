/* bfs.c - breadth-first search: how many edges each vertex is from the first
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of the graph of bfs.h. Level by level: in level L the threads look at all
 * vertices, those at distance L give all their neighbours that have none yet
 * the distance L + 1, and a barrier ends the level. All hardware warps take
 * part in all levels.
 *
 * Two races, and why they do no harm: threads that find the same vertex in one
 * level all store the same value; and a thread that looks at a vertex just
 * found reads L + 1 or that it has not been found, and in level L does nothing
 * in either case. That something was found is said in one of three words in
 * turn, so that clearing one for the next level meets nobody who reads or sets
 * it.
 */
#include "bfs.h"

#ifndef SUITE_HOST
#include "bfs.data.h"

struct bfs {
	const uint32_t *first, *targets;
	volatile uint32_t *distance;
	/* three words, of which level L sets L % 3 */
	volatile uint32_t *found;
};

static void visit(const struct bfs *b, uint32_t v, uint32_t level,
		  uint32_t turn)
{
	uint32_t edge = b->first[v], end = b->first[v + 1];

	__while(edge < end) {
		uint32_t target = b->targets[edge++];

		__if(b->distance[target] == FAR) {
			b->distance[target] = level + 1;
			b->found[turn] = 1;
		} __endif
	} __endwhile
}

static void search(uint32_t tid, uint32_t wid)
{
	const struct bfs *b = vx_get_arg();
	uint32_t threads = ww_num_threads(), warps = ww_num_warps();
	uint32_t turn = 0, more, level = 0;

	do {
		uint32_t next = turn == 2 ? 0 : turn + 1;

		if (wid == 0)
			b->found[next] = 0;
		for (uint32_t base = wid * threads; base < VERTICES;
		     base += warps * threads) {
			uint32_t v = base + tid;

			__if(v < VERTICES) {
				__if(b->distance[v] == level) {
					visit(b, v, level, turn);
		} __endif
			} __endif
		}
		vx_barrier(0, warps);
		more = ww_same(b->found[turn]);
		turn = next;
		level++;
	} while (more);
}

int main(void)
{
	static uint32_t distance[VERTICES], found[3];
	struct bfs args = { first, targets, distance, found };
	uint32_t start;

	for (uint32_t v = 1; v < VERTICES; v++)
		distance[v] = FAR;
	start = ww_cycle();
	vx_spawnWarps(ww_num_warps(), ww_num_threads(), search, &args);
	suite_cycles("bfs", ww_cycle() - start);
	return suite_finish("bfs", distance, want, VERTICES);
}

#endif
