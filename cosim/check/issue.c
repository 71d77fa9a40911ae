/* issue.c - issue records: golden executes, and results are expected
 * SPDX-License-Identifier: Apache-2.0
 *
 * An issue record fixes the order of a warp's instructions. The checker tests
 * that the warp may issue this instruction, lets golden execute it, tests
 * hazards between registers, and then expects the records of its effects.
 */
#include "cosim/check/dispatch.h"
#include "cosim/check/rules.h"
#include "cosim/check/slot.h"
#include "cosim/check/sources.h"
#include "cosim/cover/cover.h"
#include "cosim/level/flat.h"
#include "cosim/level/level.h"
#include "cosim/level/stale.h"
#include "cosim/state/errors.h"
#include "cosim/state/head.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/profile.h"

#include <string.h>

struct issue {
	uint32_t warp, seq, pc, insn, tmask;
	bool fault, interrupt;
};

/* The insn field of an interrupt's record (doc/trace.md). */
#define INTERRUPT_WORD UINT32_C(0x30500073)

/* --- may the warp issue this instruction? ------------------------------ */

static int check_state(struct core *c, const struct issue *i)
{
	const struct warp *w = &c->warps[i->warp];
	uint32_t bit = UINT32_C(1) << i->warp;

	if (!(golden_active(c->golden) & bit))
		return fail(c, COSIM_ISSUE_INACTIVE, i->warp, NULL,
			    "warp %u has halted, yet issues 0x%08x at 0x%08x",
			    i->warp, i->insn, i->pc);
	if (c->exit_due && c->all->cycle > c->exit_cycle + EXIT_SLACK)
		return fail(c, COSIM_ISSUE_EXIT, i->warp, NULL, "warp %u "
			    "issues 0x%08x at 0x%08x; mexit was written in "
			    "cycle %llu", i->warp, i->insn, i->pc,
			    (unsigned long long)c->exit_cycle);
	if (c->all->cfg.dispatch && dispatch_cut(c, i->warp))
		return fail(c, COSIM_ISSUE_CUT, i->warp, NULL, "warp %u "
			    "issues 0x%08x at 0x%08x", i->warp, i->insn, i->pc);
	if (golden_waiting(c->golden) & bit || w->until_full)
		return fail(c, COSIM_ISSUE_WAITING, i->warp, NULL,
			    "warp %u waits at a barrier that is not full, yet "
			    "issues 0x%08x at 0x%08x", i->warp, i->insn, i->pc);
	if (w->holds)
		return fail(c, COSIM_ISSUE_EARLY, i->warp, NULL,
			    "warp %u issues 0x%08x at 0x%08x before the "
			    "control record of warp %u's instruction",
			    i->warp, i->insn, i->pc, w->held_by);
	return 0;
}

static int check_fields(struct core *c, const struct issue *i)
{
	uint32_t seq = (uint32_t)(c->warps[i->warp].next % SEQS);
	uint32_t pc = golden_pc(c->golden, i->warp);
	uint32_t tmask = golden_tmask(c->golden, i->warp);
	enum cosim_check check = COSIM_ISSUE_TMASK;

	if (i->seq == seq && i->pc == pc && i->tmask == tmask)
		return 0;
	if (i->seq != seq)
		check = COSIM_ISSUE_SEQ;
	else if (i->pc != pc)
		check = COSIM_ISSUE_PC;
	fail(c, check, i->warp, NULL, "warp %u issues 0x%08x as number %u, "
	     "pc 0x%08x, tmask 0x%x", i->warp, i->insn, i->seq, i->pc,
	     i->tmask);
	fail_diff(c->all, "seq", i->seq, seq);
	fail_diff(c->all, "pc", i->pc, pc);
	fail_diff(c->all, "tmask", i->tmask, tmask);
	return 1;
}

static int fetch_fail(struct core *c, const struct issue *i, uint32_t memory)
{
	struct cosim_mismatch *m = &c->all->mismatch;

	fail(c, COSIM_ISSUE_FETCH, i->warp, NULL, "warp %u issues a word that "
	     "memory has not held at 0x%08x since the warp's last fence.i",
	     i->warp, i->pc);
	fail_row(c->all, "instruction", i->insn, memory);
	m->has_insn = true;
	m->seq = i->seq;
	m->pc = i->pc;
	m->insn = memory;
	return 1;
}

