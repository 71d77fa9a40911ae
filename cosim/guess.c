/* guess.c - what the wrong values of a mismatch look like
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each guess is a function that tries to explain all wrong lanes at once; the
 * first that does is told. What an instruction would give with other operands,
 * a model of one thread says, the same model that judged.
 */
#include "cosim/explain.h"

#include <stdarg.h>
#include <string.h>

enum {
	RAM = 1 << 12, NEAR = 64, LOOK_BACK = 16, MAX_NAMES = 4, MAX_GUESSES = 2
};

struct wrong {
	const struct cosim *c;
	const struct slot *s;
	uint32_t lanes;         /* that differ */
	uint32_t rtl[GOLDEN_MAX_THREADS], want[GOLDEN_MAX_THREADS];
	enum isa_op op;
	uint32_t rd, rs1, rs2, imm;
	bool two;               /* it reads rs2 */
	uint32_t a[GOLDEN_MAX_THREADS], b[GOLDEN_MAX_THREADS];
	char *buf;              /* where the guess is written */
	size_t size;
	bool first;             /* nothing stands before it */
};

__attribute__((format(printf, 2, 3)))
static void tell(const struct wrong *w, const char *fmt, ...)
{
	int n = w->first ? 0 : snprintf(w->buf, w->size, "; or as if ");
	va_list ap;

	if (n < 0 || (size_t)n >= w->size)
		return;
	va_start(ap, fmt);
	vsnprintf(w->buf + n, w->size - (size_t)n, fmt, ap);
	va_end(ap);
}

/* --- what an instruction gives ---------------------------------------- */

/* The result of WORD for A and B in x1 and x2. */
static bool result(const struct wrong *w, enum isa_op op, uint32_t imm,
		   uint32_t a, uint32_t b, uint32_t *out)
{
	struct golden_config cfg = {
		.warps = 1, .threads = 1, .stack_entries = 2, .barriers = 1,
		.has_m = true, .reset_pc = w->s->fx.pc,
		.ram_base = w->s->fx.pc & ~(uint32_t)(RAM - 1), .ram_size = RAM
	};
	uint32_t word = isa_encode(op, 3, 1, 2, imm);
	struct golden_effect fx;
	struct golden *g;
	bool good;

	if (golden_new(&cfg, &g))
		return false;
	golden_set_reg(g, 0, 0, 1, a);
	golden_set_reg(g, 0, 0, 2, b);
	good = !golden_step(g, 0, &word, &fx) && fx.wmask == 1;
	*out = fx.data[0];
	golden_free(g);
	return good;
}

/* Do the values of all wrong lanes come from OP with these operands? */
static bool gives(const struct wrong *w, enum isa_op op, const uint32_t *a,
		  const uint32_t *b)
{
	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t lane = lowest(m), v;

		if (!result(w, op, w->imm, a[lane], b[lane], &v) ||
		    v != w->rtl[lane])
			return false;
	}
	return true;
}

/* --- guesses about operands ------------------------------------------- */

/* REG of each wrong lane as it was before its last writer; that one's number.
 */
static bool before(const struct wrong *w, uint32_t reg, uint32_t *value,
		   struct cosim_maker *maker)
{
	uint32_t warp = w->s->fx.warp;

	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t lane = lowest(m);

		if (!cosim_made(w->c, warp, w->s->number, reg, lane, maker) ||
		    maker->warp != warp ||
		    !explain_value(w->c, warp, maker->number, reg, lane,
				   &value[lane]))
			return false;
	}
	return reg != 0;
}

static bool stale(const struct wrong *w, uint32_t reg, bool first)
{
	uint32_t old[GOLDEN_MAX_THREADS];
	struct cosim_maker m;

	if (!before(w, reg, old, &m) ||
	    !gives(w, w->op, first ? old : w->a, first ? w->b : old))
		return false;
	tell(w, "x%u had been read as it was before #%llu "
		 "wrote it in cycle %llu (forwarding, scoreboard)", reg,
		 (unsigned long long)m.number,
		 (unsigned long long)m.write_cycle);
	return true;
}

static bool guess_stale(const struct wrong *w)
{
	return stale(w, w->rs1, true) || (w->two && stale(w, w->rs2, false));
}

