/* guess.c - guesses the fault behind the wrong values of a mismatch
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each guess is a function. It tries to explain all wrong lanes by one fault,
 * such as a stale operand. A one-thread golden model computes what the
 * instruction would give with other operands.
 *
 * A result of one bit is often explained by chance. So a guess must then
 * explain the right lanes too, and is reported only if it is the only one.
 */
#include "cosim/explain/explain.h"

#include <stdarg.h>
#include <string.h>

#include "cosim/level/level.h"
#include "machine/has.h"

enum {
	RAM = 1 << 12, NEAR = 64, LOOK_BACK = 16, MAX_NAMES = 4, MAX_GUESSES = 2
};

struct wrong {
	const struct core *c;
	const struct slot *s;
	uint32_t lanes;         /* wrong lanes */
	uint32_t rtl[GOLDEN_MAX_THREADS], want[GOLDEN_MAX_THREADS];
	enum isa_op op;
	uint32_t rd, rs1, rs2, imm;
	bool two;               /* the instruction reads rs2 */
	uint32_t a[GOLDEN_MAX_THREADS], b[GOLDEN_MAX_THREADS];
	char *buf;              /* output for the guesses */
	size_t size, at;
	uint32_t fits;          /* explanations so far */
};

typedef void guess(struct wrong *w);

/* Counts an explanation that fits, and writes the first MAX_GUESSES to BUF. */
__attribute__((format(printf, 2, 3)))
static void add_guess(struct wrong *w, const char *fmt, ...)
{
	const char *link = w->fits ? "; or as if " : "";
	va_list ap;
	int n;

	if (w->fits++ >= MAX_GUESSES)
		return;
	n = snprintf(w->buf + w->at, w->size - w->at, "%s", link);
	if (n < 0 || (size_t)n >= w->size - w->at)
		return;
	va_start(ap, fmt);
	vsnprintf(w->buf + w->at + n, w->size - w->at - (size_t)n, fmt, ap);
	va_end(ap);
	w->at += strlen(w->buf + w->at);
}

/* Writes "a, b or c" of N names to TEXT. */
static void list_names(char *text, size_t size, const char *const *names,
		       uint32_t n)
{
	size_t at = 0;

	for (uint32_t i = 0; i < n && at < size; i++)
		at += (size_t)snprintf(text + at, size - at, "%s%s", !i ? "" :
				       i + 1 < n ? ", " : " or ", names[i]);
}

/* --- results with other operands --------------------------------------- */

/* Computes OP with the operands A, B and IMM. Returns false if it gives no
 * result. */
static bool compute(const struct wrong *w, enum isa_op op, uint32_t imm,
		    uint32_t a, uint32_t b, uint32_t *out)
{
	struct machine cfg = {
		.cores = 1, .warps = 1, .threads = 1, .stack = 2,
		.barriers = 1,
#define EXT(id, name, flag, ...) .flag = true,
#include "isa/exts.def"
		.reset_pc = w->s->fx.pc,
		.ram_base = w->s->fx.pc & ~(uint32_t)(RAM - 1), .ram_size = RAM
	};
	uint32_t word = isa_encode(op, 3, 1, 2, imm);
	struct golden_effect fx;
	struct golden *g;
	bool good;

	if (golden_new(&cfg, &g))
		return false;
	golden_set_reg(golden_core(g, 0), 0, 0, 1, a);
	golden_set_reg(golden_core(g, 0), 0, 0, 2, b);
	good = !golden_step(golden_core(g, 0), 0, &word, &fx) &&
	       fx.write[0].lanes == 1;
	*out = fx.write[0].data[0];
	golden_free(g);
	return good;
}

/* Does OP with these operands give the values of all wrong lanes? */
static bool explains(const struct wrong *w, enum isa_op op, const uint32_t *a,
		     const uint32_t *b)
{
	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t lane = lowest(m), v;

		if (!compute(w, op, w->imm, a[lane], b[lane], &v) ||
		    v != w->rtl[lane])
			return false;
	}
	return true;
}

/* --- guesses about operands ------------------------------------------- */

/* The values of REG in the wrong lanes before its last write, and that
 * writer. */
static bool old_values(const struct wrong *w, uint32_t reg, uint32_t *value,
		       struct cosim_maker *maker)
{
	uint32_t warp = w->s->fx.warp;

	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t lane = lowest(m);

		if (!cosim_made(w->c->all, w->c->id, warp, w->s->number, reg,
				lane, maker) ||
		    maker->warp != warp ||
		    !explain_value(w->c, warp, maker->number, reg, lane,
				   &value[lane]))
			return false;
	}
	return reg != 0;
}

