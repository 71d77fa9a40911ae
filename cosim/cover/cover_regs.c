/* cover_regs.c - coverage of operands, destinations and hazards
 * SPDX-License-Identifier: Apache-2.0
 *
 * A hazard is counted between an instruction and the last writer, or reader, of
 * the same register, if they are at most COVER_NEAR instructions apart. The
 * last writer and reader are kept per warp and register, in cover_touch.
 */
#include "cosim/cover/cover.h"
#include "cosim/cover/operands.h"

/* The registers that FX reads: bit 0 rs1, bit 1 rs2, bit 2 rs3. */
static uint32_t source_mask(const struct golden_effect *fx)
{
	bool only_reads = isa_insn(fx->op)->class == ISA_CLASS_CSR &&
			  fx->kind != GOLDEN_CSR_WRITE;

	return only_reads ? 0 : isa_reads(fx->op);
}

/* The threads whose registers FX reads. */
static uint32_t reading_threads(const struct golden_effect *fx)
{
	return isa_reads_leader(fx->op) ? fx->tmask & ~(fx->tmask - 1) :
					  fx->tmask;
}

/* --- values ----------------------------------------------------------- */

/* The class of V: 0, 1, -1, least, greatest, other. */
static size_t value_class(uint32_t v)
{
	switch (v) {
	case 0: return 0;
	case 1: return 1;
	case UINT32_MAX: return 2;
	case 0x80000000: return 3;
	case 0x7FFFFFFF: return 4;
	}
	return 5;
}

size_t cover_value(uint32_t v)
{
	return AT(VALUE, ZERO) + value_class(v);
}

static void count_values(struct core *c, enum coverage_group g, enum isa_op op,
			 uint32_t reg, const uint32_t *value, uint32_t threads)
{
	uint32_t seen = 0;

	if (!reg) {
		cover_hit(c, g, op, AT(VALUE, X0), 0);
		return;
	}
	for (; threads; threads &= threads - 1)
		seen |= 1u << value_class(value[lowest(threads)]);
	for (; seen; seen &= seen - 1)
		cover_hit(c, g, op, AT(VALUE, ZERO) + lowest(seen), 0);
}

static void count_pairs(struct core *c, const struct golden_effect *fx,
			uint32_t threads)
{
	const struct cover_moment *now = &c->cover->now;
	const struct isa_regs f = fx->regs;
	bool equal = false, differ = false;

	for (uint32_t m = threads; m; m &= m - 1) {
		uint32_t a = now->first[lowest(m)], b = now->second[lowest(m)];

		equal = equal || a == b;
		differ = differ || a != b;
		if (value_class(a) < 5 && value_class(b) < 5)
			cover_hit(c, COVERAGE_CORNERS, fx->op, value_class(a),
				  value_class(b));
	}
	if (f.rs1 == f.rs2)
		cover_hit(c, COVERAGE_OPERANDS, fx->op, AT(PAIR, SAME), 0);
	else if (equal)
		cover_hit(c, COVERAGE_OPERANDS, fx->op, AT(PAIR, EQUAL), 0);
	if (differ)
		cover_hit(c, COVERAGE_OPERANDS, fx->op, AT(PAIR, DIFFER), 0);
	if (fx->equal1 && fx->equal2 && fx->tmask & (fx->tmask - 1))
		cover_hit(c, COVERAGE_OPERANDS, fx->op, AT(PAIR, UNIFORM), 0);
}

static void count_operands(struct core *c, const struct golden_effect *fx)
{
	const struct cover_moment *now = &c->cover->now;
	const struct isa_regs f = fx->regs;
	uint32_t threads = reading_threads(fx);

	if (operands_first(fx->op))
		count_values(c, COVERAGE_RS1, fx->op, f.rs1, now->first,
			     threads);
	if (operands_second(fx->op))
		count_values(c, COVERAGE_RS2, fx->op, f.rs2, now->second,
			     threads);
	if (operands_both(fx->op))
		count_pairs(c, fx, threads);
}

/* --- floating point --------------------------------------------------- */

static size_t number_class(uint32_t a)
{
	uint32_t exponent = a >> 23 & 255, fraction = a & 0x7FFFFF;
	size_t far = exponent == 255 ? 3 : exponent ? 2 : fraction ? 1 : 0;

	if (exponent == 255 && fraction)
		return fraction >> 22 ? AT(NUMBER, QUIET) :
		       AT(NUMBER, SIGNALING);
	return a >> 31 ? AT(NUMBER, MINUS_ZERO) - far : AT(NUMBER, ZERO) + far;
}

static void count_numbers(struct core *c, const struct golden_effect *fx,
			  size_t operand, const uint32_t *value)
{
	uint32_t seen = 0;

	if (!operands_float(fx->op, (uint32_t)operand))
		return;
	for (uint32_t m = fx->tmask; m; m &= m - 1)
		seen |= 1u << number_class(value[lowest(m)]);
	for (; seen; seen &= seen - 1)
		cover_hit(c, COVERAGE_NUMBERS, fx->op, lowest(seen), operand);
}

