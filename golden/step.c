/* step.c - one instruction of one warp, and a description of its effects
 * SPDX-License-Identifier: Apache-2.0
 *
 * golden_step executes the instruction by the same loop as golden_run, limited
 * to one instruction. The effects are derived from the state before and after.
 * FX starts as zero, so a note_* function sets only what its instruction
 * has.
 */
#include "golden/core.h"
#include "golden/ventus_core.h"
#include "machine/has.h"

/* The kind of OP if it neither traps nor writes a CSR. */
static enum golden_kind kind_of(enum isa_op op)
{
	switch (op) {
#define ALU(id, value)             case ISA_##id: return GOLDEN_PLAIN;
#define ALU_IMM(id, value)         case ISA_##id: return GOLDEN_PLAIN;
#define UPPER(id, value)           case ISA_##id: return GOLDEN_PLAIN;
#define BRANCH(id, taken)          case ISA_##id: return GOLDEN_BRANCH;
#define LOAD(id, type)             case ISA_##id: return GOLDEN_LOAD;
#define STORE(id, type)            case ISA_##id: return GOLDEN_STORE;
#define JUMP(id)                   case ISA_##id: return GOLDEN_BRANCH;
#define WARP(id, function, kind)   case ISA_##id: return GOLDEN_##kind;
#include "golden/ops.def"
	}
	return GOLDEN_PLAIN;
}

static bool is_csr(const struct golden_insn *d)
{
	return d->op < ISA_OP_COUNT &&
	       isa_insn(d->op)->class == ISA_CLASS_CSR;
}

static bool extends_sign(enum isa_op op)
{
	switch ((unsigned)op) {
#define ALU(id, value)
#define ALU_IMM(id, value)
#define UPPER(id, value)
#define BRANCH(id, taken)
#define LOAD(id, type)     case ISA_##id: return (type)-1 < (type)1;
#define STORE(id, type)
#define JUMP(id)
#define WARP(id, function, kind)
#include "golden/ops.def"
	}
	return false;
}

/* State that the instruction may change, recorded before it. */
struct before {
	struct golden_insn d;
	uint32_t leader;
	uint32_t rs1;           /* x[rs1] of the leader */
	uint32_t x10;
	uint32_t written;       /* value written to a CSR */
	uint32_t active, waiting;
	uint32_t top;           /* mask of the stack's top entry */
	bool top_is_else;
	uint64_t divergent;
};

/* Do all active lanes of W have the same value in register REG? */
static bool is_uniform(const struct golden_core *c, const struct golden_warp *w,
		       uint32_t reg)
{
	const uint32_t *x = golden_row(c, w, reg);
	uint32_t differ = 0;

	for (uint32_t m = w->tmask; m; m &= m - 1)
		differ |= x[golden_lead(m)] ^ x[golden_lead(w->tmask)];
	return !differ;
}

/* Does the leader of W take the branch D? Jumps are taken. */
static bool is_taken(const struct golden_core *c, const struct golden_warp *w,
		     const struct golden_insn *d)
{
	uint32_t lead = golden_lead(w->tmask);
	const uint32_t a = golden_row(c, w, d->rs1)[lead];
	const uint32_t b = golden_row(c, w, d->rs2)[lead];

	switch (d->op) {
#define s(x) ((int32_t)(x))
#define ALU(id, value)
#define ALU_IMM(id, value)
#define UPPER(id, value)
#define BRANCH(id, taken)          case ISA_##id: return taken;
#define LOAD(id, type)
#define STORE(id, type)
#define JUMP(id)                   case ISA_##id: return true;
#define WARP(id, function, kind)
#include "golden/ops.def"
#undef s
	}
	return false;
}

