/* dispatch.c - block records: blocks in a core, their warps, their barriers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The record says where a block begins and which warp starts; golden has the
 * rest. Golden acts when an instruction issues. So a warp that halts is still
 * busy until the record says that it has ended; and the warps that the end of a
 * phase releases are held until the record shows it.
 */
#include "cosim/check/dispatch.h"

#include "cosim/check/slot.h"
#include "cosim/cover/cover.h"
#include "cosim/level/flat.h"
#include "cosim/state/head.h"
#include "cosim/state/mismatch.h"

void dispatch_begin(struct cosim *c)
{
	golden_follow(c->machine);
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		for (uint32_t w = 0; w < c->cfg.warps; w++)
			c->core[i].warps[w].ended = true;
}

static uint32_t bit(uint32_t warp)
{
	return UINT32_C(1) << warp;
}

static bool is_active(const struct core *c, uint32_t warp)
{
	return golden_active(c->golden) >> warp & 1;
}

/* Is nothing of WARP on its way? */
static bool is_still(const struct core *c, uint32_t warp)
{
	return !c->warps[warp].live;
}

uint32_t dispatch_free(const struct core *c)
{
	uint32_t n = 0, promised = 0;

	for (uint32_t w = 0; w < c->all->cfg.warps; w++)
		n += c->warps[w].ended;
	for (uint32_t i = 0; i < c->all->cfg.blocks; i++)
		promised += golden_place(c->golden, i).warps;
	return n > promised ? n - promised : 0;
}

bool dispatch_ended(const struct core *c, uint32_t place)
{
	const struct golden_place p = golden_place(c->golden, place);

	for (uint32_t m = c->place[place].warps; m; m &= m - 1)
		if (!c->warps[lowest(m)].ended)
			return false;
	return p.busy && !p.warps && !p.members;
}

/* --- active warps ------------------------------------------------------- */

/* Notes in the log that the mask of active warps is another now. */
static void note_active(struct core *c)
{
	c->active_log[++c->active_issued % ACTIVE_LOG] =
		golden_active(c->golden);
	c->active_confirmed++;
	if (!golden_active(c->golden))
		c->end_cycle = c->all->cycle;
}

/* Can an event in cycle AT - 1 have been after the read of S? */
static bool is_near(const struct slot *s, uint64_t at)
{
	return at == UINT64_MAX ||
	       (at != DISPATCH_NEVER && at + READ_STAGES >= s->issue_cycle);
}

/* Warps start and halt beside each other, so each bit is judged alone: what it
 * was at some time from the read on. */
bool dispatch_active(const struct core *c, uint32_t warp, const struct slot *s,
		     uint32_t v)
{
	uint32_t differ = v ^ golden_active(c->golden);

	if (!(v >> warp & 1))
		return false;
	for (; differ; differ &= differ - 1) {
		uint32_t w = lowest(differ);

		if (w >= c->all->cfg.warps ||
		    !is_near(s, v >> w & 1 ? c->warps[w].off : c->warps[w].on))
			return false;
	}
	return true;
}

/* --- instructions ------------------------------------------------------- */

struct dispatch_before dispatch_before(const struct core *c, uint32_t warp)
{
	uint32_t place = golden_place_of(c->golden, warp);

	return (struct dispatch_before){
		golden_active(c->golden), place,
		golden_place(c->golden, place)
	};
}

/* WARP belongs to the block in PLACE from now on. */
static void joins(struct core *c, uint32_t warp, uint32_t place)
{
	struct warp *w = &c->warps[warp];

	for (uint32_t i = 0; i < c->all->cfg.blocks; i++)
		c->place[i].warps &= ~bit(warp);
	c->place[place].warps |= bit(warp);
	w->arrival[0] = w->arrival[1] = 0;
	w->ended = false;
	w->due.what = NULL;
}

static void note_started(struct core *c, const struct slot *s,
			 const struct dispatch_before *before)
{
	uint32_t warp = lowest(s->fx.aux_mask);

	c->warps[warp].old_end = !c->warps[warp].ended;
	c->warps[warp].on = UINT64_MAX;
	joins(c, warp, before->place);
}

/* All that the warps BY had issued when they arrived in phase PHASE (1: the
 * last one) comes before all that WARP does from now on. */
