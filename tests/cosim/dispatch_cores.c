/* dispatch_cores.c - which of several cores has a block
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/dispatch.h"

/* The cores of four blocks. */
static uint32_t to[4];

/* Blocks of two warps; the third begins when the first two have started. */
static void spread(struct rig *r)
{
	uint32_t count[CORES] = { 0 };

	rig_launch(r, 4, 8, HALT, 0);
	rig_ring(r, 0);
	rig_go(r, 0);
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t n = count[to[i]]++;

		r->on = to[i];
		rig_give(r, 0, i, n, n * 5, "give");
		for (uint32_t w = 0; i == 1 && w < 4; w++) {
			r->on = to[w / 2];
			rig_start(r, 0, w % 2, w % 2, 15);
		}
	}
}

/* A warp of the first two blocks ends: its core has more that are free. */
static void uneven(struct rig *r)
{
	rig_launch(r, 3, 4, HALT, 0);
	rig_ring(r, 0);
	rig_go(r, 0);
	for (uint32_t i = 0; i < 2; i++) {
		r->on = i;
		rig_give(r, 0, i, 0, 0, "give");
		rig_start(r, 0, 0, 0, 15);
	}
	r->on = 0;
	rig_halt(r, 0, HALT, 15);
	rig_tick(r, "pause");
	r->on = to[2];
	rig_give(r, 0, 2, 1, 5, "give");
}

static void whole(struct rig *r)
{
	rig_launch(r, 2, 1, HALT, ISA_LAUNCH_WHOLE);
	r->on = to[0];
	rig_enter(r, 0, 0, 0);
}

void check_cores(void)
{
	static const struct { scenario *s; uint32_t to[4]; int check; } t[] = {
		{ spread, { 0, 1, 0, 1 }, CLEAN },
		{ spread, { 1, 0, 0, 1 }, COSIM_BLOCK_CORE },
		{ spread, { 0, 0, 0, 1 }, COSIM_BLOCK_CORE },
		{ spread, { 0, 1, 1, 0 }, COSIM_BLOCK_CORE },
		{ uneven, { 0, 1, 0, 0 }, CLEAN },
		{ uneven, { 0, 1, 1, 0 }, COSIM_BLOCK_CORE },
		{ whole, { 0, 0, 0, 0 }, CLEAN },
		{ whole, { 1, 0, 0, 0 }, COSIM_BLOCK_CORE }
	};
	struct rig r;

	built.cores = CORES;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		memcpy(to, t[i].to, sizeof to);
		rig_run(&r, t[i].s, NULL, -1);
		rig_judge(&r, t[i].check, "cores of blocks, %zu", i);
	}
	built.cores = 1;
}
