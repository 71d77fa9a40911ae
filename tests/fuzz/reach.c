/* reach.c - 300 random programs have each bit: of addresses, of code, and of
 * whatever else is compared
 * SPDX-License-Identifier: Apache-2.0
 */
#include "machine/has.h"
#include "tests/fuzz/programs.h"

enum { ENOUGH = 20000 };        /* steps of a program */

/* --- all of memory ---------------------------------------------------- */

/* Bits of addresses in which two of them differed alone. */
struct reach {
	uint32_t lanes;         /* of one instruction */
	/* of two accesses of a warp, one behind the other */
	uint32_t warp;
	uint32_t shared;        /* as lanes, in shared memory */
	uint32_t code;          /* of two instructions that were executed */
	/* of an address that trapped and one of another thread that would
	 * not */
	uint32_t traps;
	uint32_t last[32];      /* access of each warp */
	bool far_code;
};

static uint32_t alone(uint32_t a, uint32_t b)
{
	uint32_t bits = a ^ b;

	return bits & (bits - 1) ? 0 : bits;
}

static void reach_access(struct reach *r, const struct golden_effect *fx)
{
	uint32_t first = fx->access.addr[__builtin_ctz(fx->tmask)];
	bool shared = first >> 24 == 0xff && first < 0xfffff000;

	for (uint32_t m = fx->tmask; m; m &= m - 1)
		for (uint32_t k = m & (m - 1); k; k &= k - 1)
			*(shared ? &r->shared : &r->lanes) |=
				alone(fx->access.addr[__builtin_ctz(m)],
				      fx->access.addr[__builtin_ctz(k)]);
	r->warp |= shared ? 0 : alone(first, r->last[fx->warp]);
	r->last[fx->warp] = first;
}

/* Instructions that some program executed at AT, a bit each from ram_base on;
 * sparse. */
static void reach_code(void *ctx, const struct fuzz_program *p)
{
	struct reach *r = ctx;
	struct fuzz_part part[FUZZ_SECTIONS];
	uint8_t *ram;
	int n = place(p, part, &ram);

	unplace(p, ram, part, n);
	/* Of the first section the code alone. */
	if (n > 0)
		part[0].bytes = p->data - part[0].addr;
	r->far_code = r->far_code || n > 1;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++)
			for (uint32_t bit = 4; bit && bit < p->machine.ram_size;
			     bit *= 2)
				for (uint32_t at = 0; at < part[i].bytes;
				     at += 4)
					if (((part[i].addr + at) ^ bit) -
						    part[k].addr <
					    part[k].bytes)
						r->code |= bit;
}

/* What a program does, step by step. BEFORE is told of an instruction about to
 * be executed by WARP, AFTER what it has done. */
struct watch {
	void (*begin)(void *ctx, const struct fuzz_program *p);
	void (*before)(void *ctx, struct golden *g, uint32_t warp);
	void (*after)(void *ctx, const struct fuzz_program *p,
		      const struct golden_effect *fx);
};

static void watch_one(const struct watch *w, void *ctx, const struct machine *m,
		      uint64_t seed)
{
	struct fuzz_options o = options(seed);
	struct fuzz_program *p = make(&o, m);
	struct golden *g = load(p);
	struct golden_core *c = golden_core(g, 0);
	struct golden_effect fx;
	uint32_t left = ENOUGH, can;

	if (w->begin)
		w->begin(ctx, p);
	while ((can = golden_active(c) & ~golden_waiting(c)) &&
	       !golden_exits(g) && --left) {
		/* The last one: warp 0 may wait for others. */
		uint32_t warp = 31 - (uint32_t)__builtin_clz(can);

		if (w->before)
			w->before(ctx, g, warp);
		if (golden_step(c, warp, NULL, &fx) == 0)
			w->after(ctx, p, &fx);
	}
	golden_free(g);
	fuzz_free(p);
}

/* 300: by so many the faults of tests/mutants/classes.t must die. */
static void watch(const struct watch *w, void *ctx, const struct machine *m)
{
	for (uint64_t seed = 1; seed <= 5 * PROGRAMS; seed++)
		watch_one(w, ctx, m, seed);
}

static void reach_step(void *ctx, const struct fuzz_program *p,
		       const struct golden_effect *fx)
{
	struct reach *r = ctx;

	if (fx->kind == GOLDEN_LOAD || fx->kind == GOLDEN_STORE)
		reach_access(r, fx);
	if (fx->kind == GOLDEN_TRAP)
		r->traps |= alone(fx->tval, p->far.addr) |
			    alone(fx->tval & ~255u, p->far.addr & ~255u) |
			    alone(fx->tval, 0xfffff000);
}