static void order_after(struct core *c, uint32_t warp, uint32_t by, int phase)
{
	for (uint32_t m = by & ~bit(warp); m; m &= m - 1) {
		uint64_t at = c->warps[lowest(m)].arrival[phase];

		if (at)
			flat_spawn(c->all->flat, c->first + lowest(m),
				   c->first + warp, at);
	}
}

/* The end of a phase: ARRIVED precede FREED. */
static void order_phase(struct core *c, const struct slot *s, uint32_t arrived,
			uint32_t freed)
{
	if (arrived == freed && freed)
		flat_barrier(c->all->flat, c->first, freed, s->order + 1);
	for (uint32_t m = freed; m && arrived != freed; m &= m - 1)
		order_after(c, lowest(m), arrived, 0);
	for (uint32_t m = arrived; m; m &= m - 1) {
		uint64_t *at = c->warps[lowest(m)].arrival;

		at[1] = at[0];
		at[0] = 0;
	}
}

/* S has ended the phase of its block: FREED go on when that is shown. */
static void end_phase(struct core *c, const struct slot *s, uint32_t place,
		      uint32_t freed)
{
	struct resident *p = &c->place[place];

	p->full++;
	p->held |= freed;
	p->by = s->fx.warp;
	p->number = s->number;
	for (uint32_t m = freed; m; m &= m - 1)
		c->warps[lowest(m)].until_full = true;
}

static void note_barrier(struct core *c, const struct slot *s,
			 const struct dispatch_before *before)
{
	uint32_t arrived = before->block.arrived, freed = before->block.waiting;
	uint32_t self = bit(s->fx.warp);
	bool syncs = s->fx.op == ISA_BAR_SYNC ||
		     (s->fx.foreign.valid && s->fx.kind == GOLDEN_BAR);

	if (!s->traps && (syncs || s->fx.op == ISA_BAR_ARRIVE)) {
		c->warps[s->fx.warp].arrival[0] = s->order + 1;
		arrived |= self;
		freed |= syncs ? self : 0;
	}
	if (golden_place(c->golden, before->place).phase !=
	    before->block.phase) {
		arrived &= is_active(c, s->fx.warp) ? UINT32_MAX : ~self;
		end_phase(c, s, before->place, freed);
		order_phase(c, s, arrived, freed);
	}
	if (s->fx.op == ISA_BAR_WAIT && !s->traps && !s->fx.waits)
		order_after(c, s->fx.warp, c->place[before->place].warps, 1);
}

void dispatch_issued(struct core *c, struct slot *s,
		     const struct dispatch_before *before)
{
	c->warps[s->fx.warp].old_end = false;
	if (!is_active(c, s->fx.warp))
		c->warps[s->fx.warp].off = UINT64_MAX;
	if (s->fx.kind == GOLDEN_WSPAWN)
		note_started(c, s, before);
	note_barrier(c, s, before);
}

void dispatch_control(struct core *c, const struct slot *s, bool cuts)
{
	uint32_t place = golden_place_of(c->golden, s->fx.warp);
	uint32_t slot = golden_place(c->golden, place).launch;

	if (!s->fx.next_tmask)
		c->warps[s->fx.warp].off = c->all->cycle + 1;
	if (s->fx.kind == GOLDEN_WSPAWN)
		c->warps[lowest(s->fx.aux_mask)].on = c->all->cycle + 1;
	if (!cuts)
		return;
	c->all->dispatch.asked |= bit(slot);
	if (!golden_slot(c->all->machine, slot).cut)
		c->all->dispatch.cuts |= bit(slot);
}

/* WARP halts without an instruction of its own. */
static void halts(struct core *c, uint32_t warp)
{
	struct warp *w = &c->warps[warp];

	w->off = c->all->cycle + 1;
	w->until_full = false;
	w->holds = 0;
	w->due.what = NULL;
	for (uint32_t i = 0; i < c->all->cfg.blocks; i++)
		c->place[i].held &= ~bit(warp);
}

void dispatch_stopped(struct core *c)
{
	for (uint32_t m = golden_active(c->golden); m; m &= m - 1)
		halts(c, lowest(m));
}

