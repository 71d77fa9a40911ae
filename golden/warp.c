/* warp.c - instructions of a warp as a whole: SIMT, CSR and system
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each function executes the instruction D at w->pc. It checks for traps first,
 * and changes state only if there is none.
 */
#include "golden/core.h"

/* The operand of a warp instruction: register REG of the leader. */
static uint32_t operand(const struct golden_core *c,
			const struct golden_warp *w, uint32_t reg)
{
	return golden_row(c, w, reg)[golden_lead(w->tmask)];
}

static enum golden_flow advance(struct golden_warp *w)
{
	w->pc += 4;
	return GOLDEN_GO;
}

static enum golden_flow halt(struct golden_core *c, struct golden_warp *w)
{
	golden_halt(c, w);
	w->pc += 4;
	return GOLDEN_STOP;
}

enum golden_flow golden_illegal(struct golden_core *c, struct golden_warp *w,
				const struct golden_insn *d)
{
	return golden_trap(c, w, 2, d->imm);
}

/* Accesses take effect at once in the golden model, so fences do nothing. */
enum golden_flow golden_fence(struct golden_core *c, struct golden_warp *w,
			      const struct golden_insn *d)
{
	(void)c;
	(void)d;
	return advance(w);
}

enum golden_flow golden_fence_i(struct golden_core *c, struct golden_warp *w,
				const struct golden_insn *d)
{
	return golden_fence(c, w, d);
}

enum golden_flow golden_ecall(struct golden_core *c, struct golden_warp *w,
			      const struct golden_insn *d)
{
	(void)d;
	return golden_trap(c, w, 11, 0);
}

enum golden_flow golden_ebreak(struct golden_core *c, struct golden_warp *w,
			       const struct golden_insn *d)
{
	(void)d;
	return halt(c, w);
}

static enum golden_flow csr_access(struct golden_core *c, struct golden_warp *w,
				   const struct golden_insn *d)
{
	uint32_t value = golden_csr_result(c, w, d);
	uint32_t *rd = golden_row(c, w, d->rd);

	for (uint32_t m = w->tmask; m; m &= m - 1) {
		uint32_t lane = golden_lead(m);
		golden_csr(c, w, lane, d->imm, &rd[lane]);
	}
	w->pc += 4;
	if (!golden_writes_csr(d))
		return GOLDEN_GO;
	golden_csr_write(c, w, d->imm, value);
	return GOLDEN_PAUSE;
}

/* Predecode has made unknown CSRs, and writes of read-only ones, illegal. The
 * golden model has no caches, so a write of mflush has no effect. A block that
 * shares its core must not set the timer of all. */
enum golden_flow golden_csr_access(struct golden_core *c, struct golden_warp *w,
				   const struct golden_insn *d)
{
	if (c->cfg.dispatch && d->imm == GOLDEN_CSR_MTICK &&
	    golden_writes_csr(d) && !golden_whole(c, w))
		return golden_trap(c, w, ISA_CAUSE_ILLEGAL,
				   c->forced ? *c->forced :
				   golden_word(c, w->pc));
	return csr_access(c, w, d);
}

enum golden_flow golden_mret(struct golden_core *c, struct golden_warp *w,
			     const struct golden_insn *d)
{
	(void)c;
	(void)d;
	w->pc = w->mepc;
	w->mstatus = GOLDEN_MPIE | (w->mstatus & GOLDEN_MPIE ? GOLDEN_MIE : 0);
	return GOLDEN_PAUSE;
}

enum golden_flow golden_tmc(struct golden_core *c, struct golden_warp *w,
			    const struct golden_insn *d)
{
	uint32_t n = operand(c, w, d->rs1);

	if (n > c->cfg.threads)
		return golden_trap(c, w, 25, n);
	if (n == 0)
		return halt(c, w);
	golden_set_tmask(c, w, c->all >> (c->cfg.threads - n));
	return advance(w);
}

enum golden_flow golden_wspawn(struct golden_core *c, struct golden_warp *w,
			       const struct golden_insn *d)
{
	uint32_t target = operand(c, w, d->rs1), value = operand(c, w, d->rs2);
	uint32_t every = UINT32_MAX >> (GOLDEN_MAX_WARPS - c->cfg.warps);
	struct golden_warp *started;

	if (target % 4 != 0)
		return golden_trap(c, w, 0, target);
	if (c->active == every || (c->cfg.dispatch && !golden_whole(c, w)))
		return golden_trap(c, w, 24, target);
	started = &c->warp[golden_lead(~c->active)];
	golden_row(c, started, d->rd)[0] = value;
	golden_start(c, started, target, 1);
	if (c->cfg.dispatch)
		golden_block_spawned(c, w, started);
	return advance(w);
}