static void reach(const char *name, struct machine m)
{
	static const struct watch w = { .begin = reach_code,
					.after = reach_step };
	struct reach r = { 0 };
	uint32_t all = m.ram_size - 4;

	watch(&w, &r, &m);
	if (m.threads > 1)
		ok((r.lanes & all) == all,
		   "%s: threads differ in each bit alone", name);
	ok((r.warp & all) == all, "%s: so do accesses of a warp", name);
	ok((r.code & all & ~1023u) == (all & ~1023u), "%s: so does code", name);
	ok(!~(r.traps | (m.ram_size - 1)),
	   "%s: each bit above RAM made an access trap", name);
	if (m.smem_size && m.threads > 1)
		ok((r.shared & (m.smem_size - 4)) == m.smem_size - 4,
		   "%s: threads differ in each bit of shared memory", name);
	diag("lanes %08" PRIx32 ", warp %08" PRIx32 ", code %08" PRIx32
	     ", traps %08" PRIx32 ", shared %08" PRIx32,
	     r.lanes, r.warp, r.code, r.traps, r.shared);
}

static void reaches(void)
{
	struct machine m = machine(4, 4);

	reach("1 MiB", m);
	m.ram_size = 16 << 20;
	m.smem_size = 16384;
	reach("16 MiB", m);
	m.ram_size = 1 << 30;
	m.threads = 32;
	/* The address sanitizer writes an eighth of what is freed. */
	if (!getenv("WW_SANITIZED"))
		reach("1 GiB", m);
	m.ram_size = 64 << 10;
	reach("64 KiB", m);
	m.reset_pc = m.ram_base + 0x4000;
	m.threads = 1;
	reach("64 KiB, code behind its start", m);
}

/* --- each bit of what must be right ------------------------------------ */

/* Bits by which something that was executed differed from what is good, or at
 * which it had a one alone. */
struct bits {
	uint32_t word, csr[2];          /* illegal ones; numbers, read and
					 * written */
	uint32_t tmc, clone, bar_id, bar_warps, spawn;
	uint32_t load, store, jump;     /* traps for their address */
	uint32_t divisor[2];            /* of a dividend of the other sign; the
					 * negative one of two */
	uint32_t divisor_alike[2];      /* the same in all threads */
	uint32_t dividend;              /* zero there alone, by 7 or less */
	uint32_t period, beside;        /* 2^n; 2^n + 1 */
	uint32_t predicate, vote;       /* in some threads, 0 in the others */
	uint32_t room;                  /* entries that were free where a split
					 * trapped */
	uint32_t depth;                 /* of the stack, before a step */
};

static bool good_word(const struct machine *m, uint32_t word)
{
	enum isa_op op = isa_decode(word);
	const struct isa_csr *csr = isa_csr_find(word >> 20);

	if (op == ISA_INVALID || !machine_has_insn(m, op))
		return false;
	if (isa_insn(op)->class != ISA_CLASS_CSR)
		return true;
	return csr && (m->fp || !isa_csr_floats(csr->address)) &&
	       (m->selected || !isa_csr_selects(csr->address)) &&
	       (csr->writable ||
		(op != ISA_CSRRW && op != ISA_CSRRWI && !(word >> 15 & 31)));
}

static void illegal(struct bits *b, const struct machine *m, uint32_t word)
{
	enum isa_op op = isa_decode(word);
	uint32_t bits = 0;

	for (uint32_t bit = 1; bit; bit <<= 1)
		bits |= good_word(m, word ^ bit) ? bit : 0;
	if (op == ISA_INVALID || isa_insn(op)->class != ISA_CLASS_CSR) {
		b->word |= bits;
		return;
	}
	/* As a read of what can be read, what is good tells no more. */
	bits = 0;
	for (uint32_t bit = 1 << 20; bit; bit <<= 1)
		bits |= good_word(m, ((word & ~0xff000u) | 0x2000) ^ bit) ?
				bit >> 20 : 0;
	b->csr[op == ISA_CSRRW || op == ISA_CSRRWI || word >> 15 & 31] |= bits;
}

/* Bits that make VALUE one that is up to LIMIT. */
static uint32_t near(uint32_t value, uint32_t limit)
{
	uint32_t bits = 0;

	for (uint32_t bit = 1; bit; bit <<= 1)
		bits |= (value ^ bit) <= limit ? bit : 0;
	return bits;
}

