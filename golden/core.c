/* core.c - the state of a core: read it, halt, trap, take an interrupt
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/core.h"
#include "golden/ventus_core.h"

void golden_set_tmask(struct golden_core *c, struct golden_warp *w,
		      uint32_t tmask)
{
	w->tmask = tmask;
	for (uint32_t lane = 0; lane < c->cfg.threads; lane++)
		w->live[lane] = 0 - (tmask >> lane & 1);
}

/* Counts the trapped instruction of W as issued. */
static void count_trap(struct golden_core *c, const struct golden_warp *w)
{
	uint32_t active = (uint32_t)__builtin_popcount(w->tmask);

	c->stats.trapped++;
	c->stats.trapped_threads += active;
	golden_count_lanes(c, 1, active);
}

static void halt_warp(struct golden_core *c, struct golden_warp *w)
{
	c->active &= ~(UINT32_C(1) << w->id);
	golden_set_tmask(c, w, 0);
	if (c->cfg.dispatch)
		golden_block_left(c, w);
}

void golden_kill(struct golden_core *c, struct golden_warp *w)
{
	for (uint32_t i = 0; i < c->cfg.barriers; i++)
		c->waiters[i] &= ~(UINT32_C(1) << w->id);
	c->waiting &= ~(UINT32_C(1) << w->id);
	halt_warp(c, w);
}

void golden_start(struct golden_core *c, struct golden_warp *w, uint32_t pc,
		  uint32_t tmask)
{
	c->active |= UINT32_C(1) << w->id;
	w->pc = pc;
	w->depth = 0;
	w->mstatus &= ~(uint32_t)GOLDEN_MIE;
	golden_set_tmask(c, w, tmask);
	if (c->vt)
		ventus_core_start(c, w);
	if (c->machine->watch)
		golden_tell_start(c, w->id);
}

void golden_halt(struct golden_core *c, struct golden_warp *w)
{
	uint32_t code = golden_row(c, w, 10)[golden_lead(w->tmask)];

	if (!c->machine->exits && c->id == 0 &&
	    (!c->cfg.dispatch || golden_whole(c, w)))
		c->machine->exit_code = code;
	halt_warp(c, w);
}

enum golden_flow golden_trap(struct golden_core *c, struct golden_warp *w,
			     uint32_t cause, uint32_t tval)
{
	uint32_t insn = 0;

	if (golden_in_ram(c, w->pc))
		insn = c->forced ? *c->forced : golden_word(c, w->pc);
	c->last_trap = (struct golden_trap){ .valid = true,
					     .core = c->id,
					     .warp = w->id,
					     .pc = w->pc,
					     .insn = insn,
					     .cause = cause,
					     .tval = tval };
	count_trap(c, w);
	if (c->cfg.dispatch)
		golden_block_trap(c, &c->last_trap);
	else if (!c->machine->first_trap.valid && !c->machine->exits)
		c->machine->first_trap = c->last_trap;
	halt_warp(c, w);
	return GOLDEN_TRAPPED;
}

void golden_take(struct golden_core *c, struct golden_warp *w)
{
	uint32_t active = (uint32_t)__builtin_popcount(w->tmask);

	w->mepc = w->pc;
	w->pc = w->mtvec;
	w->mstatus = w->mstatus & GOLDEN_MIE ? GOLDEN_MPIE : 0;
	c->pending &= ~(UINT32_C(1) << w->id);
	c->stats.instructions++;
	c->stats.thread_instructions += active;
	golden_count_lanes(c, 1, active);
}

void golden_stop(struct golden_core *c)
{
	for (uint32_t i = 0; i < c->cfg.warps; i++)
		halt_warp(c, &c->warp[i]);
	memset(c->waiters, 0, c->cfg.barriers * sizeof *c->waiters);
	c->waiting = 0;
}

void golden_hardware_error(struct golden_core *c, uint32_t addr)
{
	c->last_trap = (struct golden_trap){ .valid = true,
					     .core = c->id,
					     .cause = 19,
					     .tval = addr };
	if (!c->machine->first_trap.valid)
		c->machine->first_trap = c->last_trap;
	golden_stop(c);
}

void golden_divergent(struct golden_core *c, const struct golden_warp *w,
		      uint32_t pc)
{
	struct golden_divergence *first = &c->machine->first_divergence;

	c->stats.divergent_branches++;
	if (!first->valid)
		*first = (struct golden_divergence){ true, c->id, w->id, pc };
}

/* --- state for the lockstep ------------------------------------------- */

uint32_t golden_reg(const struct golden_core *c, uint32_t warp, uint32_t lane,
		    uint32_t reg)
{
	if (c->vt)
		return ventus_core_reg(c, warp, lane, reg);
	return golden_row(c, &c->warp[warp], reg)[lane];
}

void golden_set_reg(struct golden_core *c, uint32_t warp, uint32_t lane,
		    uint32_t reg, uint32_t value)
{
	if (c->vt)
		ventus_core_set_reg(c, warp, lane, reg, value);
	else if (reg != 0)
		golden_row(c, &c->warp[warp], reg)[lane] = value;
}

uint32_t golden_pc(const struct golden_core *c, uint32_t warp)
{
	return c->warp[warp].pc;
}

uint32_t golden_tmask(const struct golden_core *c, uint32_t warp)
{
	return c->warp[warp].tmask;
}

bool golden_interruptible(const struct golden_core *c, uint32_t warp)
{
	return golden_enabled(&c->warp[warp]);
}

uint32_t golden_fcsr(const struct golden_core *c, uint32_t warp)
{
	return c->warp[warp].frm << 5 | c->warp[warp].fflags;
}

uint32_t golden_depth(const struct golden_core *c, uint32_t warp)
{
	return c->warp[warp].depth;
}

bool golden_stacked(const struct golden_core *c, uint32_t warp, uint32_t place,
		    struct golden_stacked *out)
{
	const struct golden_entry *e;

	if (place >= c->warp[warp].depth)
		return false;
	if (c->vt) {
		*out = ventus_core_entry(c, warp, place);
		return true;
	}
	e = &c->warp[warp].stack[place];
	*out = (struct golden_stacked){ e->mask, e->pc, e->is_else };
	return true;
}

uint32_t golden_active(const struct golden_core *c)
{
	return c->active;
}

uint32_t golden_waiting(const struct golden_core *c)
{
	return c->waiting;
}

int golden_barrier(const struct golden_core *c, uint32_t warp)
{
	for (uint32_t id = 0; id < c->cfg.barriers; id++)
		if (c->waiters[id] >> warp & 1)
			return (int)id;
	return -1;
}

const struct golden_stats *golden_stats(const struct golden_core *c)
{
	return &c->stats;
}