/* Do the values follow if REG is read as before its last write? */
static bool is_stale(const struct wrong *w, uint32_t reg, struct cosim_maker *m)
{
	uint32_t old[GOLDEN_MAX_THREADS];
	bool first = reg == w->rs1, second = w->two && reg == w->rs2;

	return old_values(w, reg, old, m) &&
	       ((first && explains(w, w->op, old, w->b)) ||
		(second && explains(w, w->op, w->a, old)) ||
		(first && second && explains(w, w->op, old, old)));
}

static void guess_stale_operand(struct wrong *w, uint32_t reg)
{
	struct cosim_maker m;

	if (is_stale(w, reg, &m))
		add_guess(w, "%s had been read as it was before #%llu "
			  "wrote it in cycle %llu (forwarding, scoreboard)",
			  isa_reg_name(reg),
			  (unsigned long long)m.number,
			  (unsigned long long)m.write_cycle);
}

static void guess_stale(struct wrong *w)
{
	guess_stale_operand(w, w->rs1);
	if (w->two && w->rs2 != w->rs1)
		guess_stale_operand(w, w->rs2);
}

static void guess_swapped(struct wrong *w)
{
	if (w->two && explains(w, w->op, w->b, w->a))
		add_guess(w, "%s and %s had changed places",
			  isa_reg_name(w->rs1), isa_reg_name(w->rs2));
}

static bool explains_register(const struct wrong *w, uint32_t reg, bool first)
{
	uint32_t v[GOLDEN_MAX_THREADS];

	for (uint32_t m = w->lanes; m; m &= m - 1)
		if (!explain_value(w->c, w->s->fx.warp, w->s->number, reg,
				   lowest(m), &v[lowest(m)]))
			return false;
	return explains(w, w->op, first ? v : w->a, first ? w->b : v);
}

/* If more than MAX_NAMES registers explain the values, nothing is reported. */
static void guess_register_of(struct wrong *w, bool first)
{
	const char *names[MAX_NAMES];
	char text[16 * MAX_NAMES];
	uint32_t n = 0;

	for (uint32_t reg = 0; reg < ISA_REGS; reg++)
		if (explains_register(w, reg, first) && n++ < MAX_NAMES)
			names[n - 1] = isa_reg_name(reg);
	if (!n || n > MAX_NAMES)
		return;
	list_names(text, sizeof text, names, n);
	add_guess(w, "%s had been read in place of %s", text,
		  isa_reg_name(first ? w->rs1 : w->rs2));
	w->fits += n - 1;
}

static void guess_register(struct wrong *w)
{
	guess_register_of(w, true);
	if (w->two)
		guess_register_of(w, false);
}

/* --- guesses about the operation -------------------------------------- */

static bool is_comparable(enum isa_op op, enum isa_op mine)
{
	const struct isa_insn *a = isa_insn(op), *b = isa_insn(mine);

	return op != mine && a->format == b->format &&
	       isa_computes(op);
}

static void guess_operation(struct wrong *w)
{
	const char *names[MAX_NAMES];
	char text[16 * MAX_NAMES];
	uint32_t n = 0;

	for (uint32_t op = 0; op < ISA_OP_COUNT && n < MAX_NAMES; op++)
		if (machine_has_insn(&w->c->all->cfg, (enum isa_op)op) &&
		    is_comparable((enum isa_op)op, w->op) &&
		    explains(w, (enum isa_op)op, w->a, w->b))
			names[n++] = isa_insn((enum isa_op)op)->name;
	if (!n)
		return;
	list_names(text, sizeof text, names, n);
	add_guess(w, "it had been %s", text);
	w->fits += n - 1;
}

/* The operand beside OTHER with which OP gives RESULT, if OP determines it. */
static bool implied_operand(enum isa_op op, uint32_t result, uint32_t other,
			    bool first, uint32_t *v)
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

static void guess_constant_of(struct wrong *w, bool first)
{
	uint32_t v, all = 0, n = 0;

	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t lane = lowest(m);
		uint32_t other = !first ? w->a[lane] : w->two ? w->b[lane] :
				 w->imm;

		if (!implied_operand(w->op, w->rtl[lane], other, first, &v) ||
		    (n++ && v != all))
			return;
		all = v;
	}
	add_guess(w, "%s had been 0x%08x%s",
		  isa_reg_name(first ? w->rs1 : w->rs2), all,
		  n > 1 ? " in all of them" : "");
}

static void guess_constant(struct wrong *w)
{
	guess_constant_of(w, true);
	if (w->two)
		guess_constant_of(w, false);
}

/* --- guesses about the result ----------------------------------------- */

static void guess_kept(struct wrong *w)
{
	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t v;

		if (!explain_value(w->c, w->s->fx.warp, w->s->number, w->rd,
				   lowest(m), &v) || v != w->rtl[lowest(m)])
			return;
	}
	add_guess(w, "%s had kept its old values", isa_reg_name(w->rd));
}

