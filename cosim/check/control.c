/* control.c - control records: the next pc and the lanes of each warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * A branch, a jump, another instruction of warp control, or a trap has a
 * control record. Control records of a core come in the order of issue. Each
 * must show golden's next pc, active lanes and depth of the stack. Two kinds of
 * record belong to no instruction: the stop of a core after a bus error, and
 * the halt of all warps after a write of mexit.
 */
#include "cosim/check/dispatch.h"
#include "cosim/check/rules.h"
#include "cosim/check/slot.h"
#include "cosim/state/errors.h"
#include "cosim/state/head.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/state.h"

#include <string.h>

/* The op field, as in the table of doc/trace.md. */
enum op {
	OP_BRANCH, OP_SPLIT, OP_JOIN, OP_TMC, OP_WSPAWN, OP_BAR, OP_EBREAK,
	OP_FENCE_I, OP_TRAP, OP_CLONE, OP_CSR_WRITE, OP_HARDWARE_ERROR,
	OP_EXIT, OP_MRET, OP_INTERRUPT, OP_FENCE
};

static enum op op_of(enum golden_kind kind)
{
	switch (kind) {
	case GOLDEN_SPLIT: return OP_SPLIT;
	case GOLDEN_JOIN: return OP_JOIN;
	case GOLDEN_TMC: return OP_TMC;
	case GOLDEN_WSPAWN: return OP_WSPAWN;
	case GOLDEN_BAR: return OP_BAR;
	case GOLDEN_HALT: return OP_EBREAK;
	case GOLDEN_FENCE_I: return OP_FENCE_I;
	case GOLDEN_TRAP: return OP_TRAP;
	case GOLDEN_CLONE: return OP_CLONE;
	case GOLDEN_CSR_WRITE: return OP_CSR_WRITE;
	case GOLDEN_MRET: return OP_MRET;
	case GOLDEN_INTERRUPT: return OP_INTERRUPT;
	case GOLDEN_FENCE: return OP_FENCE;
	case GOLDEN_PLAIN:
	case GOLDEN_LOAD:
	case GOLDEN_STORE:
	case GOLDEN_ATOMIC:
	case GOLDEN_BRANCH:
		break;
	}
	return OP_BRANCH;
}

/* The fields of the record after seq, each with the check that a difference
 * fails. */
enum { FIELDS = 8 };

static const struct {
	const char *name;
	enum cosim_check check;
} fields[FIELDS] = {
	{ "op",         COSIM_CONTROL_OP },
	{ "cause",      COSIM_CONTROL_TRAP },
	{ "tval",       COSIM_CONTROL_TRAP },
	{ "next pc",    COSIM_CONTROL_PC },
	{ "tmask",      COSIM_CONTROL_TMASK },
	{ "aux mask",   COSIM_CONTROL_AUX },
	{ "aux value",  COSIM_CONTROL_AUX },
	{ "depth",      COSIM_CONTROL_DEPTH }
};

static void read_fields(const uint32_t *r, uint32_t *f)
{
	f[0] = rec_control_op(r);
	f[1] = rec_control_cause(r);
	f[2] = rec_control_tval(r);
	f[3] = rec_control_next_pc(r);
	f[4] = rec_control_tmask(r);
	f[5] = rec_control_aux_mask(r);
	f[6] = rec_control_aux_value(r);
	f[7] = rec_control_depth(r);
}

static void want_fields(const struct slot *s, uint32_t *f)
{
	f[0] = op_of(s->fx.kind);
	f[1] = s->traps ? s->fx.cause : 0;
	f[2] = s->traps ? s->fx.tval : 0;
	f[3] = s->traps ? s->fx.pc : s->fx.next_pc;
	f[4] = s->fx.next_tmask;
	f[5] = s->fx.aux_mask;
	f[6] = s->fx.aux_value;
	f[7] = s->fx.depth;
}

static int check_order(struct core *c, uint32_t warp, uint32_t seq)
{
	const struct slot *s = slot_of(&c->warps[warp], seq), *next;
	const struct due *first;

	if (!s->control_due)
		return fail(c, COSIM_CONTROL_UNKNOWN, warp,
			    s->retire_due ? s : NULL, "warp %u seq %u %s", warp,
			    seq, s->retire_due ? "has no control record to come"
			    : "is not in flight");
	first = &c->control[c->control_head];
	next = &c->warps[first->warp].slots[first->slot];
	if (next == s)
		return 0;
	fail(c, COSIM_CONTROL_ORDER, warp, s,
	     "the instruction at pc 0x%08x of warp %u comes first",
	     next->fx.pc, first->warp);
	fail_diff(c->all, "warp", warp, first->warp);
	fail_diff(c->all, "seq", seq, slot_seq(next));
	return 1;
}

