/* slot.c - an instruction in flight: its steps, its results, its end
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/check/slot.h"

#include "cosim/cover/cover.h"
#include "cosim/state/origin.h"
#include "cosim/state/profile.h"

static const struct slot *find_late(const struct warp *w, uint64_t number)
{
	for (uint32_t i = SLOTS; i < SLOTS + w->lates; i++)
		if (w->slots[i].number == number)
			return &w->slots[i];
	return NULL;
}

const struct slot *slot_numbered(const struct warp *w, uint64_t number)
{
	const struct slot *s = &w->slots[number % SLOTS];

	if (number >= w->next)
		return NULL;
	return s->number == number ? s : find_late(w, number);
}

struct slot *slot_of(struct warp *w, uint32_t seq)
{
	uint64_t newest = w->next - 1;
	uint64_t number = newest - ((newest - seq) % SEQS);
	const struct slot *s = slot_numbered(w, number);

	return &w->slots[s ? s - w->slots : SLOTS + LATES];
}

bool slot_postpone(struct warp *w, struct slot *s)
{
	uint32_t to = SLOTS, i = 0;

	while (to < SLOTS + w->lates && slot_live(&w->slots[to]))
		to++;
	if (!slot_is_access(s) || to == SLOTS + LATES)
		return false;
	if (to == SLOTS + w->lates)
		w->lates++;
	while (i < w->mem_count && &w->slots[w->mem[i]] != s)
		i++;
	if (i < w->mem_count)
		w->mem[i] = (uint16_t)to;
	w->slots[to] = *s;
	return true;
}

void slot_step(struct core *c, const struct slot *s, enum cosim_step_kind kind,
	       uint32_t lanes)
{
	struct cosim_step step = {
		.kind = kind, .cycle = c->all->cycle, .number = s->number,
		.lanes = lanes, .miss = s->source == COSIM_FROM_MISS,
		.source = s->source, .effect = &s->fx
	};

	if (c->all->on_step)
		c->all->on_step(c->all->on_step_ctx, &step);
}

void slot_request(struct core *c, const struct slot *s, struct cosim_request r)
{
	r.effect = &s->fx;
	if (c->all->on_request)
		c->all->on_request(c->all->on_request_ctx, &r);
}

struct cosim_maker slot_maker(const struct slot *s)
{
	return (struct cosim_maker){
		.core = s->fx.core, .warp = s->fx.warp, .pc = s->fx.pc,
		.insn = s->fx.insn, .prefix = s->fx.foreign.prefix,
		.source = s->source, .number = s->number,
		.issue_cycle = s->issue_cycle, .write_cycle = s->write_cycle,
		.access_cycle = s->access_cycle, .line_cycle = s->line_cycle,
		.is_load = s->fx.kind == GOLDEN_LOAD ||
			   s->fx.kind == GOLDEN_ATOMIC
	};
}

void slot_wrote(struct core *c, struct slot *s, uint32_t warp, uint32_t reg,
		uint32_t lanes)
{
	struct cosim_maker maker;

	s->write_cycle = c->all->cycle;
	maker = slot_maker(s);
	origin_wrote(c->all->origin, c->first + warp, reg, lanes, &maker);
}

void slot_retired(struct core *c, uint32_t warp, struct slot *s)
{
	struct warp *w = &c->warps[warp];
	struct cosim_retired r = { &s->fx, s->number, s->issue_cycle };

	w->recent[w->recent_count++ % RECENT] = s->number;
	if (c->cover)
		cover_retired(c, s);
	if (c->all->on_retire)
		c->all->on_retire(c->all->on_retire_ctx, c->all->cycle, &r);
}

/* Lanes whose load failed are not written: their register is not busy any
 * more. */
static void clear_failed(struct core *c, const struct slot *s)
{
	uint32_t lanes = s->failed;

	for (int i = 0; i < GOLDEN_WRITES; i++) {
		const struct golden_write *w = &s->fx.write[i];

		if (w->lanes)
			c->warps[w->warp].busy[w->reg] &= ~lanes;
	}
}

void slot_finish(struct core *c, uint32_t warp, struct slot *s)
{
	uint32_t threads = 0;

	for (uint32_t m = s->fx.tmask; m; m &= m - 1)
		threads++;
	if (s->failed)
		clear_failed(c, s);
	s->retire_due = false;
	c->retired++;
	c->all->stats.retired++;
	c->all->stats.thread_instructions += threads;
	profile_retired(c, s);
	slot_retired(c, warp, s);
}

void slot_settle(struct core *c, uint32_t warp, const struct slot *s)
{
	c->warps[warp].ready_cycle = c->all->cycle;
	if (slot_live(s))
		return;
	c->warps[warp].live--;
	slot_step(c, s, COSIM_STEP_DONE, s->fx.tmask);
}