static void count_floats(struct core *c, const struct golden_effect *fx)
{
	const struct cover_moment *now = &c->cover->now;
	uint32_t rm = fx->insn >> 12 & 7;

	if (isa_insn(fx->op)->class != ISA_CLASS_FLOAT)
		return;
	if (isa_insn(fx->op)->rounds)
		cover_hit(c, COVERAGE_ROUNDING, fx->op,
			  rm == ISA_ROUND_DYN ? AT(MODE, DYN_RNE) +
				(golden_fcsr(c->golden, fx->warp) >> 5) : rm,
			  0);
	if (!fx->flags)
		cover_hit(c, COVERAGE_FLAGS, fx->op, AT(FLAG, NONE), 0);
	for (uint32_t f = fx->flags; f; f &= f - 1)
		cover_hit(c, COVERAGE_FLAGS, fx->op, lowest(f), 0);
	count_numbers(c, fx, AT(OPERAND, FIRST), now->first);
	count_numbers(c, fx, AT(OPERAND, SECOND), now->second);
	count_numbers(c, fx, AT(OPERAND, THIRD), now->third);
}

/* --- fields of the instruction ---------------------------------------- */

static void count_destination(struct core *c, const struct golden_effect *fx)
{
	uint32_t read = isa_reads(fx->op);
	const struct isa_regs f = fx->regs;
	size_t at = AT(DEST, OTHER);

	if (!isa_insn(fx->op)->rd)
		return;
	if (!f.rd)
		at = AT(DEST, X0);
	else if (read & 1 && f.rd == f.rs1)
		at = AT(DEST, RS1);
	else if (read & 2 && f.rd == f.rs2)
		at = AT(DEST, RS2);
	cover_hit(c, COVERAGE_DESTINATION, fx->op, at, 0);
}

/* The class of V, a constant between MIN and MAX. */
static size_t constant_class(int32_t v, int32_t min, int32_t max)
{
	if (v == 0 || v == 1 || v == -1)
		return v == 0 ? AT(IMM, ZERO) : v == 1 ? AT(IMM, ONE) :
		       AT(IMM, MINUS);
	return v == min ? AT(IMM, MIN) : v == max ? AT(IMM, MAX) :
	       AT(IMM, OTHER);
}

static void count_immediate(struct core *c, const struct golden_effect *fx)
{
	int32_t word = (int32_t)fx->insn, store;
	size_t at;

	switch (isa_insn(fx->op)->format) {
	case ISA_FMT_I:
	case ISA_FMT_LOAD:
	case ISA_FMT_JALR:
		at = constant_class(word >> 20, -2048, 2047);
		break;
	case ISA_FMT_STORE:
		store = (word >> 25) * 32 + (int32_t)(fx->insn >> 7 & 31);
		at = constant_class(store, -2048, 2047);
		break;
	case ISA_FMT_SHAMT:
		at = constant_class(word >> 20 & 31, 0, 31);
		break;
	case ISA_FMT_U:
		at = constant_class(word >> 12, -0x80000, 0x7FFFF);
		break;
	case ISA_FMT_CSRI:
		at = constant_class(word >> 15 & 31, 0, 31);
		break;
	default:
		return;
	}
	cover_hit(c, COVERAGE_IMMEDIATE, fx->op, at, 0);
}

/* --- hazards ---------------------------------------------------------- */

static size_t user_of(const struct core *c, const struct golden_effect *fx,
		      bool second)
{
	switch (cover_class(c, fx)) {
	case AT(CLASS, MUL): return AT(USER, MUL);
	case AT(CLASS, DIV): return AT(USER, DIV);
	case AT(CLASS, FLOAT): return AT(USER, FLOAT);
	case AT(CLASS, LOAD): return AT(USER, ADDRESS);
	case AT(CLASS, STORE):
		return second ? AT(USER, DATA) : AT(USER, ADDRESS);
	case AT(CLASS, ATOMIC): return AT(USER, ATOMIC);
	case AT(CLASS, BRANCH): return AT(USER, BRANCH);
	case AT(CLASS, JUMP): return AT(USER, JUMP);
	case AT(CLASS, CSR): return AT(USER, CSR);
	case AT(CLASS, WARP): return AT(USER, WARP);
	}
	return AT(USER, ALU);
}

/* The number of S in a cover_touch: 0 stands for none, 1 for a wspawn before
 * all. */
static uint64_t touch_number(const struct slot *s)
{
	return s->number + 2;
}

/* The place on axis DISTANCE from T to the instruction NUMBER; SIZE_MAX if T is
 * not near before it. */
