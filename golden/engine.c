/* engine.c - chooses the loop that executes a warp at full speed
 * SPDX-License-Identifier: Apache-2.0
 *
 * The loop of run_lanes.h is compiled once per number of threads, each in a
 * file of its own (engine_1.c to engine_32.c). So the trip count of its lane
 * loops is a constant, and the compiler vectorizes them. If GOLDEN_ANY_WIDTH is
 * defined, the loop is compiled once, here, for a number of threads known at
 * run time. The results are equal; it runs slower but builds faster, as some
 * tests want.
 */
#ifdef GOLDEN_ANY_WIDTH
#define T c->cfg.threads
#define SEVERAL 1
#define RUN run_any
#define LINKAGE static
#include "golden/engine.h"
#include "golden/run_lanes.h"
#else
#include "golden/core.h"

#define LOOP(threads) \
	void golden_run_##threads(struct golden_core *c, \
				  struct golden_warp *w, uint32_t left);
LOOP(1)
LOOP(2)
LOOP(4)
LOOP(8)
LOOP(16)
LOOP(32)
#undef LOOP
#endif

void (*golden_runner(uint32_t threads))(struct golden_core *,
					struct golden_warp *, uint32_t)
{
#ifdef GOLDEN_ANY_WIDTH
	(void)threads;
	return run_any;
#else
	switch (threads) {
	case 1: return golden_run_1;
	case 2: return golden_run_2;
	case 4: return golden_run_4;
	case 8: return golden_run_8;
	case 16: return golden_run_16;
	default: return golden_run_32;
	}
#endif
}