static uint32_t near_memory(const struct machine *m, uint32_t at, bool store)
{
	uint32_t bits = 0;

	for (uint32_t bit = 1; bit; bit <<= 1) {
		uint32_t good = at ^ bit;

		if (good % 4 == 0 &&
		    (good - m->ram_base < m->ram_size ||
		     good - GOLDEN_SMEM < m->smem_size ||
		     (store && good == 0xfffff000)))
			bits |= bit;
	}
	return bits;
}

static void trapped(struct bits *b, const struct machine *m,
		    const struct golden_effect *fx)
{
	uint32_t tval = fx->tval;

	switch (fx->cause) {
	case ISA_CAUSE_ILLEGAL: illegal(b, m, tval); break;
	case ISA_CAUSE_TMC_THREADS: b->tmc |= near(tval, m->threads); break;
	case ISA_CAUSE_CLONE_THREAD:
		b->clone |= near(tval, m->threads - 1);
		break;
	case ISA_CAUSE_BAR_ID: b->bar_id |= near(tval, m->barriers - 1); break;
	case ISA_CAUSE_BAR_WARPS: b->bar_warps |= near(tval, m->warps); break;
	case ISA_CAUSE_LOAD_MISALIGNED:
	case ISA_CAUSE_LOAD_ACCESS:
		b->load |= near_memory(m, tval, false);
		break;
	case ISA_CAUSE_STORE_MISALIGNED:
	case ISA_CAUSE_STORE_ACCESS:
		b->store |= near_memory(m, tval, true);
		break;
	case ISA_CAUSE_FETCH_MISALIGNED:
	case ISA_CAUSE_FETCH_ACCESS:
		if (fx->op == ISA_WSPAWN)
			b->spawn |= near_memory(m, tval, false);
		else
			b->jump |= near_memory(m, tval, false);
		break;
	default: break;
	}
}

/* What OP, about to be executed, has in its registers. */
static void operands(struct bits *b, const struct golden_core *c, uint32_t warp,
		     enum isa_op op, uint32_t word)
{
	uint32_t active = golden_tmask(c, warp), rs1 = word >> 15 & 31,
		 rs2 = word >> 20 & 31, lead = (uint32_t)__builtin_ctz(active),
		 all = UINT32_MAX, some = 0;
	bool alike = true;

	for (uint32_t m = active; m; m &= m - 1) {
		uint32_t lane = (uint32_t)__builtin_ctz(m),
			 x = golden_reg(c, warp, lane, rs1),
			 y = golden_reg(c, warp, lane, rs2);
		bool high = y >> 31 && (y & (y - 1)), opposed;
		uint32_t power = high ? -y : y;

		alike = alike && x == golden_reg(c, warp, lead, rs1) &&
			y == golden_reg(c, warp, lead, rs2);
		all &= x;
		some |= x;
		opposed = (op == ISA_DIV || op == ISA_REM) && x &&
			  !(power & (power - 1)) && (x ^ y) >> 31;
		b->divisor[high] |= opposed ? power : 0;
		if ((op == ISA_DIV || op == ISA_REM) && y + 7 <= 14 && y)
			b->dividend |= ~x & (~x - 1) ? 0 : ~x;
		if (opposed && alike && !(m & (m - 1)))
			b->divisor_alike[high] |= power;
	}
	if (op == ISA_SPLIT && !all)
		b->predicate |= some & (some - 1) ? 0 : some;
	if (isa_combines(op) && !all)
		b->vote |= some & (some - 1) ? 0 : some;
	if (op == ISA_CSRRW && word >> 20 == ISA_CSR_MTICK) {
		uint32_t v = golden_reg(c, warp, lead, rs1);

		b->period |= v & (v - 1) ? 0 : v;
		b->beside |= (v - 1) & (v - 2) ? 0 : v - 1;
	}
}

static void bits_before(void *ctx, struct golden *g, uint32_t warp)
{
	struct bits *b = ctx;
	const struct golden_core *c = golden_core(g, 0);
	uint32_t word = 0;
	enum isa_op op;

	b->depth = golden_depth(c, warp);
	golden_read(g, golden_pc(c, warp), &word, sizeof word);
	op = isa_decode(word);
	if (op != ISA_INVALID &&
	    (op == ISA_SPLIT || op == ISA_CSRRW || isa_combines(op) ||
	     isa_insn(op)->class == ISA_CLASS_DIV))
		operands(b, c, warp, op, word);
}

static void bits_after(void *ctx, const struct fuzz_program *p,
		       const struct golden_effect *fx)
{
	struct bits *b = ctx;

	if (fx->kind != GOLDEN_TRAP)
		return;
	trapped(b, &p->machine, fx);
	if (fx->op == ISA_SPLIT)
		b->room |= 1u << (p->machine.stack - b->depth);
}