static bool guess_swapped(const struct wrong *w)
{
	if (!w->two || !gives(w, w->op, w->b, w->a))
		return false;
	tell(w, "x%u and x%u had changed places", w->rs1,
		 w->rs2);
	return true;
}

static bool other_register(const struct wrong *w, uint32_t reg, bool first)
{
	uint32_t v[GOLDEN_MAX_THREADS];

	for (uint32_t m = w->lanes; m; m &= m - 1)
		if (!explain_value(w->c, w->s->fx.warp, w->s->number, reg,
				   lowest(m), &v[lowest(m)]))
			return false;
	if (!gives(w, w->op, first ? v : w->a, first ? w->b : v))
		return false;
	tell(w, "x%u had been read in place of x%u", reg,
		 first ? w->rs1 : w->rs2);
	return true;
}

static bool guess_register(const struct wrong *w)
{
	for (uint32_t reg = 0; reg < 32; reg++)
		if (other_register(w, reg, true) ||
		    (w->two && other_register(w, reg, false)))
			return true;
	return false;
}

/* --- guesses about the operation -------------------------------------- */

static bool comparable(enum isa_op op, enum isa_op mine)
{
	const struct isa_insn *a = isa_insn(op), *b = isa_insn(mine);

	return op != mine && a->format == b->format &&
	       (a->ext == ISA_EXT_I || a->ext == ISA_EXT_M);
}

static bool guess_operation(const struct wrong *w)
{
	const char *names[MAX_NAMES];
	char text[16 * MAX_NAMES];
	size_t at = 0;
	uint32_t n = 0;

	for (uint32_t op = 0; op < ISA_OP_COUNT && n < MAX_NAMES; op++)
		if (comparable((enum isa_op)op, w->op) &&
		    gives(w, (enum isa_op)op, w->a, w->b))
			names[n++] = isa_insn((enum isa_op)op)->name;
	if (!n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof text - at, "%s%s",
				       !i ? "" : i + 1 < n ? ", " : " or ",
				       names[i]);
	tell(w, "it had been %s", text);
	return true;
}

/* The operand that OP must have had beside OTHER, for operations that tell. */
static bool implied(enum isa_op op, uint32_t result, uint32_t other, bool first,
		    uint32_t *v)
{
	if (op == ISA_ADD || op == ISA_ADDI)
		*v = result - other;
	else if (op == ISA_SUB)
		*v = first ? result + other : other - result;
	else if (op == ISA_XOR || op == ISA_XORI)
		*v = result ^ other;
	else
		return false;
	return true;
}

static bool constant(const struct wrong *w, bool first)
{
	uint32_t v, all = 0, n = 0;

	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t lane = lowest(m);
		uint32_t other = !first ? w->a[lane] : w->two ? w->b[lane] :
				 w->imm;

		if (!implied(w->op, w->rtl[lane], other, first, &v) ||
		    (n++ && v != all))
			return false;
		all = v;
	}
	tell(w, "x%u had been 0x%08x%s",
		 first ? w->rs1 : w->rs2, all, n > 1 ? " in all of them" : "");
	return true;
}

static bool guess_constant(const struct wrong *w)
{
	return constant(w, true) || (w->two && constant(w, false));
}

/* --- guesses about the result ----------------------------------------- */

static bool guess_kept(const struct wrong *w)
{
	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t v;

		if (!explain_value(w->c, w->s->fx.warp, w->s->number, w->rd,
				   lowest(m), &v) || v != w->rtl[lowest(m)])
			return false;
	}
	tell(w, "x%u had kept its old values", w->rd);
	return true;
}

/* The lane that should have what LANE got, or LANE. */
static uint32_t owner(const struct wrong *w, uint32_t lane)
{
	for (uint32_t m = w->s->fx.wmask; m; m &= m - 1)
		if (w->s->fx.data[lowest(m)] == w->rtl[lane])
			return lowest(m);
	return lane;
}

static bool guess_lane(const struct wrong *w)
{
	uint32_t first = lowest(w->lanes);

	for (uint32_t m = w->lanes; m; m &= m - 1)
		if (owner(w, lowest(m)) == lowest(m))
			return false;
	tell(w, "threads had been mixed up: thread %u has the "
		 "value of thread %u", first, owner(w, first));
	return true;
}