/* Has no read of the word at PC been good? */
static bool never_good(const struct cosim *c, uint32_t pc)
{
	return !bit_get(c->good, (pc - c->cfg.ram_base) >> 2);
}

/* Must the fetch fail? Fetches outside RAM fail. A word whose first read had an
 * error response stays an error, and may make the rest of its cache line fail.
 * Not so with a second-level cache: stores can complete its line. */
static bool must_fault(const struct core *c, const struct issue *i)
{
	const struct shape_cache *icache = &c->all->own.icache;
	uint32_t line = icache->size ? icache->line : 0;

	if (!in_ram(c->all, i->pc))
		return true;
	if (!c->all->l2 && errors_at(c, COSIM_IBUS, i->pc, 4) &&
	    (i->fault || never_good(c->all, i->pc)))
		return true;
	return i->fault && line &&
	       errors_at(c, COSIM_IBUS, i->pc & ~(line - 1), line);
}

/* An interrupt is not fetched: its record has a fixed word. */
static int check_interrupt(struct core *c, const struct issue *i)
{
	if (!i->fault && i->insn == INTERRUPT_WORD)
		return 0;
	fail(c, COSIM_ISSUE_FETCH, i->warp, NULL, "warp %u is interrupted at "
	     "0x%08x", i->warp, i->pc);
	fail_diff(c->all, "fetch fault", i->fault, 0);
	fail_diff(c->all, "instruction", i->insn, INTERRUPT_WORD);
	return 1;
}

static int check_insn(struct core *c, const struct issue *i)
{
	bool fault = must_fault(c, i);
	uint32_t memory;

	if (i->interrupt)
		return check_interrupt(c, i);
	if (i->fault != fault || (fault && i->insn)) {
		fail(c, COSIM_ISSUE_FAULT, i->warp, NULL,
		     "pc 0x%08x is %s RAM", i->pc,
		     in_ram(c->all, i->pc) ? "inside" : "outside");
		fail_diff(c->all, "fetch fault", i->fault, fault);
		if (fault)
			fail_diff(c->all, "instruction", i->insn, 0);
		return 1;
	}
	if (fault)
		return 0;
	memory = mirror_word(c, i->pc);
	if (i->insn == memory)
		return 0;
	if (!stale_had(c->all->stale, i->pc, i->insn, c->warps[i->warp].synced))
		return fetch_fail(c, i, memory);
	c->all->stats.stale_fetches++;
	return 0;
}

/* --- hazards ---------------------------------------------------------- */

static int raw_fail(struct core *c, const struct slot *s, uint32_t reg,
		    uint32_t lanes)
{
	fail(c, COSIM_ISSUE_RAW, s->fx.warp, s,
	     "%s of lanes 0x%x is still to be written",
	     golden_reg_name(&c->all->cfg, reg), lanes);
	fail_row(c->all, "pending lanes", lanes, 0);
	return 1;
}

/* Operands are selected OPERAND_STAGES cycles before the record. A result can
 * be selected in the cycle of its write at the earliest. */
static int check_selected(struct core *c, const struct slot *s, uint32_t reg)
{
	uint64_t written = c->warps[s->fx.warp].written[reg];

	if (!written || s->issue_cycle >= written + OPERAND_STAGES)
		return 0;
	fail(c, COSIM_ISSUE_RAW, s->fx.warp, s, "%s was written in cycle %llu",
	     golden_reg_name(&c->all->cfg, reg), (unsigned long long)written);
	fail_row(c->all, "cycle of issue", (uint32_t)s->issue_cycle,
		 (uint32_t)written + OPERAND_STAGES);
	return 1;
}

static int check_sources(struct core *c, const struct slot *s)
{
	const uint32_t *busy = c->warps[s->fx.warp].busy;
	struct sources src;

	slot_sources(&s->fx, &src);
	for (uint32_t i = 0; i < src.count; i++)
		if (busy[src.reg[i]] & src.lanes[i])
			return raw_fail(c, s, src.reg[i],
					busy[src.reg[i]] & src.lanes[i]);
	for (uint32_t i = 0; i < src.count; i++)
		if (check_selected(c, s, src.reg[i]))
			return 1;
	if (s->fx.kind == GOLDEN_CLONE)
		for (uint32_t reg = 1; reg < ISA_REGS; reg++)
			if (busy[reg] & 1)
				return raw_fail(c, s, reg, 1);
	return 0;
}

