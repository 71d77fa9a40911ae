/* dispatch_due.c - what a dispatcher still has to do, and for how long
 * SPDX-License-Identifier: Apache-2.0
 *
 * A thing that has something to do is noted when cosim_liveness sees it first.
 * Whatever it does then ends the note. So what is late is found a call of
 * cosim_liveness later at the latest, and nothing is that is not late.
 */
#include "cosim/check/dispatch.h"

#include "cosim/state/mismatch.h"

static struct golden_slot slot_of(const struct cosim *c, uint32_t slot)
{
	return golden_slot(c->machine, slot);
}

/* Notes that WHAT (NULL: nothing) is due. Has it been for too long? */
static bool is_late(const struct cosim *c, struct dispatch_due *d,
		    const char *what, uint64_t cycle)
{
	if (d->what != what)
		*d = (struct dispatch_due){ what, cycle };
	return what && cycle - d->since > c->rules.liveness;
}

/* --- warps and places --------------------------------------------------- */

static const char *warp_due(const struct core *c, uint32_t warp)
{
	const struct warp *w = &c->warps[warp];
	bool active = golden_active(c->golden) >> warp & 1;

	if (w->live)
		return NULL;
	if (!active)
		return w->ended ? NULL : "is not said to have ended";
	return golden_warp_cut(c->golden, warp) ? "is not killed" : NULL;
}

static const char *place_due(const struct core *c, uint32_t place)
{
	const struct golden_place p = golden_place(c->golden, place);
	struct golden_slot s = slot_of(c->all, p.launch);

	if (!p.busy || c->stopped)
		return NULL;
	if (c->place[place].full && !s.cut)
		return "does not end a phase";
	if (p.warps)
		return "does not start its next warp";
	return dispatch_ended(c, place) ? "has ended and is not counted" : NULL;
}

static int late_warp(struct core *c, uint32_t warp)
{
	return fail(c, COSIM_LIVE_DISPATCH, warp, NULL, "warp %u %s since "
		    "cycle %llu", warp, c->warps[warp].due.what,
		    (unsigned long long)c->warps[warp].due.since);
}

static int late_place(struct core *c, uint32_t place)
{
	return fail(c, COSIM_LIVE_DISPATCH, GOLDEN_MAX_WARPS, NULL,
		    "the block in place %u %s since cycle %llu", place,
		    c->place[place].due.what,
		    (unsigned long long)c->place[place].due.since);
}

static int check_core(struct core *c, uint64_t cycle)
{
	for (uint32_t i = 0; i < c->all->cfg.warps; i++)
		if (is_late(c->all, &c->warps[i].due, warp_due(c, i), cycle))
			return late_warp(c, i);
	for (uint32_t i = 0; i < c->all->cfg.blocks; i++)
		if (is_late(c->all, &c->place[i].due, place_due(c, i), cycle))
			return late_place(c, i);
	return 0;
}

/* --- launches ----------------------------------------------------------- */

static bool any_running(const struct cosim *c)
{
	for (uint32_t i = 0; i < c->cfg.launches; i++)
		if (slot_of(c, i).state == GOLDEN_LAUNCH_RUNNING)
			return true;
	return false;
}

/* What the oldest launch that waits must do. */
static const char *queued_due(const struct cosim *c, uint32_t slot)
{
	const struct dispatch *d = &c->dispatch;
	const struct golden_slot s = slot_of(c, slot);
	struct golden_next n;

	if (!d->taken)
		return "is not read";
	if (!d->acquired)
		return s.flags & ISA_LAUNCH_ORDERED && any_running(c) ? NULL :
		       "makes no acquire";
	return golden_next(c->machine, &n) && !s.cut && !s.reason ? NULL :
	       "does not begin";
}

/* Does a core have room for its next block? */
static const char *given_due(const struct cosim *c, uint32_t slot)
{
	struct golden_next n;

	if (!golden_next(c->machine, &n) || n.slot != slot)
		return NULL;
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		if (golden_has_room(c->core[i].golden) &&
		    dispatch_free(&c->core[i]) >= n.warps)
			return "does not give its next block";
	return NULL;
}

static const char *launch_due(const struct cosim *c, uint32_t slot)
{
	const struct golden_slot s = slot_of(c, slot);

	if (s.state != GOLDEN_LAUNCH_QUEUED && s.state != GOLDEN_LAUNCH_RUNNING)
		return NULL;
	if (dispatch_failed(c) && !s.cut)
		return "is not cut";
	if (s.state == GOLDEN_LAUNCH_QUEUED)
		return (int)slot == golden_oldest(c->machine) ?
		       queued_due(c, slot) : NULL;
	return s.out ? (s.resident ? NULL : "is not released") :
	       given_due(c, slot);
}

int dispatch_liveness(struct cosim *c, uint64_t cycle)
{
	uint64_t before = c->cycle;

	c->cycle = cycle;
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		if (check_core(&c->core[i], cycle))
			return 1;
	for (uint32_t i = 0; i < c->cfg.launches; i++) {
		struct dispatch_due *d = &c->dispatch.launch[i].due;

		if (is_late(c, d, launch_due(c, i), cycle))
			return fail_shared(c, COSIM_LIVE_DISPATCH, "the launch "
					   "in slot %u %s since cycle %llu", i,
					   d->what,
					   (unsigned long long)d->since);
	}
	c->cycle = before;
	return 0;
}

/* --- the end, and reports ----------------------------------------------- */

int dispatch_running(const struct cosim *c)
{
	for (uint32_t i = 0; i < c->cfg.launches; i++) {
		enum golden_launch_state state = slot_of(c, i).state;

		if (state == GOLDEN_LAUNCH_QUEUED ||
		    state == GOLDEN_LAUNCH_RUNNING)
			return (int)i;
	}
	return -1;
}

bool dispatch_waits(const struct core *c, uint32_t warp, char *buf,
		    size_t size)
{
	uint32_t place = golden_place_of(c->golden, warp);
	const struct golden_place p = golden_place(c->golden, place);

	if (golden_warp_cut(c->golden, warp))
		snprintf(buf, size, "its launch, in slot %u, is cut", p.launch);
	else if (c->warps[warp].until_full)
		snprintf(buf, size, "the phase of the block in place %u to "
			 "end, for which all have arrived", place);
	else if (p.waiting >> warp & 1)
		snprintf(buf, size, "the barrier of the block in place %u: "
			 "warps 0x%x of 0x%x have arrived", place, p.arrived,
			 p.members);
	else
		return false;
	return true;
}