static struct before record_before(const struct golden_core *c,
				   const struct golden_warp *w,
				   uint32_t word)
{
	struct before b = { .d = golden_decode_rows(c, word),
			    .leader = golden_lead(w->tmask) };

	b.rs1 = golden_row(c, w, b.d.rs1)[b.leader];
	b.x10 = golden_row(c, w, 10)[b.leader];
	if (is_csr(&b.d))
		b.written = golden_csr_result(c, w, &b.d);
	b.active = c->active;
	b.waiting = c->waiting;
	b.divergent = c->stats.divergent_branches;
	if (w->depth) {
		b.top = w->stack[w->depth - 1].mask;
		b.top_is_else = w->stack[w->depth - 1].is_else;
	}
	return b;
}

static void note_access(const struct golden_core *c,
			const struct golden_warp *w,
			const struct golden_insn *d, struct golden_effect *fx)
{
	const uint32_t *base = golden_row(c, w, d->rs1);
	const uint32_t *data = golden_row(c, w, d->rs2);
	struct golden_access *a = &fx->access;

	const uint32_t *expected = golden_row(c, w, d->rd);
	bool compares = isa_reads(fx->op) & 4;

	a->op = fx->kind == GOLDEN_ATOMIC ? GOLDEN_UPDATE :
		fx->kind == GOLDEN_STORE ? GOLDEN_WRITE : GOLDEN_READ;
	a->size = isa_access_bytes(fx->op);
	a->sign = extends_sign(fx->op);
	a->lanes = w->tmask;
	for (uint32_t m = w->tmask; m; m &= m - 1) {
		uint32_t lane = golden_lead(m);

		a->addr[lane] = golden_home(c->memory, base[lane] + d->imm);
		if (a->op == GOLDEN_UPDATE) {
			a->data[lane] = data[lane];
			a->expected[lane] = compares ? expected[lane] : 0;
		}
		if (a->op == GOLDEN_WRITE)
			a->data[lane] = data[lane] &
					(UINT32_MAX >> (32 - 8 * a->size));
	}
}

/* Notes the first write: REG of LANES of W. x0 is not written. */
static void note_register(const struct golden_core *c,
			  const struct golden_warp *w, uint32_t reg,
			  uint32_t lanes, struct golden_effect *fx)
{
	struct golden_write *to = &fx->write[0];

	*to = (struct golden_write){
		.warp = w->id, .reg = reg, .count = 1
	};
	if (!reg)
		return;
	to->lanes = lanes;
	memcpy(to->data, golden_row(c, w, reg),
	       c->cfg.threads * sizeof *to->data);
}

static void note_write(const struct golden_core *c, const struct golden_warp *w,
		       const struct golden_insn *d, struct golden_effect *fx)
{
	note_register(c, w, d->rd, fx->tmask, fx);
}

static void note_split(const struct golden_warp *w, struct golden_effect *fx)
{
	fx->aux_value = fx->tmask;
	if (w->stack[w->depth - 1].is_else)
		fx->aux_mask = w->stack[w->depth - 1].mask;
}

static void note_wspawn(const struct golden_core *c, const struct before *b,
			struct golden_effect *fx)
{
	const struct golden_warp *started;

	fx->aux_mask = c->active & ~b->active;
	started = &c->warp[golden_lead(fx->aux_mask)];
	fx->aux_value = started->pc;
	note_register(c, started, b->d.rd, 1, fx);
}

/* Whom the barrier of a block releases comes with the end of the phase. */
static void note_bar(const struct golden_core *c, const struct golden_warp *w,
		     const struct before *b, struct golden_effect *fx)
{
	uint32_t self = UINT32_C(1) << w->id;

	fx->waits = c->waiting & self;
	if (fx->op == ISA_BAR || fx->op == ISA_BAR_WAIT)
		fx->aux_value = b->rs1;
	if (fx->op == ISA_BAR && !fx->waits)
		fx->aux_mask = (b->waiting & ~c->waiting) | self;
	if (fx->op == ISA_BAR_ARRIVE)
		note_write(c, w, &b->d, fx);
}