static void has(const char *name, const char *what, uint32_t bits,
		uint32_t expected)
{
	if (!ok((bits & expected) == expected, "%s: %s", name, what))
		diag("%08" PRIx32 " of %08" PRIx32, bits & expected, expected);
}

/* Bits by which what is too large for LIMIT may differ from what is not. */
static uint32_t beyond(uint32_t limit)
{
	uint32_t bits = 0;

	for (uint32_t bit = 1; bit; bit <<= 1)
		bits |= (limit ^ bit) > limit ? bit : 0;
	return bits;
}

static void each_bit(const char *name, struct machine m)
{
	static const struct watch w = { .before = bits_before,
					.after = bits_after };
	struct bits b = { 0 };

	watch(&w, &b, &m);
	has(name, "words one bit from an instruction", b.word, UINT32_MAX);
	has(name, "CSRs one bit from one, read", b.csr[0], 0xfff);
	has(name, "CSRs one bit from one, written", b.csr[1], 0xfff);
	has(name, "tmc", b.tmc, beyond(m.threads));
	has(name, "clone", b.clone, beyond(m.threads - 1));
	has(name, "barriers", b.bar_id, beyond(m.barriers - 1));
	has(name, "warps at a barrier", b.bar_warps, beyond(m.warps));
	has(name, "wspawn", b.spawn, 3);
	has(name, "loads", b.load, ~(m.smem_size - 4));
	has(name, "stores", b.store, ~(m.smem_size - 4));
	has(name, "jumps", b.jump, ~(m.ram_size - 1) | 2);
	has(name, "splits", b.predicate, UINT32_MAX);
	has(name, "votes", b.vote, UINT32_MAX);
	has(name, "divisors that are a power of two", b.divisor[0], UINT32_MAX);
	has(name, "the same in all threads", b.divisor_alike[0], UINT32_MAX);
	has(name, "negative ones", b.divisor[1], UINT32_MAX / 2);
	has(name, "dividends with all bits but one", b.dividend, UINT32_MAX);
	has(name, "ticks of a power of two", b.period, 0x3000);
	has(name, "and of one more", b.beside, 0xfffff000);
	has(name, "splits with no room, or with room for one entry", b.room, 3);
}

static void all_bits(void)
{
	struct machine m = machine(4, 4);

	m.timer = m.has_vote = true;
	m.smem_size = 4096;
	each_bit("4x4", m);
	m = machine(2, 2);
	m.timer = m.has_vote = true;
	m.smem_size = 4096;
	m.selected = 4;
	each_bit("2x2", m);
}

/* --- floating point --------------------------------------------------- */

enum { MODES = 5, FLAGS = 5, KINDS = 10 };

/* By instruction; bits. */
struct floats {
	uint32_t fixed[ISA_OP_COUNT];   /* modes in the word; in frm */
	uint32_t dynamic[ISA_OP_COUNT];
	uint32_t flags[ISA_OP_COUNT];   /* that some thread raised */
	uint32_t kinds[3][ISA_OP_COUNT];        /* of operands, as fclass */
	uint32_t no_mode, no_frm;       /* that trapped */
	uint32_t written[3];            /* CSRs, by each instruction */
	uint32_t frm;                   /* of the warp, before a step */
	uint32_t kind[3];
};

static uint32_t kind_of(uint32_t a)
{
	uint32_t high = a >> 23 & 255, low = a & 0x7fffff;

	if (high == 255 && low)
		return low >> 22 ? 9 : 8;
	if (high == 255)
		return a >> 31 ? 0 : 7;
	if (high)
		return a >> 31 ? 1 : 6;
	if (low)
		return a >> 31 ? 2 : 5;
	return a >> 31 ? 3 : 4;
}

static void floats_before(void *ctx, struct golden *g, uint32_t warp)
{
	static const uint32_t field[] = { 15, 20, 27 };
	struct floats *f = ctx;
	const struct golden_core *c = golden_core(g, 0);
	uint32_t word = 0;

	golden_read(g, golden_pc(c, warp), &word, sizeof word);
	f->frm = golden_fcsr(c, warp) >> 5;
	for (int i = 0; i < 3; i++) {
		f->kind[i] = 0;
		for (uint32_t m = golden_tmask(c, warp); m; m &= m - 1)
			f->kind[i] |=
				1u << kind_of(golden_reg(
					c, warp, (uint32_t)__builtin_ctz(m),
					word >> field[i] & 31));
	}
}