/* Marks register REG of the write W as pending. */
static int claim_register(struct core *c, const struct slot *s,
			  const struct golden_write *w, uint32_t reg)
{
	uint32_t *busy = &c->warps[w->warp].busy[reg];
	uint32_t both = *busy & w->lanes;

	if (both) {
		fail(c, COSIM_ISSUE_WAW, s->fx.warp, s, "an older write of %s "
		     "of warp %u, lanes 0x%x, is still to come",
		     golden_reg_name(&c->all->cfg, reg), w->warp, both);
		fail_row(c->all, "pending lanes", both, 0);
		return 1;
	}
	*busy |= w->lanes;
	return 0;
}

static int claim_writes(struct core *c, const struct slot *s)
{
	for (int i = 0; i < GOLDEN_WRITES; i++) {
		const struct golden_write *w = &s->fx.write[i];

		for (uint32_t n = 0; w->lanes && n < w->count; n++)
			if (claim_register(c, s, w, w->reg + n))
				return 1;
	}
	return 0;
}

static bool must_drain(const struct golden_effect *fx)
{
	if (fx->foreign.valid)
		return fx->kind != GOLDEN_TRAP &&
		       fx->foreign.waits != ISA_WAITS_NONE;
	return fx->kind == GOLDEN_CSR_WRITE || fx->kind == GOLDEN_INTERRUPT ||
	       (fx->kind != GOLDEN_TRAP && fx->op != ISA_INVALID &&
		isa_waits(fx->op, fx->insn) != ISA_WAITS_NONE);
}

static int check_drain(struct core *c, const struct slot *s)
{
	const struct warp *w = &c->warps[s->fx.warp];
	const struct slot *first;

	if (!must_drain(&s->fx) || !w->mem_count)
		return 0;
	first = &w->slots[w->mem[0]];
	fail(c, COSIM_ISSUE_DRAIN, s->fx.warp, s,
	     "the access of seq %u at pc 0x%08x has not performed",
	     slot_seq(first), first->fx.pc);
	fail_row(c->all, "pending accesses", w->mem_count, 0);
	return 1;
}

/* --- expected records -------------------------------------------------- */

/* WARPS may not issue before one more control record of warp BY. */
static void hold_warps(struct core *c, uint32_t warps, uint32_t by)
{
	for (; warps; warps &= warps - 1) {
		struct warp *w = &c->warps[lowest(warps)];

		w->holds++;
		w->held_by = by;
	}
}

static void expect_control(struct core *c, struct slot *s)
{
	uint32_t self = UINT32_C(1) << s->fx.warp;
	uint32_t at = (c->control_head + c->control_count++) % 64;

	s->control_due = true;
	c->control[at].warp = (uint8_t)s->fx.warp;
	c->control[at].slot = (uint8_t)(s->number % SLOTS);
	hold_warps(c, self, s->fx.warp);
	if (s->fx.kind == GOLDEN_BAR)
		hold_warps(c, s->fx.aux_mask & ~self, s->fx.warp);
	if (s->fx.kind == GOLDEN_WSPAWN)
		hold_warps(c, s->fx.aux_mask, s->fx.warp);
	if (s->fx.kind == GOLDEN_FENCE_I)
		c->warps[s->fx.warp].synced = c->all->event;
}

/* Notes the order that a full barrier, or the start of a warp, imposes. */
static void note_order(struct core *c, const struct slot *s)
{
	uint64_t next = s->order + 1;
	uint32_t started;

	if (s->fx.kind == GOLDEN_BAR && s->fx.aux_mask)
		flat_barrier(c->all->flat, c->first, s->fx.aux_mask, next);
	if (s->fx.kind != GOLDEN_WSPAWN)
		return;
	started = lowest(s->fx.aux_mask);
	flat_spawn(c->all->flat, c->first + s->fx.warp, c->first + started,
		   next);
	c->warps[started].synced = c->cache || c->all->own.icache.size ?
				   c->code_synced : c->all->event;
}

static void mark_dirty_pages(struct core *c, const struct slot *s)
{
	const struct flat_storer store = { c->id, c->first + s->fx.warp,
					  s->order };
	struct cosim *all = c->all;

	for (uint32_t m = s->fx.access.lanes; m; m &= m - 1) {
		uint32_t addr = s->fx.access.addr[lowest(m)];

		if (!in_ram(all, addr))
			continue;
		bit_set(all->dirty, (addr - all->cfg.ram_base) >> PAGE_SHIFT);
		if (all->weak && !flat_announce(all->flat,
						addr - all->cfg.ram_base,
						s->fx.access.size, &store))
			all->bus_lost = true;
	}
}

