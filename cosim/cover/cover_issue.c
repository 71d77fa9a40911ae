/* cover_issue.c - coverage of the order of issue, and of interrupts
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/cover/cover.h"
#include "machine/has.h"

#include <string.h>

void cover_before(struct core *c, uint32_t warp, uint32_t insn, bool interrupt)
{
	struct cover_moment *now = &c->cover->now;
	enum isa_op op = isa_decode(insn);
	struct isa_regs regs = { 0 };

	if (op != ISA_INVALID)
		regs = isa_regs(op, insn, machine_files(&c->all->cfg));
	now->warp = warp;
	now->insn = insn;
	now->interrupt = interrupt;
	now->tmask = golden_tmask(c->golden, warp);
	now->active = golden_active(c->golden);
	now->waiting = golden_waiting(c->golden);
	now->depth = golden_depth(c->golden, warp);
	for (uint32_t w = 0; w < c->all->cfg.warps; w++)
		now->barrier[w] = now->waiting >> w & 1 ?
				  golden_barrier(c->golden, w) : -1;
	if (c->cover->machine.ventus) {
		cover_ventus_before(c);
		return;
	}
	for (uint32_t m = golden_tmask(c->golden, warp); m; m &= m - 1) {
		uint32_t t = lowest(m);

		now->first[t] = golden_reg(c->golden, warp, t, regs.rs1);
		now->second[t] = golden_reg(c->golden, warp, t, regs.rs2);
		now->third[t] = golden_reg(c->golden, warp, t, regs.rs3);
	}
}

/* --- order of warps ------------------------------------------------------ */

static size_t turn_class(const struct cover *k, uint32_t warp)
{
	uint32_t next = k->last_warp;

	if (warp == next)
		return AT(TURN, SAME);
	do
		next = (next + 1) % GOLDEN_MAX_WARPS;
	while (!(k->now.active >> next & 1));
	return next == warp ? AT(TURN, NEXT) : AT(TURN, FAR);
}

static uint32_t count(uint32_t mask)
{
	uint32_t n = 0;

	for (; mask; mask &= mask - 1)
		n++;
	return n;
}

static void count_warps(struct core *c, size_t turn)
{
	const struct cover_moment *now = &c->cover->now;
	uint32_t n = count(now->active), waiting = count(now->waiting);
	size_t active = n == c->all->cfg.warps ? AT(ACTIVE, ALL) :
			n == 1 ? AT(ACTIVE, ONE) : n == 2 ? AT(ACTIVE, TWO) :
			AT(ACTIVE, SOME);
	size_t wait = !waiting ? AT(WAITERS, NONE) :
		      waiting + 1 == n ? AT(WAITERS, REST) : AT(WAITERS, SOME);

	cover_hit(c, COVERAGE_WARPS, active, wait, turn);
}

static void count_order(struct core *c, const struct slot *s, size_t class)
{
	struct cover *k = c->cover;
	uint64_t gap = s->issue_cycle - k->last_cycle;
	size_t turn = turn_class(k, s->fx.warp);

	if (k->issued) {
		cover_hit(c, COVERAGE_ISSUE_GAP, k->last_class, cover_gap(gap),
			  turn);
		if (gap == 1)
			cover_hit(c, COVERAGE_ISSUE_PAIR, k->last_class, class,
				  turn);
		count_warps(c, turn);
	}
	k->issued = true;
	k->last_cycle = s->issue_cycle;
	k->last_warp = s->fx.warp;
	k->last_class = (uint32_t)class;
}

/* --- interrupts ------------------------------------------------------- */

static void count_interrupt(struct core *c, const struct slot *s)
{
	const struct cover_moment *now = &c->cover->now;
	size_t lanes = cover_lanes(c, s->fx.tmask);

	cover_hit(c, COVERAGE_INTERRUPT, lanes,
		  c->cover->warps[s->fx.warp].before, 0);
	cover_hit(c, COVERAGE_INTERRUPT_STATE, lanes,
		  cover_others(s->fx.warp, now->active, now->waiting), 0);
}

/* An interrupt is pending that the warp may not take. timer_issue has checked
 * that there is no other reason to hold it. */
static void count_held(struct core *c, const struct slot *s, size_t class)
{
	if (!(c->timer.pending >> s->fx.warp & 1) ||
	    c->warps[s->fx.warp].takes)
		return;
	cover_hit(c, COVERAGE_INTERRUPT_HELD, c->cover->now.depth ?
		  AT(HELD, SPLIT) : AT(HELD, MASKED), class, 0);
}

/* --- an instruction ------------------------------------------------------ */

/* Is the word no instruction of this machine? */
static bool is_illegal(const struct golden_effect *fx)
{
	return fx->op == ISA_INVALID ||
	       (fx->kind == GOLDEN_TRAP && (fx->cause == ISA_CAUSE_ILLEGAL ||
					    fx->cause ==
					    ISA_CAUSE_FETCH_ACCESS));
}

static void count_instruction(struct core *c, const struct slot *s)
{
	cover_hit(c, COVERAGE_INSN_LANES, s->fx.op,
		  cover_lanes(c, s->fx.tmask), 0);
	cover_registers(c, s);
	if (slot_is_access(s))
		cover_addresses(c, s);
	cover_fence(c, s);
}

void cover_issued(struct core *c, const struct slot *s)
{
	struct cover_warp *w = &c->cover->warps[s->fx.warp];
	size_t class = cover_class(c, &s->fx);

	if (c->cover->machine.ventus) {
		cover_ventus_issued(c, s);
		return;
	}
	if (c->cover->now.interrupt) {
		count_interrupt(c, s);
		return;
	}
	count_order(c, s, class);
	count_held(c, s, class);
	if (!is_illegal(&s->fx))
		count_instruction(c, s);
	cover_threads(c, s);
	cover_warps(c, s);
	cover_bar(c, s);
	w->before = (uint8_t)class;
	w->ran = true;
}

/* --- retirement ------------------------------------------------------- */

static void count_overtaken(struct core *c, const struct slot *s)
{
	const struct warp *w = &c->warps[s->fx.warp];

	for (uint64_t n = 1; n <= COVER_NEAR && n <= s->number; n++) {
		const struct slot *o = &w->slots[(s->number - n) % SLOTS];

		if (o->number == s->number - n && slot_live(o))
			cover_hit(c, COVERAGE_OVERTAKE, cover_class(c, &s->fx),
				  cover_class(c, &o->fx), 0);
	}
}

void cover_retired(struct core *c, const struct slot *s)
{
	if (s->fx.kind == GOLDEN_TRAP || s->fx.kind == GOLDEN_INTERRUPT ||
	    c->cover->machine.ventus)
		return;
	count_overtaken(c, s);
	cover_requests(c, s);
}
