/* cover.c - coverage of Ventus' cores
 * SPDX-License-Identifier: Apache-2.0
 *
 * A prefix is an instruction of its own; what it reaches is counted at the next
 * one of its warp.
 */
#include "cosim/cover/cover.h"
#include "cosim/cover/ventus/rules.h"

static enum vt_op op_of(const struct core *c)
{
	return vt_decode(c->cover->now.insn);
}

static struct cover_warp *warp_of(struct core *c)
{
	return &c->cover->warps[c->cover->now.warp];
}

/* The prefix in front of the instruction. */
static struct vt_prefix prefix_of(struct core *c)
{
	uint32_t word = warp_of(c)->prefix;

	return word ? vt_prefix_of(vt_decode(word), word) :
		      (struct vt_prefix){ 0 };
}

/* --- operands ----------------------------------------------------------- */

/* The number that the core has for register FIELD of FILE with bits HIGH. */
static uint32_t reg_of(enum vt_file file, uint32_t field, uint32_t high)
{
	return (file == VT_FILE_V ? VT_CORE_X : 0) + (field & 31) + 32 * high;
}

/* Writes the values of a register of FILE to VALUE, and its number to *REG. */
static void read_operand(struct core *c, enum vt_file file, uint32_t field,
			 uint32_t high, uint32_t *value, uint32_t *reg)
{
	struct cover_moment *now = &c->cover->now;

	*reg = reg_of(file, field, high);
	if (file == VT_FILE_NONE || *reg >= golden_reg_count(&c->all->cfg))
		return;
	for (uint32_t m = now->tmask | 1; m; m &= m - 1)
		value[lowest(m)] = golden_reg(c->golden, now->warp, lowest(m),
					      *reg);
}

void cover_ventus_before(struct core *c)
{
	struct cover_moment *now = &c->cover->now;
	const struct vt_prefix p = prefix_of(c);
	enum vt_op op = op_of(c);
	uint32_t v0;

	now->reg1 = now->reg2 = 0;
	if (op == VT_INVALID)
		return;
	read_operand(c, vt_row(op)->rs1, now->insn >> 15, p.rs1, now->first,
		     &now->reg1);
	read_operand(c, vt_row(op)->rs2, now->insn >> 20, p.rs2, now->second,
		     &now->reg2);
	if (vt_row(op)->maskable || vt_merges(op))
		read_operand(c, VT_FILE_V, 0, 0, now->third, &v0);
}

static void count_values(struct core *c, enum coverage_group g, enum vt_op op,
			 enum vt_file file, uint32_t reg, const uint32_t *value)
{
	uint32_t threads = file == VT_FILE_V ? c->cover->now.tmask : 1;

	if (file == VT_FILE_NONE)
		return;
	if (file == VT_FILE_X && reg == 0) {
		cover_hit(c, g, op, AT(VALUE, X0), 0);
		return;
	}
	for (; threads; threads &= threads - 1)
		cover_hit(c, g, op, cover_value(value[lowest(threads)]), 0);
}

/* --- one instruction ---------------------------------------------------- */

static void count_prefix(struct core *c, enum vt_op op)
{
	const struct vt_prefix p = prefix_of(c);
	const struct vt_row *row = vt_row(op);
	bool rd = p.rd && row->rd, rs1 = p.rs1 && row->rs1;
	bool rs2 = p.rs2 && row->rs2, imm = p.has_imm && vt_grows(op);

	if (row->class == VT_CLASS_PREFIX || !(rd || rs1 || rs2 || imm))
		cover_hit(c, COVERAGE_VT_PREFIX, op, AT(VT_PREFIX, NONE), 0);
	if (row->class == VT_CLASS_PREFIX)
		return;
	if (rd)
		cover_hit(c, COVERAGE_VT_PREFIX, op, AT(VT_PREFIX, RD), 0);
	if (rs1)
		cover_hit(c, COVERAGE_VT_PREFIX, op, AT(VT_PREFIX, RS1), 0);
	if (rs2)
		cover_hit(c, COVERAGE_VT_PREFIX, op, AT(VT_PREFIX, RS2), 0);
	if (imm)
		cover_hit(c, COVERAGE_VT_PREFIX, op, AT(VT_PREFIX, IMM), 0);
}

static void count_mask(struct core *c, enum vt_op op)
{
	const struct cover_moment *now = &c->cover->now;
	const struct vt_row *row = vt_row(op);
	uint32_t set = 0;
	size_t mask = AT(VT_MASK, NO);

	if (!row->maskable && !vt_merges(op))
		return;
	for (uint32_t m = now->tmask; m; m &= m - 1)
		set |= (now->third[lowest(m)] & 1) << lowest(m);
	if (vt_merges(op) || !(now->insn >> 25 & 1))
		mask = set == now->tmask ? AT(VT_MASK, ALL) :
		       set ? AT(VT_MASK, SOME) : AT(VT_MASK, NONE);
	cover_hit(c, COVERAGE_VT_MASK, op, mask, 0);
}

/* The mode of the word, or that of frm, which vector instructions have. */
static void count_mode(struct core *c, const struct slot *s, enum vt_op op)
{
	uint32_t mode = c->cover->now.insn >> 12 & 7;
	uint32_t frm;

	if (vt_row(op)->rounds && mode != ISA_ROUND_DYN)
		cover_hit(c, COVERAGE_VT_MODE, op, mode, 0);
	else if (golden_csr_value(c->golden, s->fx.warp, 0, VT_CSR_FRM,
				  &frm))
		cover_hit(c, COVERAGE_VT_MODE, op, AT(MODE, DYN_RNE) + frm, 0);
}

