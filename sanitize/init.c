/* init.c - values that nobody has written
 * SPDX-License-Identifier: Apache-2.0
 *
 * A mask for each register of each lane, and for each byte of memory, says
 * which bits come from memory that nobody has written. Loads and copies of such
 * bits are no finding: structures are copied with their gaps. A finding is a
 * value that decides something, or leaves: a branch, split, vote or operand of
 * a warp, an address, the console, the exit code, and a store by the program
 * (not by the runtime) to a variable, block or buffer, with a byte of which no
 * bit is known.
 */
#include <inttypes.h>
#include <string.h>

#include "golden/bytes.h"
#include "sanitize/state.h"

/* LANE uses register REG of FX, which has unknown bits. */
static void report(struct san *k, const struct golden_effect *fx, uint32_t lane,
		   uint32_t reg, const char *use)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);
	uint32_t from = san_reg(k, w->origin, reg)[lane], at;
	struct san_space *s = san_space(k, fx->core, from, &at);
	struct san_finding *f = san_finding(k, SAN_OF_INIT, fx->pc, 0);

	if (!f)
		return;
	if (s)
		san_text(k, f, "%s depends on memory that nobody has written",
			 use);
	else
		san_text(k, f, "%s depends on %s, which nobody has set", use,
			 isa_reg_name(reg));
	san_side(k, f, "uses it", fx, lane);
	if (s)
		san_at(k, f, s->core, from, 1, 0);
	san_tell(k, f);
}

/* --- what an instruction makes of unknown bits ------------------------ */

static uint32_t upward(uint32_t v) { return v | (0 - v); }
static uint32_t all_or_none(uint32_t v) { return v ? UINT32_MAX : 0; }

static uint32_t by_and(uint32_t a, uint32_t va, uint32_t b, uint32_t vb)
{
	return (va | vb) & (a | va) & (b | vb);
}

static uint32_t shifted(enum isa_op op, uint32_t va, uint32_t by, uint32_t vb)
{
	by &= 31;
	if (vb & 31)
		return UINT32_MAX;
	switch ((unsigned)op) {
	case ISA_SLL: case ISA_SLLI:
		return va << by;
	case ISA_SRL: case ISA_SRLI:
		return va >> by;
	case ISA_SRA: case ISA_SRAI:
		return (uint32_t)((int32_t)va >> by);
	default: /* ror, rori */
		return va >> by | va << ((0 - by) & 31);
	}
}

static uint32_t unknown_of(const struct golden_effect *fx, uint32_t a,
			   uint32_t va, uint32_t b, uint32_t vb, uint32_t vc)
{
	switch ((unsigned)fx->op) {
	case ISA_LUI: case ISA_AUIPC: case ISA_JAL: case ISA_JALR:
		return 0;
	case ISA_ADD: case ISA_ADDI: case ISA_SUB: case ISA_MUL:
		return fx->op == ISA_SUB && fx->regs.rs1 == fx->regs.rs2 ? 0 :
		       upward(va | vb);
	case ISA_SH1ADD: return upward(va << 1 | vb);
	case ISA_SH2ADD: return upward(va << 2 | vb);
	case ISA_SH3ADD: return upward(va << 3 | vb);
	case ISA_XOR: case ISA_XORI: case ISA_XNOR:
		return fx->op != ISA_XORI && fx->regs.rs1 == fx->regs.rs2 ? 0 :
		       va | vb;
	case ISA_AND: case ISA_ANDI: return by_and(a, va, b, vb);
	case ISA_OR: case ISA_ORI: return by_and(~a, va, ~b, vb);
	case ISA_ANDN: return by_and(a, va, ~b, vb);
	case ISA_ORN: return by_and(~a, va, b, vb);
	case ISA_SLL: case ISA_SRL: case ISA_SRA: case ISA_SLLI: case ISA_SRLI:
	case ISA_SRAI: case ISA_ROR: case ISA_RORI:
		return shifted(fx->op, va, b, vb);
	case ISA_SLT: case ISA_SLTU: case ISA_SLTI: case ISA_SLTIU:
	case ISA_FEQ_S: case ISA_FLT_S: case ISA_FLE_S:
		return (va | vb) != 0;
	case ISA_SEXT_B: return (uint32_t)(int8_t)va;
	case ISA_SEXT_H: return (uint32_t)(int16_t)va;
	case ISA_ZEXT_H: return va & 0xFFFF;
	case ISA_CZERO_EQZ: return vb ? UINT32_MAX : b ? va : 0;
	case ISA_CZERO_NEZ: return vb ? UINT32_MAX : b ? 0 : va;
	case ISA_FMV_X_W: case ISA_FMV_W_X: return va;
	case ISA_FSGNJ_S: case ISA_FSGNJN_S: case ISA_FSGNJX_S: return va | vb;
	default: return all_or_none(va | vb | vc);
	}
}