/* The lane whose right value LANE got, or LANE. */
static uint32_t lane_of_value(const struct wrong *w, uint32_t lane)
{
	for (uint32_t m = w->s->fx.write[0].lanes; m; m &= m - 1)
		if (w->s->fx.write[0].data[lowest(m)] == w->rtl[lane])
			return lowest(m);
	return lane;
}

static void guess_lane(struct wrong *w)
{
	uint32_t first = lowest(w->lanes);

	for (uint32_t m = w->lanes; m; m &= m - 1)
		if (lane_of_value(w, lowest(m)) == lowest(m))
			return;
	add_guess(w, "threads had been mixed up: thread %u has the "
		  "value of thread %u", first, lane_of_value(w, first));
}

static bool is_result_of(const struct wrong *w, const struct slot *o)
{
	if (!o || o == w->s || w->lanes & ~o->fx.write[0].lanes ||
	    o->fx.kind == GOLDEN_CLONE)
		return false;
	for (uint32_t m = w->lanes; m; m &= m - 1)
		if (o->fx.write[0].data[lowest(m)] != w->rtl[lowest(m)])
			return false;
	return true;
}

static void guess_result(struct wrong *w)
{
	uint64_t n = w->c->warps[w->s->fx.warp].next;
	char text[GOLDEN_TEXT];

	for (uint32_t i = 0; i < LOOK_BACK && n > 0; i++) {
		const struct slot *o = explain_slot(w->c, w->s->fx.warp, --n);

		if (!is_result_of(w, o))
			continue;
		golden_disasm(&w->c->all->cfg, o->fx.pc, o->fx.insn,
			      o->fx.foreign.prefix, text, sizeof text);
		add_guess(w, "it had the result of #%llu, %s",
			  (unsigned long long)o->number, text);
		return;
	}
}

static void guess_zero(struct wrong *w)
{
	for (uint32_t m = w->lanes; m; m &= m - 1)
		if (w->rtl[lowest(m)])
			return;
	add_guess(w, "the result had been missing: zeros were written");
}

static void guess_bit(struct wrong *w)
{
	uint32_t first = lowest(w->lanes);
	uint32_t bit = w->rtl[first] ^ w->want[first];

	for (uint32_t m = w->lanes; m; m &= m - 1)
		if ((w->rtl[lowest(m)] ^ w->want[lowest(m)]) != bit)
			return;
	if (!(bit & (bit - 1)))
		add_guess(w, "bit %u alone had been turned over", lowest(bit));
}

/* --- guesses about loads ---------------------------------------------- */

/* Do the wrong lanes have the values DELTA bytes after their addresses? */
static bool is_loaded_at(const struct wrong *w, int32_t delta, bool sign)
{
	const struct golden_effect *fx = &w->s->fx;
	uint32_t unused = 32 - 8 * fx->access.size;

	for (uint32_t m = w->lanes; m; m &= m - 1) {
		uint32_t addr = fx->access.addr[lowest(m)] + (uint32_t)delta, v;

		if (mirror_at(w->c, addr) == NOWHERE)
			return false;
		v = level_core_word(w->c, addr) >> (addr & 3) * 8 << unused;
		v = sign && v >> 31 ? ~(~v >> unused) : v >> unused;
		if (v != w->rtl[lowest(m)])
			return false;
	}
	return true;
}

static void guess_extension(struct wrong *w)
{
	bool sign = w->s->fx.access.sign;

	if (w->s->fx.access.size != 4 && is_loaded_at(w, 0, !sign))
		add_guess(w, "the bytes had been extended with %s",
			  sign ? "zeros" : "their sign");
}