static void note_clone(const struct before *b, struct golden_effect *fx)
{
	fx->aux_mask = UINT32_C(1) << b->rs1;
	fx->write[0] = (struct golden_write){
		.warp = fx->warp, .reg = 1, .lanes = fx->aux_mask,
		.count = isa_reg_count(fx->held) - 1
	};
}

static void note_csr_write(const struct golden_core *c,
			   const struct golden_warp *w,
			   const struct before *b, struct golden_effect *fx)
{
	fx->aux_mask = b->d.imm;
	fx->aux_value = b->written;
	note_write(c, w, &b->d, fx);
}

static void note_after(const struct golden_core *c, const struct golden_warp *w,
		       const struct before *b, struct golden_effect *fx)
{
	fx->next_pc = w->pc;
	fx->next_tmask = w->tmask;
	fx->depth = w->depth;
	fx->divergent = c->stats.divergent_branches != b->divergent;
}

static void note_kind(const struct golden_core *c, const struct golden_warp *w,
		      const struct before *b, struct golden_effect *fx)
{
	switch (fx->kind) {
	case GOLDEN_PLAIN:
		if (is_csr(&b->d) && golden_csr_volatile(c, b->d.imm))
			fx->volatile_csr = b->d.imm;
		note_write(c, w, &b->d, fx);
		break;
	case GOLDEN_ATOMIC:
		fx->access.stores = c->stored;
		memcpy(fx->access.found, c->found, sizeof c->found);
		note_write(c, w, &b->d, fx);
		break;
	case GOLDEN_LOAD:
	case GOLDEN_BRANCH:
		note_write(c, w, &b->d, fx);
		break;
	case GOLDEN_SPLIT:
		note_split(w, fx);
		break;
	case GOLDEN_JOIN:
		fx->aux_mask = b->top;
		fx->aux_value = b->top_is_else;
		break;
	case GOLDEN_TMC:
	case GOLDEN_HALT:
		fx->aux_value = w->tmask ? 0 : b->x10;
		break;
	case GOLDEN_WSPAWN:
		note_wspawn(c, b, fx);
		break;
	case GOLDEN_BAR:
		note_bar(c, w, b, fx);
		break;
	case GOLDEN_CLONE:
		note_clone(b, fx);
		break;
	case GOLDEN_CSR_WRITE:
		note_csr_write(c, w, b, fx);
		break;
	case GOLDEN_STORE:
	case GOLDEN_FENCE:
	case GOLDEN_FENCE_I:
	case GOLDEN_MRET:
	case GOLDEN_INTERRUPT:
	case GOLDEN_TRAP:
		break;
	}
}

/* Replaces the decoded instruction at the pc of W by WORD. Returns its place,
 * or NULL outside RAM; the caller marks it undecoded afterwards. */
static struct golden_insn *force_insn(struct golden_core *c,
				      const struct golden_warp *w,
				      const uint32_t *word)
{
	struct golden_page *p = golden_fetch(c, w->pc);
	struct golden_insn *d =
		p ? &p->insn[w->pc % GOLDEN_PAGE_BYTES / 4] : NULL;

	if (d)
		*d = golden_predecode(c, *word);
	return d;
}

static void execute(struct golden_core *c, struct golden_warp *w,
		    const uint32_t *forced)
{
	struct golden_insn *patched = NULL;

	c->last_trap.valid = false;
	c->forced = forced;
	if (forced)
		patched = force_insn(c, w, forced);
	c->run(c, w, 1);
	if (patched)
		patched->op = GOLDEN_UNDECODED;
	c->forced = NULL;
}

/* Executes a floating-point instruction and notes the flags that it raises. */
static void execute_float(struct golden_core *c, struct golden_warp *w,
			  const uint32_t *forced, struct golden_effect *fx)
{
	uint32_t before = w->fflags;

	w->fflags = 0;
	execute(c, w, forced);
	fx->flags = w->fflags;
	w->fflags |= before;
}