static uint32_t immediate(uint32_t insn, enum isa_op op)
{
	return op == ISA_LUI || op == ISA_AUIPC ? insn & 0xFFFFF000u :
	       (uint32_t)((int32_t)insn >> 20);
}

static void set_row(struct san *k, struct san_warp *w, uint32_t rd,
		    uint32_t lanes, const uint32_t *v, const uint32_t *origin)
{
	uint32_t any = 0, *to = san_reg(k, w->undef, rd);
	uint32_t *from = san_reg(k, w->origin, rd);

	if (!rd)
		return;
	for (uint32_t lane = 0; lane < k->threads; lane++) {
		if (lanes >> lane & 1) {
			to[lane] = v ? v[lane] : 0;
			if (v && v[lane])
				from[lane] = origin[lane];
		}
		any |= to[lane];
	}
	w->dirty &= ~(UINT64_C(1) << rd);
	w->dirty |= (uint64_t)(any != 0) << rd;
}

void san_known(struct san *k, struct san_warp *w, uint32_t rd, uint32_t lanes)
{
	set_row(k, w, rd, lanes, NULL, NULL);
}

static void compute(struct san *k, struct golden_core *c,
		    const struct golden_effect *fx, struct san_warp *w)
{
	const struct isa_regs *r = &fx->regs;
	const uint32_t *a = golden_lanes(c, fx->warp, r->rs1);
	const uint32_t *b = golden_lanes(c, fx->warp, r->rs2);
	const uint32_t *va = san_reg(k, w->undef, r->rs1);
	const uint32_t *vb = san_reg(k, w->undef, r->rs2);
	const uint32_t *vc = san_reg(k, w->undef, r->rs3);
	uint32_t imm = immediate(fx->insn, fx->op), v[SAN_LANES];
	uint32_t origin[SAN_LANES], from;
	enum isa_format format = isa_insn(fx->op)->format;
	bool constant = format == ISA_FMT_I || format == ISA_FMT_SHAMT;

	for (uint32_t lane = 0; lane < k->threads; lane++) {
		v[lane] = unknown_of(fx, a[lane], va[lane],
				     constant ? imm : b[lane],
				     constant ? 0 : vb[lane], vc[lane]);
		from = va[lane] ? r->rs1 : vb[lane] ? r->rs2 : r->rs3;
		origin[lane] = san_reg(k, w->origin, from)[lane];
	}
	set_row(k, w, r->rd, fx->tmask, v, origin);
}

/* Lane I gets the value of another one. */
static void shuffle(struct san *k, struct golden_core *c,
		    const struct golden_effect *fx, struct san_warp *w)
{
	const uint32_t *from = golden_lanes(c, fx->warp, fx->regs.rs2);
	const uint32_t *va = san_reg(k, w->undef, fx->regs.rs1);
	uint32_t v[SAN_LANES], origin[SAN_LANES];

	for (uint32_t m = fx->tmask; m; m &= m - 1) {
		int i = __builtin_ctz(m), b = from[i] & 63;
		int cval = from[i] >> 6 & 63, mask = from[i] >> 12 & 63;
		int first = i & mask, last = first | (cval & ~mask), s;

		s = fx->op == ISA_SHFL_UP ? (i - b >= first ? i - b : -1) :
		    fx->op == ISA_SHFL_DOWN ? i + b :
		    fx->op == ISA_SHFL_BFLY ? (i ^ b) : (first | (b & ~mask));
		if (s < 0 || s > last || s >= (int)k->threads ||
		    !(fx->tmask >> s & 1))
			s = i;
		v[i] = va[s];
		origin[i] = san_reg(k, w->origin, fx->regs.rs1)[s];
	}
	set_row(k, w, fx->regs.rd, fx->tmask, v, origin);
}

/* --- memory ----------------------------------------------------------- */

static uint32_t load_unknown(const struct san_space *s, uint32_t at,
			     const struct golden_access *a)
{
	uint32_t v = 0;

	for (uint32_t i = 0; i < a->size; i++)
		v |= (uint32_t)s->undef[at + i] << 8 * i;
	if (a->sign && a->size < 4 && v >> (8 * a->size - 1))
		v |= UINT32_MAX << 8 * a->size;
	return v;
}

static bool has_unknown_byte(uint32_t v, uint32_t size)
{
	for (uint32_t i = 0; i < size; i++)
		if ((v >> 8 * i & 0xFF) == 0xFF)
			return true;
	return false;
}

static void store(struct san *k, const struct golden_effect *fx,
		  struct san_space *s, uint32_t at, uint32_t lane, uint32_t v)
{
	const struct golden_access *a = &fx->access;
	enum san_state state = (enum san_state)s->state[at];