bool dispatch_failed(const struct cosim *c)
{
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		if (c->core[i].stop_due || c->core[i].stopped)
			return true;
	return false;
}

bool dispatch_cut(const struct core *c, uint32_t warp)
{
	uint32_t place = golden_place_of(c->golden, warp);
	uint32_t slot = golden_place(c->golden, place).launch;

	return golden_warp_cut(c->golden, warp) &&
	       c->all->cycle > c->all->dispatch.launch[slot].cut_cycle +
			       EXIT_SLACK;
}

static uint64_t oldest_of(const struct warp *w, uint64_t order)
{
	for (uint32_t i = 0; i < w->mem_count; i++)
		if (w->slots[w->mem[i]].order < order)
			order = w->slots[w->mem[i]].order;
	return order;
}

uint64_t dispatch_performed(const struct cosim *c)
{
	uint64_t order = c->stats.issued + 1;

	for (uint32_t i = 0; i < c->cfg.cores * c->cfg.warps; i++)
		order = oldest_of(&c->core[i / c->cfg.warps].
				  warps[i % c->cfg.warps], order);
	return order;
}

/* --- starts ------------------------------------------------------------- */

/* What is complete when WARP starts comes before all that it does: all that was
 * released before the last acquire of a launch, and all of the warps that have
 * ended, and that it can see. */
static void order_start(struct core *c, uint32_t warp)
{
	struct cosim *all = c->all;

	flat_settled(all->flat, c->first + warp, all->dispatch.settled);
	for (uint32_t i = 0; i < all->cfg.cores; i++) {
		struct core *k = &all->core[i];

		for (uint32_t w = 0; w < all->cfg.warps; w++)
			if (k->warps[w].ended && (k == c || !all->weak))
				flat_spawn(all->flat, k->first + w,
					   c->first + warp,
					   all->stats.issued + 1);
	}
}

/* Reports that WARP starts, or is killed, to the callback of cosim_on_warp. */
static void report_warp(struct core *c, uint32_t warp, bool starts)
{
	struct cosim *all = c->all;

	if (all->on_warp)
		all->on_warp(all->on_warp_ctx, all->cycle, c->id, warp, starts,
			     golden_place(c->golden, golden_place_of(
					  c->golden, warp)).launch);
}

/* The checker's own state of WARP, which starts in PLACE. */
static void starts(struct core *c, uint32_t warp, uint32_t place)
{
	struct warp *w = &c->warps[warp];

	order_start(c, warp);
	joins(c, warp, place);
	c->place[place].due.what = NULL;
	w->flushed = 0;
	w->acquired = c->acquired > w->acquired ? c->acquired : w->acquired;
	w->synced = c->cache || c->all->own.icache.size ? c->code_synced :
		    c->all->event;
	w->ready_cycle = w->released = c->all->cycle;
	w->on = c->all->cycle + 1;
	note_active(c);
	report_warp(c, warp, true);
}

static int start_fail(struct core *c, const uint32_t *r, const char *why)
{
	uint32_t place = rec_block_start(r), warp = rec_head_warp(r);
	const struct golden_place p = golden_place(c->golden, place);

	fail(c, COSIM_BLOCK_START, warp, NULL, "warp %u starts in place %u, "
	     "%s", warp, place, why);
	if (!p.busy || !p.warps)
		return 1;
	fail_diff(c->all, "number", rec_block_number(r), p.number);
	fail_diff(c->all, "threads", rec_block_mask(r), p.mask);
	return 1;
}

static int check_start(struct core *c, const uint32_t *r)
{
	uint32_t place = rec_block_start(r), warp = rec_head_warp(r);
	const struct golden_place p = golden_place(c->golden, place);

	if (place >= c->all->cfg.blocks || !p.busy)
		return start_fail(c, r, "which has no block");
	if (!p.warps)
		return start_fail(c, r, "whose block starts no more");
	if (is_active(c, warp) || !is_still(c, warp) || !c->warps[warp].ended)
		return start_fail(c, r, "but has not ended");
	if (rec_block_number(r) != p.number || rec_block_mask(r) != p.mask)
		return start_fail(c, r, "and is not the next one");
	if (!golden_starts(c->golden, warp, place))
		return start_fail(c, r, "but is not the block's first");
	if (c->cover)
		cover_start(c, &p);
	starts(c, warp, place);
	c->offer.started = true;
	return 0;
}