static bool result_of(const struct wrong *w, const struct slot *o)
{
	if (!o || o == w->s || w->lanes & ~o->fx.wmask ||
	    o->fx.kind == GOLDEN_CLONE)
		return false;
	for (uint32_t m = w->lanes; m; m &= m - 1)
		if (o->fx.data[lowest(m)] != w->rtl[lowest(m)])
			return false;
	return true;
}

static bool guess_result(const struct wrong *w)
{
	uint64_t n = w->c->warps[w->s->fx.warp].next;
	char text[64];

	for (uint32_t i = 0; i < LOOK_BACK && n > 0; i++) {
		const struct slot *o = explain_slot(w->c, w->s->fx.warp, --n);

		if (!result_of(w, o))
			continue;
		isa_disasm(o->fx.pc, o->fx.insn, text, sizeof text);
		tell(w, "it had the result of #%llu, %s", (unsigned long long)o->number, text);
		return true;
	}
	return false;
}

static bool guess_zero(const struct wrong *w)
{
	for (uint32_t m = w->lanes; m; m &= m - 1)
		if (w->rtl[lowest(m)])
			return false;
	tell(w, "the result had been missing: zeros were written");
	return true;
}

static bool guess_bit(const struct wrong *w)
{
	uint32_t first = lowest(w->lanes);
	uint32_t bit = w->rtl[first] ^ w->want[first];

	for (uint32_t m = w->lanes; m; m &= m - 1)
		if ((w->rtl[lowest(m)] ^ w->want[lowest(m)]) != bit)
			return false;
	if (bit & (bit - 1))
		return false;
	tell(w, "bit %u alone had been turned over", lowest(bit));
	return true;
}

/* --- guesses about loads ---------------------------------------------- */

/* What S would have read DELTA bytes further on. */
static bool loads(const struct wrong *w, int32_t delta, bool sign)
{
	const struct golden_effect *fx = &w->s->fx;
	uint32_t unused = 32 - 8 * fx->size;

	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t addr = fx->addr[lowest(m)] + (uint32_t)delta, v;

		if (mirror_at(w->c, addr) == NOWHERE)
			return false;
		v = mirror_word(w->c, addr) >> (addr & 3) * 8 << unused;
		v = sign && v >> 31 ? ~(~v >> unused) : v >> unused;
		if (v != w->rtl[lowest(m)])
			return false;
	}
	return true;
}

static bool guess_extension(const struct wrong *w)
{
	bool sign = w->s->fx.sign;

	if (w->s->fx.size == 4 || !loads(w, 0, !sign))
		return false;
	tell(w, "the bytes had been extended with %s",
		 sign ? "zeros" : "their sign");
	return true;
}

static bool guess_place(const struct wrong *w)
{
	int32_t size = (int32_t)w->s->fx.size;

	for (int32_t d = size; d <= NEAR; d += size)
		for (int32_t delta = d; delta >= -d; delta -= 2 * d) {
			if (!loads(w, delta, w->s->fx.sign))
				continue;
			tell(w, "it had read what lies %u "
				 "bytes %s", (unsigned)d, delta < 0 ?
				 "before the address" : "behind the address");
			return true;
		}
	return false;
}

/* --- values ----------------------------------------------------------- */

static uint32_t immediate(uint32_t insn, enum isa_format format)
{
	if (format == ISA_FMT_I)
		return (insn >> 20) | (insn >> 31 ? 0xFFFFF000 : 0);
	if (format == ISA_FMT_U)
		return insn >> 12;
	return insn >> 20 & 31;
}

/* The operands of an instruction that computes. */
static bool computes(struct wrong *w)
{
	const struct golden_effect *fx = &w->s->fx;
	enum isa_format format;

	if (fx->kind != GOLDEN_PLAIN || fx->op == ISA_INVALID)
		return false;
	format = isa_insn(fx->op)->format;
	if (format != ISA_FMT_R && format != ISA_FMT_I &&
	    format != ISA_FMT_SHAMT)
		return false;
	w->op = fx->op;
	w->two = format == ISA_FMT_R;
	w->rs1 = fx->insn >> 15 & 31;
	w->rs2 = fx->insn >> 20 & 31;
	w->imm = immediate(fx->insn, format);
	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t i = lowest(m);

		if (!explain_value(w->c, fx->warp, w->s->number, w->rs1, i,
				   &w->a[i]) ||
		    (w->two && !explain_value(w->c, fx->warp, w->s->number,
					      w->rs2, i, &w->b[i])))
			return false;
	}
	return true;
}