	if (has_unknown_byte(v, a->size) && s->core < 0 &&
	    state == SAN_OWNED && !san_in_runtime(k, fx->pc) &&
	    k->p->runtime)
		report(k, fx, lane, fx->regs.rs2, "a stored value");
	for (uint32_t i = 0; i < a->size; i++)
		s->undef[at + i] = (uint8_t)(v >> 8 * i);
}

static void access_memory(struct san *k, const struct golden_effect *fx,
			  struct san_warp *w)
{
	const struct golden_access *a = &fx->access;
	const uint32_t *vb = san_reg(k, w->undef, fx->regs.rs2);
	uint32_t v[SAN_LANES] = { 0 }, origin[SAN_LANES] = { 0 }, at;

	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);
		uint32_t addr = a->addr[lane];
		struct san_space *s = san_space(k, fx->core, addr, &at);

		if (san_reg(k, w->undef, fx->regs.rs1)[lane] && k->p->runtime &&
		    !san_in_runtime(k, fx->pc))
			report(k, fx, lane, fx->regs.rs1, "an address");
		if (!s) {
			if (a->op == GOLDEN_WRITE && vb[lane] & 0xFF)
				report(k, fx, lane, fx->regs.rs2,
				       "console output");
			continue;
		}
		if (addr - k->local < k->local_bytes || at % a->size)
			continue;
		if (a->op != GOLDEN_WRITE) {
			v[lane] = load_unknown(s, at, a);
			origin[lane] = addr;
		}
		if (a->op == GOLDEN_WRITE)
			store(k, fx, s, at, lane, vb[lane]);
		else if (a->op == GOLDEN_UPDATE && fx->op != ISA_LR_W)
			store(k, fx, s, at, lane, fx->op == ISA_AMOSWAP_W ?
			      vb[lane] : v[lane] | vb[lane]);
	}
	if (a->op != GOLDEN_WRITE)
		set_row(k, w, fx->regs.rd, fx->tmask, fx->op == ISA_SC_W ?
			NULL : v, origin);
}

/* Where the bits of LANE's access are kept, or NULL: the console, local
 * memory. */
static uint8_t *bits_of(struct san *k, const struct golden_effect *fx,
			uint32_t lane, struct san_space **s, uint32_t *at)
{
	uint32_t addr = fx->access.addr[lane];

	*s = k->span.s;
	if (*s) {
		*at = addr - (*s)->base;
		return (*s)->undef + *at;
	}
	*s = san_space(k, fx->core, addr, at);
	return *s && addr - k->local >= k->local_bytes &&
	       *at % fx->access.size == 0 ? (*s)->undef + *at : NULL;
}

/* A load by an address that is known. */
static void load(struct san *k, const struct golden_effect *fx,
		 struct san_warp *w)
{
	const struct golden_access *a = &fx->access;
	uint32_t v[SAN_LANES], any = 0, at;
	struct san_space *s;

	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);
		const uint8_t *bits = bits_of(k, fx, lane, &s, &at);

		v[lane] = !bits ? 0 : a->size == 4 ? bytes_u32(bits) :
			  load_unknown(s, at, a);
		any |= v[lane];
	}
	if (any)
		set_row(k, w, fx->regs.rd, fx->tmask, v, a->addr);
	else if (w->dirty >> fx->regs.rd & 1)
		set_row(k, w, fx->regs.rd, fx->tmask, NULL, NULL);
}

/* A store of what is known by an address that is known. */
static void store_known(struct san *k, const struct golden_effect *fx)
{
	const struct golden_access *a = &fx->access;
	struct san_space *s;
	uint32_t at;

	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint8_t *bits = bits_of(k, fx, san_lead(m), &s, &at);

		if (bits && a->size == 4)
			bytes_put_u32(bits, 0);
		else if (bits)
			memset(bits, 0, a->size);
	}
}

/* A frame begins or ends: what is in it nobody has written, or nobody will read
 * again. */
static void move_sp(struct san *k, struct golden_core *c,
		    const struct golden_effect *fx)
{
	uint32_t by = immediate(fx->insn, fx->op);
	uint32_t bytes = (int32_t)by < 0 ? 0 - by : by;

	for (uint32_t m = fx->tmask; m; m &= m - 1) {
		uint32_t sp = golden_lanes(c, fx->warp, SAN_SP)
			[san_lead(m)];

		if (sp > k->local && sp - k->local <= k->local_bytes)
			continue;
		san_set_undef(&k->ram, (int32_t)by < 0 ? sp - bytes : sp,
				bytes, 0xFF);
	}
}

/* --- uses ------------------------------------------------------------- */