static int check_fields(struct core *c, const uint32_t *r,
			const struct slot *s)
{
	uint32_t got[FIELDS], want[FIELDS];
	int bad = 0;

	read_fields(r, got);
	want_fields(s, want);
	for (int i = 0; i < FIELDS; i++) {
		if (got[i] == want[i])
			continue;
		if (!bad++)
			fail(c, fields[i].check, s->fx.warp, s,
			     "the %s is wrong", fields[i].name);
		fail_row(c->all, fields[i].name, got[i], want[i]);
	}
	return bad != 0;
}

static void release_warps(struct core *c, uint32_t warps)
{
	for (; warps; warps &= warps - 1) {
		struct warp *w = &c->warps[lowest(warps)];

		w->holds -= w->holds != 0;      /* 0: it was killed */
		w->ready_cycle = w->released = c->all->cycle;
	}
}

/* Does S write the CSR at ADDRESS? */
static bool writes_csr(const struct slot *s, uint32_t address)
{
	return s->fx.kind == GOLDEN_CSR_WRITE && s->fx.aux_mask == address;
}

/* After the first write of mexit every core must stop, and record that. */
static void note_exit(struct core *c, const struct slot *s)
{
	if (!writes_csr(s, ISA_CSR_MEXIT) || c->exit_seen ||
	    c->all->cfg.dispatch)
		return;
	for (uint32_t i = 0; i < c->all->cfg.cores; i++) {
		struct core *k = &c->all->core[i];

		k->exit_seen = k->exit_due = true;
		k->exit_cycle = c->all->cycle;
	}
}

/* Records exit code and first trap as the host must see them: in the order in
 * which instructions act. With several cores that is not the order of issue,
 * which golden uses. With dispatch the run has neither. */
static void note_end(struct core *c, const struct slot *s)
{
	struct cosim *all = c->all;
	bool counts = !all->end.exits || all->end.exit_cycle == all->cycle;

	if (s->traps) {
		if (counts && !all->end.trap.valid && !all->cfg.dispatch)
			all->end.trap = (struct golden_trap){
				.valid = true, .core = c->id,
				.warp = s->fx.warp, .pc = s->fx.pc,
				.insn = s->fx.insn, .cause = s->fx.cause,
				.tval = s->fx.tval
			};
		return;
	}
	if (all->cfg.dispatch || all->end.exits ||
	    (!writes_csr(s, ISA_CSR_MEXIT) &&
	     (s->fx.next_tmask || c->id != 0)))
		return;
	all->end.exit_code = s->fx.aux_value;
	all->end.exits = s->fx.next_tmask != 0;
	all->end.exit_cycle = all->cycle;
}

/* The FLUSH_* bits of S; 0: S does not flush. */
static uint32_t flush_of(const struct slot *s)
{
	if (s->fx.kind == GOLDEN_FENCE)
		return (isa_fence_releases(s->fx.insn) ? FLUSH_KEEP : 0) |
		       (isa_fence_acquires(s->fx.insn) ? FLUSH_DROP : 0);
	return s->fx.kind == GOLDEN_FENCE_I ? FLUSH_KEEP :
	       s->fx.aux_value & FLUSH_DROP ? FLUSH_KEEP | FLUSH_DROP :
	       s->fx.aux_value & FLUSH_KEEP;
}

/* A flush begins with its control record. It must be complete when the warp
 * issues again. */
static void note_flush(struct core *c, const struct slot *s)
{
	struct warp *w = &c->warps[s->fx.warp];

	if (s->fx.kind != GOLDEN_FENCE && s->fx.kind != GOLDEN_FENCE_I &&
	    !writes_csr(s, ISA_CSR_MFLUSH))
		return;
	w->flushed = c->all->event;
	w->drained = 0;
	w->flush = flush_of(s);
}