static void count_csr(struct core *c, const struct slot *s, enum vt_op op)
{
	uint32_t address = c->cover->now.insn >> 20, i = 0;
	uint32_t kind = c->cover->now.insn >> 12 & 3;

	if (vt_row(op)->class != VT_CLASS_CSR || op == VT_SETRPC)
		return;
	while (vt_csr_row(i) && vt_csr_row(i)->address != address)
		i++;
	cover_hit(c, COVERAGE_VT_CSR, i,
		  s->fx.kind != GOLDEN_CSR_WRITE ? AT(CSR_DO, READ) :
		  kind == 1 ? AT(CSR_DO, WRITE) :
		  kind == 2 ? AT(CSR_DO, SET) : AT(CSR_DO, CLEAR), 0);
}

/* --- registers ---------------------------------------------------------- */

static void count_registers(struct core *c, const struct slot *s)
{
	struct cover_warp *w = warp_of(c);
	const struct golden_foreign *f = &s->fx.foreign;
	size_t class = cover_class(c, &s->fx);

	for (uint32_t i = 0; i < f->sources; i++) {
		uint32_t reg = f->source[i].reg;
		size_t d = cover_distance(&w->writer[reg], s);

		if (reg && d != SIZE_MAX)
			cover_hit(c, reg < VT_CORE_X ? COVERAGE_VT_RAW_X :
				  COVERAGE_VT_RAW_V, w->writer[reg].place,
				  class, d);
	}
	if (golden_writes(&s->fx) && s->fx.write[0].reg)
		cover_touched(&w->writer[s->fx.write[0].reg], s, class);
}

/* --- threads and warps -------------------------------------------------- */

static size_t nest_of(const struct core *c)
{
	uint32_t depth = c->cover->now.depth;

	return !depth ? AT(VT_NEST, NONE) : depth <= 2 ? AT(VT_NEST, ONE) :
	       AT(VT_NEST, MORE);
}

static size_t way_of(const struct core *c, const struct golden_effect *fx)
{
	uint32_t before = c->cover->now.tmask, first = fx->next_tmask;
	int more = __builtin_popcount(first) -
		   __builtin_popcount(before & ~first);
	bool goes = fx->next_pc != fx->pc + 4;

	if (first == before)
		return goes ? AT(VT_WAY, TAKEN) : AT(VT_WAY, NOT);
	return !more ? AT(VT_WAY, EQUAL) : goes ? AT(VT_WAY, THEN) :
	       AT(VT_WAY, ELSE);
}

static void count_threads(struct core *c, const struct slot *s, enum vt_op op)
{
	const struct cover_moment *now = &c->cover->now;
	const struct golden_effect *fx = &s->fx;
	size_t join;

	if (fx->kind == GOLDEN_SPLIT)
		cover_hit(c, COVERAGE_VT_BRANCH, op, way_of(c, fx),
			  nest_of(c));
	if (fx->kind != GOLDEN_JOIN)
		return;
	join = !now->depth ? AT(VT_JOIN, EMPTY) :
	       fx->depth == now->depth ? AT(VT_JOIN, OTHER) :
	       fx->next_tmask & now->tmask ? AT(VT_JOIN, RESTORE) :
					     AT(VT_JOIN, ELSE);
	cover_hit(c, COVERAGE_VT_JOIN, join, nest_of(c),
		  cover_lanes(c, now->tmask));
}

static void count_warps(struct core *c, const struct slot *s)
{
	const struct cover_moment *now = &c->cover->now;
	const struct golden_effect *fx = &s->fx;
	size_t others = cover_others(fx->warp, now->active, now->waiting);

	if (fx->kind == GOLDEN_TRAP)
		cover_hit(c, COVERAGE_VT_TRAP, cover_cause(fx->cause), others,
			  0);
	if (fx->kind == GOLDEN_BAR)
		cover_hit(c, COVERAGE_VT_BARRIER,
			  fx->waits ? AT(VT_BARRIER, WAITS) :
			  now->waiting & ~golden_waiting(c->golden) ?
			  AT(VT_BARRIER, LAST) : AT(VT_BARRIER, ALONE),
			  others, 0);
}

void cover_ventus_issued(struct core *c, const struct slot *s)
{
	const struct cover_moment *now = &c->cover->now;
	enum vt_op op = op_of(c);
	const struct vt_row *row;

	count_warps(c, s);
	if (op == VT_INVALID || s->fx.kind == GOLDEN_TRAP)
		return;
	row = vt_row(op);
	count_prefix(c, op);
	if (row->threads)
		cover_hit(c, COVERAGE_VT_LANES, op, cover_lanes(c, now->tmask),
			  0);
	count_mask(c, op);
	if (vt_computes(op)) {
		count_values(c, COVERAGE_VT_FIRST, op, row->rs1, now->reg1,
			     now->first);
		count_values(c, COVERAGE_VT_SECOND, op, row->rs2, now->reg2,
			     now->second);
	}
	if (vt_rounds(op))
		count_mode(c, s, op);
	count_csr(c, s, op);
	count_registers(c, s);
	count_threads(c, s, op);
	warp_of(c)->prefix = row->class == VT_CLASS_PREFIX ? now->insn : 0;
}