/* Is the outcome of branch or comparison FX known all the same? */
static bool is_known(const struct golden_effect *fx, uint32_t a, uint32_t b,
		     uint32_t unknown)
{
	return (fx->op == ISA_BEQ || fx->op == ISA_BNE) &&
	       ((a ^ b) & ~unknown) != 0;
}

static void judge(struct san *k, struct golden_core *c,
		  const struct golden_effect *fx, struct san_warp *w,
		  uint32_t lanes, const char *use)
{
	const struct isa_regs *r = &fx->regs;

	for (uint32_t m = lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);
		uint32_t va = san_reg(k, w->undef, r->rs1)[lane];
		uint32_t vb = san_reg(k, w->undef, r->rs2)[lane];

		if (!(va | vb) ||
		    is_known(fx, golden_lanes(c, fx->warp, r->rs1)[lane],
			     golden_lanes(c, fx->warp, r->rs2)[lane], va | vb))
			continue;
		report(k, fx, lane, va ? r->rs1 : r->rs2, use);
		return;
	}
}

static void use(struct san *k, struct golden_core *c,
		const struct golden_effect *fx, struct san_warp *w)
{
	uint32_t lead = fx->tmask & (0 - fx->tmask);
	const struct isa_regs *r = &fx->regs;
	uint64_t reads = UINT64_C(1) << r->rs1 | UINT64_C(1) << r->rs2;

	if (fx->kind == GOLDEN_HALT && fx->core == 0 && fx->warp == 0 &&
	    san_reg(k, w->undef, SAN_A0)[san_lead(lead)])
		report(k, fx, san_lead(lead), SAN_A0,
		       "the exit code");
	if (!(w->dirty & reads) || !k->p->runtime || san_in_runtime(k, fx->pc))
		return;
	switch ((int)fx->kind) {
	case GOLDEN_BRANCH:
		judge(k, c, fx, w, fx->tmask, fx->op == ISA_JALR ? "a jump" :
		      "a branch");
		break;
	case GOLDEN_SPLIT:
		judge(k, c, fx, w, fx->tmask, "a branch (split)");
		break;
	case GOLDEN_TMC: case GOLDEN_WSPAWN: case GOLDEN_BAR:
		judge(k, c, fx, w, lead, "an operand of the warp");
		break;
	case GOLDEN_CSR_WRITE:
		judge(k, c, fx, w, lead, "a CSR");
		break;
	default:
		if (fx->op >= ISA_VOTE_ALL && fx->op <= ISA_VOTE_BALLOT)
			judge(k, c, fx, w, fx->tmask, "a vote");
	}
}

/* What FX, which is no access, sets has the unknown bits of its operands. */
static void follow(struct san *k, struct golden_core *c,
		   const struct golden_effect *fx, struct san_warp *w)
{
	const struct isa_regs *r = &fx->regs;
	uint64_t reads = UINT64_C(1) << r->rs1 | UINT64_C(1) << r->rs2 |
			 UINT64_C(1) << r->rs3;
	bool knows = fx->kind == GOLDEN_CSR_WRITE ||
		     isa_insn(fx->op)->class == ISA_CLASS_CSR ||
		     (fx->op >= ISA_VOTE_ALL && fx->op <= ISA_VOTE_BALLOT);

	if (knows || !(w->dirty & ~UINT64_C(1) & reads)) {
		if (w->dirty >> r->rd & 1)
			set_row(k, w, r->rd, fx->tmask, NULL, NULL);
	} else if (fx->op >= ISA_SHFL_UP && fx->op <= ISA_SHFL_IDX) {
		shuffle(k, c, fx, w);
	} else {
		compute(k, c, fx, w);
	}
}

void san_init(struct san *k, struct golden_core *c,
	      const struct golden_effect *fx)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);
	const struct isa_regs *r = &fx->regs;

	use(k, c, fx, w);
	if (fx->access.op == GOLDEN_READ && !(w->dirty >> r->rs1 & 1)) {
		load(k, fx, w);
		return;
	}
	if (fx->access.op == GOLDEN_WRITE &&
	    !((w->dirty >> r->rs1 | w->dirty >> r->rs2) & 1)) {
		store_known(k, fx);
		return;
	}
	if (fx->access.op != GOLDEN_NO_ACCESS) {
		access_memory(k, fx, w);
		return;
	}
	/* Not the second half of la sp, SYMBOL. */
	if (fx->op == ISA_ADDI && r->rd == SAN_SP && r->rs1 == SAN_SP &&
	    k->p->runtime && !w->forms_sp && !san_in_runtime(k, fx->pc))
		move_sp(k, c, fx);
	if (r->rd == SAN_SP)
		w->forms_sp = fx->op == ISA_AUIPC || fx->op == ISA_LUI;
	if (r->rd && fx->op < ISA_OP_COUNT && fx->kind != GOLDEN_WSPAWN)
		follow(k, c, fx, w);
}