static void note_trap(const struct golden_trap *t, struct golden_effect *fx)
{
	fx->kind = GOLDEN_TRAP;
	fx->access.op = GOLDEN_NO_ACCESS;
	fx->cause = t->cause;
	fx->tval = t->tval;
}

static bool can_step(const struct golden_core *c, uint32_t warp)
{
	return warp < c->cfg.warps && (c->active & ~c->waiting) >> warp & 1;
}

int golden_fetch_error(struct golden_core *c, uint32_t warp,
		       struct golden_effect *fx)
{
	struct golden_warp *w = &c->warp[warp];

	if (!can_step(c, warp))
		return GOLDEN_E_INACTIVE;
	*fx = (struct golden_effect){ .core = c->id, .warp = warp,
				      .op = ISA_INVALID, .pc = w->pc,
				      .tmask = w->tmask };
	golden_trap(c, w, 1, w->pc);
	fx->next_pc = w->pc;
	fx->next_tmask = w->tmask;
	fx->depth = w->depth;
	note_trap(&c->last_trap, fx);
	return 0;
}

int golden_interrupt(struct golden_core *c, uint32_t warp,
		     struct golden_effect *fx)
{
	struct golden_warp *w = &c->warp[warp];

	if (!can_step(c, warp))
		return GOLDEN_E_INACTIVE;
	*fx = (struct golden_effect){ .kind = GOLDEN_INTERRUPT,
				      .op = ISA_INVALID, .core = c->id,
				      .warp = warp,
				      .pc = w->pc, .tmask = w->tmask };
	golden_take(c, w);
	fx->next_pc = w->pc;
	fx->next_tmask = w->tmask;
	fx->depth = w->depth;
	return 0;
}

int golden_step(struct golden_core *c, uint32_t warp, const uint32_t *insn,
		struct golden_effect *fx)
{
	struct golden_warp *w = &c->warp[warp];
	struct before b;

	if (!can_step(c, warp))
		return GOLDEN_E_INACTIVE;
	if (c->vt)
		return ventus_core_step(c, w, insn, fx);
	*fx = (struct golden_effect){ .core = c->id, .warp = warp,
				      .pc = w->pc,
				      .tmask = w->tmask };
	fx->held = machine_files(&c->cfg);
	if (golden_in_ram(c, w->pc))
		fx->insn = insn ? *insn : golden_word(c, w->pc);
	b = record_before(c, w, fx->insn);
	fx->op = (enum isa_op)b.d.op;
	if (fx->op != ISA_INVALID)
		fx->regs = isa_regs(fx->op, fx->insn, fx->held);
	fx->kind = is_csr(&b.d) && golden_writes_csr(&b.d) ? GOLDEN_CSR_WRITE :
		   kind_of(fx->op);
	fx->equal1 = is_uniform(c, w, b.d.rs1);
	fx->equal2 = is_uniform(c, w, b.d.rs2);
	fx->equal3 = is_uniform(c, w, fx->regs.rs3);
	fx->taken = is_taken(c, w, &b.d);
	if (fx->kind == GOLDEN_LOAD || fx->kind == GOLDEN_STORE ||
	    fx->kind == GOLDEN_ATOMIC)
		note_access(c, w, &b.d, fx);
	if (c->machine->watch) {
		if (golden_holds(c, fx))
			return GOLDEN_E_HELD;
		golden_tell_before(c, fx);
	}
	golden_count_idle(c, fx);
	if (fx->op < ISA_OP_COUNT && isa_insn(fx->op)->class == ISA_CLASS_FLOAT)
		execute_float(c, w, insn, fx);
	else
		execute(c, w, insn);
	if (c->active != b.active)
		c->machine->unchanged = 0;
	note_after(c, w, &b, fx);
	if (c->last_trap.valid)
		note_trap(&c->last_trap, fx);
	else
		note_kind(c, w, &b, fx);
	if (c->machine->watch)
		golden_tell_after(c, fx);
	return 0;
}
