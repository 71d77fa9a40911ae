/* rows.h - what the kernels of sums of rows have in common
 * SPDX-License-Identifier: Apache-2.0
 *
 * ROWS rows of LENGTH elements (of the type term). All threads of the core work
 * on a row together, so that they have to exchange something for every few
 * elements. The same is done in four ways, and the cycles of each are told:
 *
 *	plain     through words of scratch memory, which one thread adds up
 *	barriers  in log2 steps over all threads of the core, through scratch
 *		  memory with a barrier in each step, as is usual where nothing
 *		  is known of warps
 *	memory    in log2 steps over the threads of a warp, which need no
 *		  barrier, through scratch memory; then over a word per warp
 *	shuffles  the same through registers (isa.shfl)
 *
 * Numbers of threads and warps that are constants to the compiler are for the
 * last two, in shapes that are common.
 */
#ifndef ROWS_H
#define ROWS_H

#include "suite.h"

#ifndef ROWS
#define ROWS 12
#endif
#ifndef LENGTH
#define LENGTH 150
#endif

#ifndef SUITE_HOST

enum rows_way { ROWS_PLAIN, ROWS_BARRIERS, ROWS_MEMORY, ROWS_SHUFFLES };

struct rows {
	const term *x;
	term *out;
	term *room; /* ROWS_ROOM, whose words are 0 */
};

/* Words of scratch memory: four for each thread; or two for each, and for two
 * rows a word for each warp and piece of the row, and before it. */
#define ROWS_ROOM(warps, threads) \
	(4 * (warps) * (threads) + 2 * (LENGTH / (threads) + 2 * (warps)))
#define ROWS_ROOM_MOST (ROWS_ROOM(32, 32) + 2 * LENGTH)

#define ROWS_INLINE static inline __attribute__((always_inline))

/* The kernel NAME calls BODY(tid, wid, way, threads, warps). */
#define ROWS_KERNEL(name, way, body) \
	static void name(uint32_t tid, uint32_t wid) \
	{ \
		uint32_t threads = ww_num_threads(), warps = ww_num_warps(); \
		if (way < ROWS_MEMORY) \
			body(tid, wid, way, threads, warps); \
		else if ((threads == 4) & (warps == 4)) \
			body(tid, wid, way, 4, 4); \
		else if ((threads == 32) & (warps == 4)) \
			body(tid, wid, way, 32, 4); \
		else \
			body(tid, wid, way, threads, warps); \
	}

/* Runs KERNEL on R for the cycles of NAME, once the caches know the rows, if
 * they have the room. Compares R->out with COUNT words of what is wanted. */
static inline int rows_run(const char *name, void (*kernel)(uint32_t, uint32_t),
			   struct rows *r, const void *want, uint32_t count)
{
	uint32_t warps = ww_num_warps(), threads = ww_num_threads(), start;

	for (uint32_t i = 0; i < ROWS_ROOM(warps, threads); i++)
		r->room[i] = 0;
	vx_spawnWarps(warps, threads, kernel, r);
	start = ww_cycle();
	vx_spawnWarps(warps, threads, kernel, r);
	start = ww_cycle() - start;
	suite_cycles(name, start);
	return suite_finish(name, r->out, want, count);
}
#endif
#endif