/* --- a block begins and ends -------------------------------------------- */

static int check_next(struct core *c, const uint32_t *r)
{
	struct golden_next n;

	if (c->all->dispatch.gave == c->all->cycle + 1)
		return fail(c, COSIM_BLOCK_NEXT, GOLDEN_MAX_WARPS, NULL,
			    "a second block begins in this cycle");
	if (!golden_next(c->all->machine, &n))
		return fail(c, COSIM_BLOCK_NEXT, GOLDEN_MAX_WARPS, NULL,
			    "no launch has blocks to give");
	if (rec_block_launch(r) == n.slot && rec_block_x(r) == n.place[0] &&
	    rec_block_y(r) == n.place[1] && rec_block_z(r) == n.place[2])
		return 0;
	fail(c, COSIM_BLOCK_NEXT, GOLDEN_MAX_WARPS, NULL, "another block than "
	     "the next one begins");
	fail_diff(c->all, "launch slot", rec_block_launch(r), n.slot);
	fail_diff(c->all, "x", rec_block_x(r), n.place[0]);
	fail_diff(c->all, "y", rec_block_y(r), n.place[1]);
	fail_diff(c->all, "z", rec_block_z(r), n.place[2]);
	return 1;
}

static int room_fail(struct core *c, const uint32_t *r, const char *why)
{
	return fail(c, COSIM_BLOCK_ROOM, GOLDEN_MAX_WARPS, NULL,
		    "block %u, %u, %u begins in place %u: %s", rec_block_x(r),
		    rec_block_y(r), rec_block_z(r), rec_block_place(r), why);
}

static int check_room(struct core *c, const uint32_t *r)
{
	uint32_t place = rec_block_place(r);
	struct golden_next n;

	golden_next(c->all->machine, &n);
	if (dispatch_core(c, &n))
		return 1;
	if (place >= c->all->cfg.blocks || golden_place(c->golden, place).busy)
		return room_fail(c, r, "the place is not free");
	if (!golden_has_warps(c->golden) || dispatch_free(c) < n.warps)
		return room_fail(c, r, "there are not so many free warps");
	if (golden_gives(c->golden, place, rec_block_page(r), rec_block_bar(r)))
		return 0;
	room_fail(c, r, "its pages or barriers are not free");
	fail_row(c->all, "first page", rec_block_page(r), 0);
	fail_row(c->all, "first barrier", rec_block_bar(r), 0);
	return 1;
}

static int check_give(struct core *c, const uint32_t *r)
{
	if (check_next(c, r) || check_room(c, r))
		return 1;
	c->all->dispatch.gave = c->all->cycle + 1;
	dispatch_reports(c->all, rec_block_launch(r), COSIM_LAUNCH_GIVEN);
	c->all->dispatch.launch[rec_block_launch(r)].due.what = NULL;
	c->place[rec_block_place(r)] = (struct resident){ .warps = 0 };
	return 0;
}

static int end_fail(struct core *c, uint32_t place, const char *why)
{
	return fail(c, COSIM_BLOCK_END, GOLDEN_MAX_WARPS, NULL, "the end of "
		    "the block in place %u is counted; %s", place, why);
}

/* May the end of a phase in PLACE be missing? */
static bool excused(const struct core *c, uint32_t place)
{
	uint32_t slot = golden_place(c->golden, place).launch;

	return c->stopped || golden_slot(c->all->machine, slot).cut;
}