/* Releases the warps that expect_control held, and notes the effects of S. */
static void confirm(struct core *c, struct slot *s)
{
	uint32_t self = UINT32_C(1) << s->fx.warp;

	c->control_head = (c->control_head + 1) % 64;
	c->control_count--;
	s->control_due = false;
	release_warps(c, self);
	if (s->fx.kind == GOLDEN_BAR)
		release_warps(c, s->fx.aux_mask & ~self);
	if (s->fx.kind == GOLDEN_WSPAWN)
		release_warps(c, s->fx.aux_mask);
	if (s->changes_active)
		c->active_confirmed++;
	note_flush(c, s);
	note_end(c, s);
	note_exit(c, s);
	if (c->all->cfg.dispatch)
		dispatch_control(c, s, s->traps ||
				 writes_csr(s, ISA_CSR_MEXIT));
	timer_control(c, s);
	slot_step(c, s, COSIM_STEP_CONTROL, s->fx.tmask);
	if (s->traps)
		slot_retired(c, s->fx.warp, s);
	else if (s->bare)
		slot_finish(c, s->fx.warp, s);
	slot_settle(c, s->fx.warp, s);
}

/* Is ADDR the first of a beat of the bus, and did memory respond with an error?
 * The access may be to the beat, or to its line if there is a cache. */
static bool failed_at(const struct core *c, uint32_t addr)
{
	uint32_t n = c->cache ? c->all->own.dcache.line : c->all->own.bus_bytes;

	return addr % c->all->own.bus_bytes == 0 &&
	       errors_at(c, COSIM_DBUS, addr & ~(n - 1), n);
}

/* Notes that no warp is active any more. */
static void all_halt(struct core *c)
{
	c->active_log[++c->active_issued % ACTIVE_LOG] = 0;
	c->active_confirmed++;
	c->end_cycle = c->all->cycle;
}

/* The core stops after a bus error. No control record may be to come. */
static int check_error_stop(struct core *c, const uint32_t *r)
{
	uint32_t got[FIELDS], want[FIELDS] = { OP_HARDWARE_ERROR, 19 };
	uint32_t tval = rec_control_tval(r);
	bool active = golden_active(c->golden) != 0;

	read_fields(r, got);
	want[2] = got[2];
	if (memcmp(got, want, sizeof got) != 0 || rec_head_warp(r) ||
	    rec_head_seq(r) ||
	    c->control_count || !c->stop_due || !failed_at(c, tval))
		return fail(c, COSIM_CONTROL_STOP, GOLDEN_MAX_WARPS, NULL,
			    "cause %u, tval 0x%08x, with %u control records "
			    "to come and %s", rec_control_cause(r), tval,
			    c->control_count,
			    failed_at(c, tval) ? "an error" : "no error there");
	c->stop_due = false;
	c->stopped = true;
	if (c->all->cfg.dispatch)
		dispatch_stopped(c);
	golden_hardware_error(c->golden, tval);
	if (!c->all->end.trap.valid)
		c->all->end.trap = (struct golden_trap){
			.valid = true, .core = c->id, .cause = want[1],
			.tval = tval
		};
	if (active)
		all_halt(c);
	return 0;
}

/* All warps halt after a write of mexit. No control record may be to come. */
static int check_exit_stop(struct core *c, const uint32_t *r)
{
	uint32_t got[FIELDS], want[FIELDS] = { OP_EXIT };
	bool active = golden_active(c->golden) != 0;

	read_fields(r, got);
	if (memcmp(got, want, sizeof got) != 0 || rec_head_warp(r) ||
	    rec_head_seq(r) ||
	    c->control_count || !c->exit_due)
		return fail(c, COSIM_CONTROL_STOP, GOLDEN_MAX_WARPS, NULL,
			    "all warps halt with %u control records to come "
			    "and mexit %swritten", c->control_count,
			    c->exit_due ? "" : "not ");
	c->exit_due = false;
	golden_stop(c->golden);
	if (active)
		all_halt(c);
	return 0;
}

int control_record(struct core *c, const uint32_t *r)
{
	uint32_t warp = rec_head_warp(r), seq = rec_head_seq(r);
	struct slot *s;

	if (head_check(c, r, REC_KIND_control, 0))
		return 1;
	if (rec_control_op(r) == OP_HARDWARE_ERROR)
		return check_error_stop(c, r);
	if (rec_control_op(r) == OP_EXIT)
		return check_exit_stop(c, r);
	if (check_order(c, warp, seq))
		return 1;
	s = slot_of(&c->warps[warp], seq);
	if (check_fields(c, r, s))
		return 1;
	confirm(c, s);
	return 0;
}