/* Few lanes and small values have several explanations: the next goes behind
 * an "; or ". A guess that fails leaves what is there. */
static void next_guess(struct wrong *w)
{
	size_t n = strlen(w->buf);

	w->first = false;
	w->buf += n;
	w->size -= n;
}

static bool guess_write(struct wrong *w)
{
	uint32_t guesses = 0;
	bool (*const plain[])(const struct wrong *) = {
		guess_stale, guess_swapped, guess_operation, guess_register,
		guess_constant
	};
	bool (*const any[])(const struct wrong *) = {
		guess_kept, guess_lane, guess_result, guess_zero, guess_bit
	};

	if (w->s->fx.kind == GOLDEN_LOAD &&
	    (guess_extension(w) || guess_place(w)))
		return true;
	for (size_t i = 0; i < 5 && computes(w) && guesses < MAX_GUESSES; i++)
		if (plain[i](w) && ++guesses)
			next_guess(w);
	for (size_t i = 0; i < 5 && !guesses; i++)
		guesses += any[i](w);
	return guesses != 0;
}

/* Rows "x5 lane 3" of M. */
static void read_rows(struct wrong *w, const struct cosim_mismatch *m)
{
	for (size_t i = 0; i < m->row_count; i++) {
		uint32_t reg, lane;

		if (sscanf(m->rows[i].name, "x%u lane %u", &reg, &lane) != 2 ||
		    lane >= GOLDEN_MAX_THREADS)
			continue;
		w->rd = reg;
		w->lanes |= UINT32_C(1) << lane;
		w->rtl[lane] = m->rows[i].rtl;
		w->want[lane] = m->rows[i].golden;
	}
}

/* --- guesses about control -------------------------------------------- */

static const struct cosim_row *row_named(const struct cosim_mismatch *m,
					 const char *name)
{
	for (size_t i = 0; i < m->row_count; i++)
		if (strcmp(m->rows[i].name, name) == 0)
			return &m->rows[i];
	return NULL;
}

static const char *control_pc(const struct golden_effect *fx, uint32_t rtl)
{
	if (rtl == fx->pc + 4)
		return "it had not jumped";
	if (fx->next_pc == fx->pc + 4)
		return "it had to jump";
	return NULL;
}

static const char *control_tmask(const struct golden_effect *fx, uint32_t rtl)
{
	if (!rtl)
		return "the warp had halted";
	if (rtl == fx->tmask)
		return "the active threads had not changed";
	if (rtl == (fx->tmask & ~fx->next_tmask))
		return "it had gone on with the threads of the other side";
	if (!(rtl & ~fx->next_tmask))
		return "threads had been lost";
	if (!(fx->next_tmask & ~rtl))
		return "there had been threads too many";
	return NULL;
}

static bool guess_control(const struct slot *s, const struct cosim_mismatch *m,
			  char *buf, size_t size)
{
	const struct cosim_row *pc = row_named(m, "next pc");
	const struct cosim_row *tmask = row_named(m, "tmask");
	const char *text = tmask ? control_tmask(&s->fx, tmask->rtl) : NULL;

	if (!text && pc)
		text = control_pc(&s->fx, pc->rtl);
	if (text)
		snprintf(buf, size, "%s", text);
	return text != NULL;
}

bool cosim_guess(const struct cosim *c, const struct cosim_mismatch *m,
		 char *buf, size_t size)
{
	struct wrong w = {
		.c = c, .s = explain_mismatch(c, m), .buf = buf, .size = size,
		.first = true
	};

	if (!w.s)
		return false;
	if (m->check != COSIM_RETIRE_DATA)
		return guess_control(w.s, m, buf, size);
	read_rows(&w, m);
	return w.lanes && guess_write(&w);
}