static int check_end(struct core *c, const uint32_t *r)
{
	uint32_t place = rec_block_end(r);
	const struct golden_place p = golden_place(c->golden, place);

	if (c->all->dispatch.counted == c->all->cycle + 1)
		return end_fail(c, place, "it is the second in this cycle");
	if (place >= c->all->cfg.blocks || !p.busy)
		return end_fail(c, place, "there is none");
	if (!dispatch_ended(c, place))
		return end_fail(c, place, "not all of its warps have ended");
	if (c->place[place].full && !excused(c, place))
		return end_fail(c, place, "a phase has not been shown");
	if (!dispatch_cleared(c, place))
		return end_fail(c, place, "its shared memory is not clear");
	if (rec_block_of(r) != p.launch || rec_block_trapped(r) != p.trapped) {
		end_fail(c, place, "it was another one");
		fail_diff(c->all, "launch slot", rec_block_of(r), p.launch);
		fail_diff(c->all, "trapped", rec_block_trapped(r), p.trapped);
		return 1;
	}
	golden_ends(c->golden, place);
	c->all->dispatch.counted = c->all->cycle + 1;
	c->all->dispatch.launch[p.launch].due.what = NULL;
	c->place[place] = (struct resident){ .warps = 0 };
	return 0;
}

/* --- phases and halts --------------------------------------------------- */

static void show_full(struct core *c, struct resident *p)
{
	p->due.what = NULL;
	if (--p->full)
		return;
	for (uint32_t m = p->held; m; m &= m - 1) {
		struct warp *w = &c->warps[lowest(m)];

		w->until_full = false;
		w->ready_cycle = w->released = c->all->cycle;
	}
	p->held = 0;
}

static int check_full(struct core *c, uint32_t place)
{
	struct resident *p = &c->place[place];
	const struct slot *s;

	if (place >= c->all->cfg.blocks || !p->full)
		return fail(c, COSIM_BLOCK_FULL, GOLDEN_MAX_WARPS, NULL,
			    "a phase of the block in place %u ends; not all "
			    "of its warps have arrived", place);
	s = slot_numbered(&c->warps[p->by], p->number);
	if (s && s->control_due)
		return fail(c, COSIM_BLOCK_FULL, p->by, s, "a phase of the "
			    "block in place %u ends before its last "
			    "instruction has acted", place);
	show_full(c, p);
	return 0;
}

static int check_killed(struct core *c, uint32_t warp)
{
	const char *why = NULL;

	if (warp >= c->all->cfg.warps || !is_active(c, warp))
		why = "has halted";
	else if (!golden_warp_cut(c->golden, warp))
		why = "has a launch that is not cut";
	else if (!is_still(c, warp))
		why = "has something in flight";
	if (why)
		return fail(c, COSIM_BLOCK_KILL, warp, NULL,
			    "warp %u is killed, which %s", warp, why);
	golden_killed(c->golden, warp);
	halts(c, warp);
	note_active(c);
	report_warp(c, warp, false);
	return 0;
}

static int check_ended(struct core *c, uint32_t warp)
{
	struct warp *w = &c->warps[warp];

	if (warp < c->all->cfg.warps && w->old_end) {
		w->old_end = false;
		return 0;
	}
	if (warp >= c->all->cfg.warps || is_active(c, warp) ||
	    !is_still(c, warp) || w->ended)
		return fail(c, COSIM_BLOCK_WARP, warp, NULL,
			    "warp %u is said to have ended", warp);
	w->ended = true;
	w->due.what = NULL;
	golden_rests(c->golden, warp);
	return 0;
}

static int each_bit(struct core *c, uint32_t mask,
		    int (*check)(struct core *c, uint32_t at))
{
	for (; mask; mask &= mask - 1)
		if (check(c, lowest(mask)))
			return 1;
	return 0;
}

/* The warp of the header is one that starts. */
static int check_header(struct core *c, const uint32_t *r)
{
	if (head_check(c, r, REC_KIND_block, 0))
		return 1;
	if (!rec_head_seq(r) && (rec_block_starts(r) || !rec_head_warp(r)))
		return 0;
	return fail(c, COSIM_HEADER, GOLDEN_MAX_WARPS, NULL, "a block record "
		    "of warp %u, seq %u", rec_head_warp(r), rec_head_seq(r));
}

int block_record(struct core *c, const uint32_t *r)
{
	c->all->dispatch.changes = true;
	return check_header(c, r) ||
	       (rec_block_starts(r) && check_start(c, r)) ||
	       (rec_block_gives(r) && check_give(c, r)) ||
	       (rec_block_ends(r) && check_end(c, r)) ||
	       each_bit(c, rec_block_full(r), check_full) ||
	       each_bit(c, rec_block_killed(r), check_killed) ||
	       each_bit(c, rec_block_ended(r), check_ended);
}