static void expect_access(struct core *c, struct slot *s)
{
	struct warp *w = &c->warps[s->fx.warp];
	uint32_t low = UINT32_MAX, high = 0;

	if (!s->fx.access.lanes)
		return;
	for (uint32_t m = s->fx.access.lanes; m; m &= m - 1) {
		uint32_t addr = s->fx.access.addr[lowest(m)];

		low = addr < low ? addr : low;
		high = addr > high ? addr : high;
	}
	s->addr_low = low;
	s->addr_high = high + s->fx.access.size - 1;
	w->mem[w->mem_count++] = (uint16_t)(s->number % SLOTS);
	if (s->fx.kind == GOLDEN_STORE || s->fx.kind == GOLDEN_ATOMIC)
		mark_dirty_pages(c, s);
}

static void log_active(struct core *c, struct slot *s, uint32_t before)
{
	uint32_t after = golden_active(c->golden);

	if (before == after)
		return;
	s->changes_active = true;
	c->active_log[++c->active_issued % ACTIVE_LOG] = after;
	if (!after)
		c->end_cycle = c->all->cycle;
}

/* Does an instruction of this KIND have a control record? A fence has one only
 * if the caches take part in it. */
static bool needs_control(const struct core *c, enum golden_kind kind)
{
	return kind != GOLDEN_PLAIN && kind != GOLDEN_LOAD &&
	       kind != GOLDEN_STORE && kind != GOLDEN_ATOMIC &&
	       (kind != GOLDEN_FENCE || c->all->weak);
}

/* Does the control record retire the instruction, since it has no result?
 * Copies of clone have retire records of their own. */
static bool is_bare(const struct core *c, const struct golden_effect *fx)
{
	return needs_control(c, fx->kind) && !golden_writes(fx) &&
	       fx->kind != GOLDEN_TRAP && fx->kind != GOLDEN_CLONE;
}

/* The unit that computes the result. For a load it is refined when the load
 * performs. */
static enum cosim_source source_of(const struct golden_effect *fx)
{
	if (fx->kind == GOLDEN_LOAD || fx->kind == GOLDEN_ATOMIC)
		return COSIM_FROM_MEMORY;
	if (fx->kind == GOLDEN_WSPAWN || fx->kind == GOLDEN_CLONE)
		return COSIM_FROM_CONTROL;
	if (fx->op == ISA_INVALID && !fx->foreign.valid)
		return COSIM_FROM_ALU;
	switch (fx->foreign.valid ? fx->foreign.class :
				    isa_insn(fx->op)->class) {
	case ISA_CLASS_MUL: return COSIM_FROM_MULTIPLIER;
	case ISA_CLASS_DIV: return COSIM_FROM_DIVIDER;
	case ISA_CLASS_FLOAT: return COSIM_FROM_FLOAT;
	case ISA_CLASS_CSR: return COSIM_FROM_CSR;
	case ISA_CLASS_ALU:
	case ISA_CLASS_LOAD:
	case ISA_CLASS_STORE:
	case ISA_CLASS_ATOMIC:
	case ISA_CLASS_BRANCH:
	case ISA_CLASS_JUMP:
	case ISA_CLASS_FENCE:
	case ISA_CLASS_SYSTEM:
	case ISA_CLASS_SIMT: break;
	}
	return COSIM_FROM_ALU;
}

static void init_slot(struct core *c, struct slot *s)
{
	uint64_t retired = c->retired;

	s->number = c->warps[s->fx.warp].next++;
	s->order = ++c->all->stats.issued;
	c->issued++;
	s->issue_cycle = c->all->cycle;
	s->issue_event = c->all->event;
	s->traps = s->fx.kind == GOLDEN_TRAP;
	s->bare = is_bare(c, &s->fx);
	s->retire_due = !s->traps && !s->bare;
	s->control_due = s->bound = s->changes_active = false;
	s->performed = s->loaded = s->differs = 0;
	s->read = 0;
	s->acquired = c->warps[s->fx.warp].acquired;
	s->failed = s->raised = 0;
	memset(s->retired, 0, sizeof s->retired);
	s->clone_next = 1;
	s->retired_before = retired > RETIRE_SLACK ? retired - RETIRE_SLACK : 0;
	s->active_before = c->active_confirmed;
	s->source = source_of(&s->fx);
	s->write_cycle = s->access_cycle = s->line_cycle = 0;
	counters_issued(c, s);
	profile_issued(c, s);
	counters_select(c, s);
}