/* Reports the nearest place; the others count as explanations. */
static void guess_place(struct wrong *w)
{
	int32_t size = (int32_t)w->s->fx.access.size;
	uint32_t places = 0;

	for (int32_t d = size; d <= NEAR; d += size)
		for (int32_t delta = d; delta >= -d; delta -= 2 * d) {
			if (!is_loaded_at(w, delta, w->s->fx.access.sign) ||
			    places++)
				continue;
			add_guess(w, "it had read what lies %u bytes %s",
				  (unsigned)d,
				  delta < 0 ? "before the address" :
				  "behind the address");
		}
	w->fits += places > 1 ? places - 1 : 0;
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

/* Reads the operands of an instruction that computes. False if it does not
 * compute, or if an operand is not known. */
static bool read_operands(struct wrong *w)
{
	const struct golden_effect *fx = &w->s->fx;

	if (fx->kind != GOLDEN_PLAIN || fx->op == ISA_INVALID)
		return false;
	if (!isa_computes(fx->op) || !isa_reads(fx->op))
		return false;
	w->op = fx->op;
	w->two = isa_reads(fx->op) & 2;
	w->rs1 = fx->regs.rs1;
	w->rs2 = fx->regs.rs2;
	w->imm = immediate(fx->insn, isa_insn(fx->op)->format);
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

static guess *const of_loads[] = { guess_extension, guess_place };
static guess *const of_operands[] = {
	guess_stale, guess_swapped, guess_operation, guess_register,
	guess_constant
};
static guess *const of_results[] = {
	guess_kept, guess_result, guess_zero, guess_lane, guess_bit
};

enum {
	LOADS = sizeof of_loads / sizeof *of_loads,
	OPERANDS = sizeof of_operands / sizeof *of_operands,
	RESULTS = sizeof of_results / sizeof *of_results,
	CHANCES = 3             /* of of_results, without lane and bit */
};

/* Tries guesses until ENOUGH explanations are found. */
static void try_all(struct wrong *w, guess *const *guesses, size_t n,
		    uint32_t enough)
{
	for (size_t i = 0; i < n && w->fits < enough; i++)
		guesses[i](w);
}

/* With few lanes and small values several guesses fit: two are reported. */
static void guess_write(struct wrong *w)
{
	if (w->s->fx.kind == GOLDEN_LOAD)
		try_all(w, of_loads, LOADS, 1);
	if (!w->fits && read_operands(w))
		try_all(w, of_operands, OPERANDS, MAX_GUESSES);
	try_all(w, of_results, RESULTS, 1);
}

/* --- results of one bit ------------------------------------------------ */

static bool is_one_bit(const struct wrong *w)
{
	for (uint32_t m = w->lanes; m; m &= m - 1)
		if ((w->rtl[lowest(m)] | w->want[lowest(m)]) > 1)
			return false;
	return true;
}

/* W with the right lanes of COMPARED added. */
static struct wrong add_right_lanes(const struct wrong *w, uint32_t compared)
{
	struct wrong all = *w;

	for (uint32_t m = compared & ~w->lanes; m; m &= m - 1) {
		uint32_t lane = lowest(m);

		all.rtl[lane] = all.want[lane] = w->s->fx.write[0].data[lane];
	}
	all.lanes |= compared;
	return all;
}

static void guess_one_bit(struct wrong *w, uint32_t compared)
{
	struct wrong all = add_right_lanes(w, compared);

	if (w->s->fx.kind == GOLDEN_LOAD)
		try_all(&all, of_loads, LOADS, UINT32_MAX);
	if (read_operands(&all))
		try_all(&all, of_operands, OPERANDS, UINT32_MAX);
	try_all(&all, of_results, CHANCES, UINT32_MAX);
	if (all.fits > 1)
		add_guess(w, "the one bit of the result had been turned over; "
			  "several things explain that");
	else if (all.fits)
		w->fits = 1;
	else
		guess_bit(w);
}

/* Reads the rows "x5 lane 3" of M. */
static void read_rows(struct wrong *w, const struct cosim_mismatch *m)
{
	for (size_t i = 0; i < m->row_count; i++) {
		uint32_t reg, lane;

		if (!explain_row(&m->rows[i], &reg, &lane))
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

/* Reads the wrong lanes of M. False if M is not about a wrong result. */
static bool wrong_write(const struct cosim *c, const struct cosim_mismatch *m,
			struct wrong *w)
{
	*w = (struct wrong){ .c = &c->core[m->core],
			     .s = explain_mismatch(c, m) };
	if (!w->s || m->check != COSIM_RETIRE_DATA)
		return false;
	read_rows(w, m);
	return w->lanes != 0;
}

bool cosim_guess(const struct cosim *c, const struct cosim_mismatch *m,
		 char *buf, size_t size)
{
	struct wrong w;

	if (m->check != COSIM_RETIRE_DATA) {
		const struct slot *s = explain_mismatch(c, m);

		return s && guess_control(s, m, buf, size);
	}
	if (!wrong_write(c, m, &w))
		return false;
	w.buf = buf;
	w.size = size;
	if (is_one_bit(&w))
		guess_one_bit(&w, m->compared);
	else
		guess_write(&w);
	return w.fits != 0;
}

uint32_t guess_stale_register(const struct cosim *c,
			      const struct cosim_mismatch *m)
{
	struct cosim_maker maker;
	struct wrong w;

	if (!wrong_write(c, m, &w) || !read_operands(&w))
		return 0;
	if (is_stale(&w, w.rs1, &maker))
		return w.rs1;
	return w.two && is_stale(&w, w.rs2, &maker) ? w.rs2 : 0;
}