static size_t distance(const struct cover_touch *t, uint64_t number)
{
	uint64_t d = number - t->number;

	if (!t->number || d > COVER_NEAR || !d)
		return SIZE_MAX;
	return d < 4 ? (size_t)d - 1 : AT(DISTANCE, FEW);
}

size_t cover_distance(const struct cover_touch *t, const struct slot *s)
{
	return distance(t, touch_number(s));
}

void cover_touched(struct cover_touch *t, const struct slot *s, size_t place)
{
	*t = (struct cover_touch){ touch_number(s), s->fx.tmask,
				   (uint8_t)place };
}

static size_t mask_class(uint32_t older, uint32_t mask)
{
	if (!(older & mask))
		return AT(MASKS, DISJOINT);
	if (older == mask)
		return AT(MASKS, SAME);
	return mask & ~older ? AT(MASKS, MORE) : AT(MASKS, FEWER);
}

static void note_masks(struct core *c, size_t hazard,
		       const struct cover_touch *t, uint32_t tmask)
{
	cover_hit(c, COVERAGE_HAZARD_LANES, hazard, mask_class(t->mask, tmask),
		  cover_lanes(c, tmask));
}

static size_t wait_class(const struct core *c, const struct slot *s,
			 uint32_t reg)
{
	uint64_t there = c->warps[s->fx.warp].written[reg] + OPERAND_STAGES;
	uint64_t wait = s->issue_cycle - there;

	return wait == 0 ? AT(WAIT, NONE) : wait <= 3 ? AT(WAIT, FEW) :
	       AT(WAIT, MORE);
}

static void count_read(struct core *c, const struct slot *s, uint32_t reg,
		       bool second)
{
	struct cover_warp *w = &c->cover->warps[s->fx.warp];
	const struct cover_touch *t = &w->writer[reg];
	size_t user = user_of(c, &s->fx, second);
	size_t d = distance(t, touch_number(s));

	if (!reg)
		return;
	if (d != SIZE_MAX) {
		cover_hit(c, COVERAGE_RAW, t->place, user, d);
		cover_hit(c, COVERAGE_RAW_WAIT, t->place, user,
			  wait_class(c, s, reg));
		note_masks(c, AT(HAZARD, RAW), t, s->fx.tmask);
	}
	w->reader[reg] = (struct cover_touch){ touch_number(s), s->fx.tmask,
					       (uint8_t)user };
}

static void count_write(struct core *c, const struct slot *s,
			const struct golden_write *to, uint32_t reg)
{
	struct cover_warp *w = &c->cover->warps[s->fx.warp];
	struct cover_touch *t = &w->writer[reg], *r = &w->reader[reg];
	size_t unit = cover_unit(c, &s->fx);
	size_t behind = distance(t, touch_number(s));
	size_t read = distance(r, touch_number(s));

	if (behind != SIZE_MAX) {
		cover_hit(c, COVERAGE_WAW, t->place, unit, behind);
		note_masks(c, AT(HAZARD, WAW), t, s->fx.tmask);
	}
	if (read != SIZE_MAX) {
		cover_hit(c, COVERAGE_WAR, r->place, unit, read);
		note_masks(c, AT(HAZARD, WAR), r, s->fx.tmask);
	}
	*t = (struct cover_touch){ touch_number(s), to->lanes, (uint8_t)unit };
}

/* wspawn counts as the instruction before the first of the started warp. */
static void note_start(struct core *c, const struct golden_write *to)
{
	uint32_t warp = to->warp;

	c->cover->warps[warp].writer[to->reg] = (struct cover_touch){
		c->warps[warp].next + 1, 1, (uint8_t)AT(UNIT, SPAWN)
	};
}

static void count_writes(struct core *c, const struct slot *s,
			 const struct golden_write *to)
{
	if (!to->lanes)
		return;
	if (s->fx.kind == GOLDEN_WSPAWN) {
		note_start(c, to);
		return;
	}
	for (uint32_t i = 0; i < to->count; i++)
		count_write(c, s, to, to->reg + i);
}

static void count_hazards(struct core *c, const struct slot *s)
{
	const struct isa_regs f = s->fx.regs;
	uint32_t read = source_mask(&s->fx);

	if (s->fx.kind == GOLDEN_TRAP && s->fx.cause == ISA_CAUSE_ILLEGAL)
		return; /* a warp of a block goes on behind it, as another */
	if (read & 1)
		count_read(c, s, f.rs1, false);
	if (read & 2)
		count_read(c, s, f.rs2, true);
	if (read & 4)
		count_read(c, s, f.rs3, true);
	for (int i = 0; i < GOLDEN_WRITES; i++)
		count_writes(c, s, &s->fx.write[i]);
}

void cover_registers(struct core *c, const struct slot *s)
{
	count_operands(c, &s->fx);
	count_destination(c, &s->fx);
	count_immediate(c, &s->fx);
	count_floats(c, &s->fx);
	count_hazards(c, s);
}