static void expect_records(struct core *c, struct slot *s, uint32_t active)
{
	struct warp *w = &c->warps[s->fx.warp];

	w->live++;
	w->ready_cycle = c->all->cycle;
	if (needs_control(c, s->fx.kind))
		expect_control(c, s);
	if (slot_is_access(s))
		expect_access(c, s);
	note_order(c, s);
	log_active(c, s, active);
}

/* --- the record ------------------------------------------------------- */

/* Golden executes the word that issued: its own memory may already have a newer
 * word, or the word may be stale. */
static int step_golden(struct core *c, const struct issue *i, struct slot *s)
{
	const uint8_t *p;
	bool same = true;

	if (i->interrupt)
		return golden_interrupt(c->golden, i->warp, &s->fx);
	if (i->fault && in_ram(c->all, i->pc))
		return golden_fetch_error(c->golden, i->warp, &s->fx);
	if (in_ram(c->all, i->pc)) {
		p = golden_ram(c->all->machine) +
		    (i->pc - c->all->cfg.ram_base);
		same = load_word(p) == i->insn;
	}
	return golden_step(c->golden, i->warp, same ? NULL : &i->insn, &s->fx);
}

static int check_divergence(struct core *c, const struct slot *s)
{
	if (!c->all->rules.strict || !s->fx.divergent)
		return 0;
	return fail(c, COSIM_DIVERGENT, s->fx.warp, s, "the program branches "
		    "with lanes that disagree; in C write __if or compile with "
		    "--plain, in assembly split and join");
}

static int execute(struct core *c, const struct issue *i)
{
	struct warp *w = &c->warps[i->warp];
	struct slot *s = &w->slots[w->next % SLOTS];
	uint32_t active = golden_active(c->golden);
	struct dispatch_before before = { .active = active };

	if (slot_live(s) && !slot_postpone(w, s))
		return fail(c, COSIM_ISSUE_WINDOW, i->warp, s,
			    "issued in cycle %llu and not complete",
			    (unsigned long long)s->issue_cycle);
	if (c->cover)
		cover_before(c, i->warp, i->insn, i->interrupt);
	if (c->all->cfg.dispatch)
		before = dispatch_before(c, i->warp);
	if (step_golden(c, i, s))
		return fail(c, COSIM_ISSUE_INACTIVE, i->warp, NULL,
			    "the golden model cannot step warp %u", i->warp);
	init_slot(c, s);
	if (check_sources(c, s) || claim_writes(c, s) || check_drain(c, s) ||
	    check_divergence(c, s))
		return 1;
	expect_records(c, s, active);
	if (c->all->cfg.dispatch)
		dispatch_issued(c, s, &before);
	slot_step(c, s, COSIM_STEP_ISSUE, s->fx.tmask);
	if (c->cover)
		cover_issued(c, s);
	return 0;
}

/* The warp issues again, so its flush must be complete. */
static int flush_complete(struct core *c, uint32_t warp)
{
	struct warp *w = &c->warps[warp];

	if (!w->flushed)
		return 0;
	if (c->cache && w->flush && level_flushed(c->cache, c, warp))
		return 1;
	w->flushed = 0;
	if (w->synced > c->code_synced)
		c->code_synced = w->synced;
	return 0;
}

int issue_record(struct core *c, const uint32_t *r)
{
	struct issue i = {
		rec_head_warp(r), rec_head_seq(r), rec_issue_pc(r),
		rec_issue_insn(r), rec_issue_tmask(r), rec_issue_fault(r),
		rec_issue_interrupt(r)
	};
	uint32_t interrupt[1] = { 0 };

	rec_set_issue_interrupt(interrupt, !c->all->cfg.timer);
	if (head_check(c, r, REC_KIND_issue, interrupt[0]) ||
	    check_state(c, &i) ||
	    check_fields(c, &i) || flush_complete(c, i.warp) ||
	    check_insn(c, &i) || timer_issue(c, i.warp, i.interrupt))
		return 1;
	return execute(c, &i);
}
