/* profile_attach.c - a profile gets what a checker or a golden model reports
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/profile/profile_attach.h"

/* --- of a checker ------------------------------------------------------- */

static void on_fetch(void *ctx, uint32_t core, uint32_t addr, uint32_t bytes)
{
	profile_fetch(ctx, core, addr, bytes);
}

static void on_request(void *ctx, const struct cosim_request *r)
{
	profile_access(ctx, r);
}

static void on_traffic(void *ctx, const struct cosim_traffic *t)
{
	profile_moves(ctx, t);
}

static void on_warp(void *ctx, uint64_t cycle, uint32_t core, uint32_t warp,
		    bool starts, uint32_t slot)
{
	profile_warp(ctx, cycle, core, warp, starts, slot);
}

static void on_launch(void *ctx, uint64_t cycle, uint32_t slot,
		      enum cosim_launch_step step, uint32_t pc)
{
	profile_launch(ctx, cycle, slot, step, pc);
}

void profile_attach(struct profile *p, struct cosim *c)
{
	cosim_on_fetch(c, on_fetch, p);
	cosim_on_request(c, on_request, p);
	cosim_on_traffic(c, on_traffic, p);
	cosim_on_warp(c, on_warp, p);
	cosim_on_launch(c, on_launch, p);
}

/* --- of a golden model -------------------------------------------------- */

static void executed(void *ctx, struct golden_core *c,
		     const struct golden_effect *fx)
{
	struct profile_watch *w = ctx;

	(void)c;
	profile_executed(w->profile, fx);
}

static uint32_t number_of(const struct golden *g, const struct golden_core *c)
{
	uint32_t i = 0;

	while (golden_core(g, i) != c)
		i++;
	return i;
}

/* A warp that wspawn starts gets its launch when wspawn has executed. */
static void starts(void *ctx, struct golden_core *c, uint32_t warp)
{
	struct profile_watch *w = ctx;
	struct golden_place p;

	if (!golden_machine(w->golden)->dispatch)
		return;
	p = golden_place(c, golden_place_of(c, warp));
	profile_starts(w->profile, number_of(w->golden, c), warp, p.launch);
	if (p.number == 0)
		profile_launch(w->profile, 0, p.launch, COSIM_LAUNCH_GIVEN, 0);
}

void profile_watch(struct profile_watch *w, struct profile *p, struct golden *g)
{
	*w = (struct profile_watch){
		.watch = { .after = executed, .starts = starts, .ctx = w },
		.profile = p, .golden = g
	};
	profile_counts(p);
	golden_watch(g, &w->watch);
}