static void floats_after(void *ctx, const struct fuzz_program *p,
			 const struct golden_effect *fx)
{
	uint32_t rm = fx->insn >> 12 & 7, csr = fx->insn >> 20;
	enum isa_op op = isa_decode(fx->insn),
		    other = isa_decode(fx->insn ^ 2u << 12);
	struct floats *f = ctx;

	(void)p;
	if (fx->kind == GOLDEN_TRAP && fx->cause == ISA_CAUSE_ILLEGAL) {
		if (op != ISA_INVALID && isa_insn(op)->rounds)
			f->no_frm |= 1u << f->frm;
		else if (op == ISA_INVALID && other != ISA_INVALID &&
			 isa_insn(other)->rounds)
			f->no_mode |= 1u << rm;
		return;
	}
	if (op == ISA_INVALID)
		return;
	if (isa_insn(op)->class == ISA_CLASS_CSR && isa_csr_floats(csr))
		f->written[csr - 1] |= 1u << (rm - 1);
	if (isa_insn(op)->class != ISA_CLASS_FLOAT)
		return;
	*(rm == 7 ? &f->dynamic[op] : &f->fixed[op]) |=
		1u << (rm == 7 ? f->frm : rm);
	f->flags[op] |= fx->flags;
	for (int i = 0; i < 3; i++)
		f->kinds[i][op] |= f->kind[i];
}

/* Flags that OP raises with some operands. */
static uint32_t flags_of(enum isa_op op)
{
	switch (op) {
	case ISA_FDIV_S: return 31;
	case ISA_FMUL_S: case ISA_FMADD_S: case ISA_FMSUB_S:
	case ISA_FNMADD_S: case ISA_FNMSUB_S: return 16 + 4 + 2 + 1;
	case ISA_FADD_S: case ISA_FSUB_S: return 16 + 4 + 1;
	case ISA_FSQRT_S: case ISA_FCVT_W_S: case ISA_FCVT_WU_S: return 16 + 1;
	case ISA_FCVT_S_W: case ISA_FCVT_S_WU: return 1;
	case ISA_FSGNJ_S: case ISA_FSGNJN_S: case ISA_FSGNJX_S:
	case ISA_FCLASS_S: return 0;
	case ISA_SFU_RCP: case ISA_SFU_RSQRT: case ISA_SFU_EXP2:
	case ISA_SFU_LOG2: case ISA_SFU_SIN: case ISA_SFU_COS:
	case ISA_SFU_EXP: return 0;
	default: return 16;
	}
}

static void float_insn(const struct floats *f, enum isa_op op)
{
	const char *name = isa_insn(op)->name;
	uint32_t reads = isa_reads(op), all = (1u << KINDS) - 1;

	if (isa_insn(op)->rounds) {
		has(name, "modes of the word", f->fixed[op], (1 << MODES) - 1);
		has(name, "modes of frm", f->dynamic[op], (1 << MODES) - 1);
	}
	has(name, "flags", f->flags[op], flags_of(op));
	ok(f->flags[op] == flags_of(op), "%s: and no others", name);
	for (uint32_t i = 0; i < 3; i++)
		if (reads >> i & 1 && op != ISA_FCVT_S_W &&
		    op != ISA_FCVT_S_WU)
			has(name, "kinds of an operand", f->kinds[i][op], all);
}

/* Those of FUNCTIONS alone are judged: the special ones, or all others. */
static struct floats floats_of(bool functions)
{
	static const struct watch w = { .before = floats_before,
					.after = floats_after };
	struct machine m = machine(4, 4);
	struct floats f = { .frm = 0 };

	m.fp = 1;
	m.has_sfu = functions;
	watch(&w, &f, &m);
	for (int op = 0; op < ISA_OP_COUNT; op++) {
		const struct isa_insn *insn = isa_insn((enum isa_op)op);

		if (insn->class == ISA_CLASS_FLOAT &&
		    functions == (insn->ext == ISA_EXT_SFU))
			float_insn(&f, (enum isa_op)op);
	}
	return f;
}

static void floats(void)
{
	struct floats f = floats_of(false);

	has("traps", "modes that are none, in words", f.no_mode, 0x60);
	has("traps", "in frm", f.no_frm, 0xe0);
	for (uint32_t i = 0; i < 3; i++)
		has(isa_csr_find(1 + i)->name, "by each instruction",
		    f.written[i], 0x77);
	floats_of(true);
}

int main(void)
{
	reaches();
	all_bits();
	floats();
	return tap_done();
}