enum golden_flow golden_split(struct golden_core *c, struct golden_warp *w,
			      const struct golden_insn *d)
{
	const uint32_t *x = golden_row(c, w, d->rs1);
	uint32_t holds = 0, fails;
	bool diverges;

	for (uint32_t m = w->tmask; m; m &= m - 1)
		if (x[golden_lead(m)] != 0)
			holds |= m & -m;
	fails = w->tmask & ~holds;
	diverges = holds && fails;
	if (c->cfg.stack - w->depth < (diverges ? 2u : 1u))
		return golden_trap(c, w, 28, 0);
	w->stack[w->depth++] = (struct golden_entry){ .mask = w->tmask };
	if (diverges) {
		c->stats.diverged++;
		w->stack[w->depth++] = (struct golden_entry){
			.mask = fails, .pc = w->pc + 4, .is_else = true };
		golden_set_tmask(c, w, holds);
	}
	return advance(w);
}

enum golden_flow golden_join(struct golden_core *c, struct golden_warp *w,
			     const struct golden_insn *d)
{
	struct golden_entry top;

	(void)d;
	if (w->depth == 0)
		return golden_trap(c, w, 27, 0);
	top = w->stack[--w->depth];
	golden_set_tmask(c, w, top.mask);
	w->pc = top.is_else ? top.pc : w->pc + 4;
	return golden_interrupted(c, w) ? GOLDEN_PAUSE : GOLDEN_GO;
}

enum golden_flow golden_bar(struct golden_core *c, struct golden_warp *w,
			    const struct golden_insn *d)
{
	uint32_t id = operand(c, w, d->rs1), n = operand(c, w, d->rs2);
	uint32_t self = UINT32_C(1) << w->id, present;
	uint32_t barriers = c->cfg.barriers;

	if (c->cfg.dispatch)
		barriers = golden_block_of(c, w)->bars;
	if (id >= barriers)
		return golden_trap(c, w, 29, id);
	if (n > c->cfg.warps)
		return golden_trap(c, w, 30, n);
	if (c->cfg.dispatch)
		id += golden_block_of(c, w)->bar;
	present = c->waiters[id] | self;
	w->pc += 4;
	if ((uint32_t)__builtin_popcount(present) >= n) {
		c->waiting &= ~present;
		c->waiters[id] = 0;
		return GOLDEN_GO;
	}
	c->waiting |= self;
	c->waiters[id] = present;
	return GOLDEN_STOP;
}

enum golden_flow golden_clone(struct golden_core *c, struct golden_warp *w,
			      const struct golden_insn *d)
{
	uint32_t thread = operand(c, w, d->rs1);

	if (thread >= c->cfg.threads)
		return golden_trap(c, w, 26, thread);
	for (uint32_t reg = 1; reg < ISA_REGS; reg++) {
		uint32_t *x = golden_row(c, w, reg);
		x[thread] = x[0];
	}
	return advance(w);
}

/* The result for every active thread. HOLDS: the active threads whose operand
 * is not zero. */
static uint32_t vote(enum isa_op op, uint32_t holds, uint32_t active)
{
	switch ((unsigned)op) {
	case ISA_VOTE_ALL: return holds == active;
	case ISA_VOTE_ANY: return holds != 0;
	case ISA_VOTE_UNI: return holds == active || holds == 0;
	default: return holds;
	}
}

enum golden_flow golden_vote(struct golden_core *c, struct golden_warp *w,
			     const struct golden_insn *d)
{
	const uint32_t *x = golden_row(c, w, d->rs1);
	uint32_t *rd = golden_row(c, w, d->rd);
	uint32_t holds = 0, result;

	for (uint32_t m = w->tmask; m; m &= m - 1)
		if (x[golden_lead(m)] != 0)
			holds |= m & -m;
	result = vote((enum isa_op)d->op, holds, w->tmask);
	for (uint32_t m = w->tmask; m; m &= m - 1)
		rd[golden_lead(m)] = result;
	return advance(w);
}

/* The source thread of thread I, with the operand FROM. If there is none in its
 * segment, the result is negative or at least GOLDEN_MAX_THREADS. */
static int32_t shuffle_source(enum isa_op op, int32_t i, uint32_t from)
{
	int32_t b = from & 63, c = from >> 6 & 63, mask = from >> 12 & 63;
	int32_t first = i & mask, last = first | (c & ~mask), source;

	switch ((unsigned)op) {
	case ISA_SHFL_UP: return i - b >= first ? i - b : -1;
	case ISA_SHFL_DOWN: source = i + b; break;
	case ISA_SHFL_BFLY: source = i ^ b; break;
	default: source = first | (b & ~mask); break;
	}
	return source <= last ? source : -1;
}

enum golden_flow golden_shfl(struct golden_core *c, struct golden_warp *w,
			     const struct golden_insn *d)
{
	const uint32_t *from = golden_row(c, w, d->rs2);
	uint32_t *rd = golden_row(c, w, d->rd), held[GOLDEN_MAX_THREADS];

	for (uint32_t m = w->tmask; m; m &= m - 1)
		held[golden_lead(m)] =
			golden_row(c, w, d->rs1)[golden_lead(m)];
	for (uint32_t m = w->tmask; m; m &= m - 1) {
		uint32_t i = golden_lead(m);
		int32_t source = shuffle_source((enum isa_op)d->op, (int32_t)i,
						from[i]);
		bool given = source >= 0 && source < GOLDEN_MAX_THREADS &&
			     w->tmask >> source & 1;

		rd[i] = held[given ? (uint32_t)source : i];
	}
	return advance(w);
}
