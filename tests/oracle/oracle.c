/* oracle.c - the oracle by itself: corner values of the manual,
 * where threads meet, what it refuses
 * SPDX-License-Identifier: Apache-2.0
 */
#include "oracle/oracle.h"

#include <inttypes.h>

#include "isa/isa.h"
#include "tests/tap.h"

enum { T0 = 5, T1 = 6, T2 = 7, A0 = 10, A1 = 11, WORDS = 64 };
#define BASE UINT32_C(0x80000000)
#define DATA (BASE + 0x1000)

struct program {
	uint32_t word[WORDS];
	size_t n;
};

static void put(struct program *p, enum isa_op op, uint32_t rd, uint32_t rs1,
		uint32_t rs2, uint32_t imm)
{
	p->word[p->n++] = isa_encode(op, rd, rs1, rs2, imm);
}

static void constant(struct program *p, uint32_t rd, uint32_t value)
{
	put(p, ISA_LUI, rd, 0, 0, (value + 0x800) >> 12);
	put(p, ISA_ADDI, rd, rd, 0, value & 0xfff);
}

static void tmc(struct program *p, uint32_t n)
{
	put(p, ISA_ADDI, T0, 0, 0, n);
	put(p, ISA_TMC, 0, T0, 0, 0);
}

static void thread_id(struct program *p, uint32_t rd)
{
	put(p, ISA_CSRRS, rd, 0, 0, ISA_CSR_THREAD_ID);
}

static void finish(struct program *p)
{
	put(p, ISA_EBREAK, 0, 0, 0, 0);
}

static struct oracle *run_on(uint32_t cores, const struct program *p,
			     enum oracle_status want, const char *name)
{
	const struct machine c = {
		.cores = cores,
		.warps = 2, .threads = 4, .stack = 3, .barriers = 2,
		.has_m = true, .has_a = true, .fp = 1,
		.reset_pc = BASE, .ram_base = BASE, .ram_size = 0x10000,
		.smem_size = 64
	};
	struct oracle *o = oracle_new(&c);
	enum oracle_status how;
	uint8_t bytes[4 * WORDS];

	for (size_t i = 0; i < 4 * p->n; i++)
		bytes[i] = (uint8_t)(p->word[i / 4] >> 8 * (i % 4));
	if (!o || !oracle_write(o, BASE, bytes, 4 * p->n))
		exit(1);
	how = oracle_run(o, 100000);
	if (!ok(how == want, "%s", name))
		diag("status %d: %s", (int)how, oracle_why(o));
	return o;
}

static struct oracle *run(const struct program *p, enum oracle_status want,
			  const char *name)
{
	return run_on(1, p, want, name);
}

/* --- the manual ------------------------------------------------------- */

static void value(enum isa_op op, uint32_t a, uint32_t b, uint32_t want)
{
	struct program p = { .n = 0 };
	struct oracle *o;
	char name[80];

	constant(&p, T0, a);
	constant(&p, T1, b);
	put(&p, op, A0, T0, T1, 0);
	finish(&p);
	snprintf(name, sizeof name, "%s 0x%" PRIx32 ", 0x%" PRIx32 " ends",
		 isa_insn(op)->name, a, b);
	o = run(&p, ORACLE_END, name);
	ok(oracle_reg(o, 0, 0, A0) == want &&
		   oracle_end(o, 0)->exit_code == want,
	   "and is 0x%" PRIx32, want);
	oracle_free(o);
}

static void values(void)
{
	value(ISA_DIV, 0x80000000, 0xffffffff, 0x80000000);
	value(ISA_REM, 0x80000000, 0xffffffff, 0);
	value(ISA_DIV, 7, 0, 0xffffffff);
	value(ISA_REM, 7, 0, 7);
	value(ISA_DIV, (uint32_t)-7, 2, (uint32_t)-3);
	value(ISA_REM, (uint32_t)-7, 2, (uint32_t)-1);
	value(ISA_REM, 7, (uint32_t)-2, 1);
	value(ISA_DIVU, 7, 0, 0xffffffff);
	value(ISA_REMU, 7, 0, 7);
	value(ISA_MULH, 0x80000000, 0x80000000, 0x40000000);
	value(ISA_MULHSU, 0xffffffff, 0xffffffff, 0xffffffff);
	value(ISA_MULHU, 0xffffffff, 0xffffffff, 0xfffffffe);
	value(ISA_SRA, 0x80000000, 33, 0xc0000000);
	value(ISA_SLT, 0x80000000, 1, 1);
	value(ISA_SLTU, 0x80000000, 1, 0);
}

static void real(enum isa_op op, uint32_t mode, uint32_t a, uint32_t b,
		 uint32_t want, uint32_t flags)
{
	struct program p = { .n = 0 };
	struct oracle *o;

	constant(&p, T0, a);
	constant(&p, T1, b);
	constant(&p, T2, 0x00000001);
	put(&p, op, A0, T0, T1, mode << 5 | T2);
	finish(&p);
	o = run(&p, ORACLE_END, isa_insn(op)->name);
	ok(oracle_reg(o, 0, 0, A0) == want && oracle_fcsr(o, 0) == flags,
	   "0x%08" PRIx32 ", 0x%08" PRIx32 " %s is 0x%08" PRIx32
	   " with flags 0x%02" PRIx32,
	   a, b, isa_round_name(mode), want, flags);
	oracle_free(o);
}

/* 1 + 2^-24 is a tie; so is half of the smallest number. */
static void reals(void)
{
	real(ISA_FADD_S, 0, 0x3f800000, 0x33800000, 0x3f800000, 1);
	real(ISA_FADD_S, 1, 0x3f800000, 0x33800000, 0x3f800000, 1);
	real(ISA_FADD_S, 3, 0x3f800000, 0x33800000, 0x3f800001, 1);
	real(ISA_FADD_S, 4, 0x3f800000, 0x33800000, 0x3f800001, 1);
	real(ISA_FADD_S, 4, 0xbf800000, 0xb3800000, 0xbf800001, 1);
	real(ISA_FADD_S, 4, 0x3f800000, 0x337fffff, 0x3f800000, 1);
	real(ISA_FSUB_S, 2, 0x3f800000, 0x3f800000, 0x80000000, 0);
	real(ISA_FSUB_S, 0, 0x7f800000, 0x7f800000, 0x7fc00000, 16);
	real(ISA_FMUL_S, 0, 0x00000001, 0x3f000000, 0x00000000, 3);
	real(ISA_FMUL_S, 4, 0x00000001, 0x3f000000, 0x00000001, 3);
	real(ISA_FMUL_S, 0, 0x007fffff, 0x3f800001, 0x00800000, 1);
	real(ISA_FMUL_S, 0, 0x00ffffff, 0x3f000000, 0x00800000, 3);
	real(ISA_FMUL_S, 0, 0x7f7fffff, 0x40000000, 0x7f800000, 5);
	real(ISA_FMUL_S, 1, 0x7f7fffff, 0x40000000, 0x7f7fffff, 5);
	real(ISA_FDIV_S, 0, 0xbf800000, 0x00000000, 0xff800000, 8);
	real(ISA_FDIV_S, 0, 0x00000000, 0x80000000, 0x7fc00000, 16);
	real(ISA_FSQRT_S, 0, 0x80000000, 0, 0x80000000, 0);
	real(ISA_FSQRT_S, 0, 0xbf800000, 0, 0x7fc00000, 16);
	real(ISA_FSQRT_S, 0, 0x40800000, 0, 0x40000000, 0);
	real(ISA_FMADD_S, 3, 0x3f800000, 0x3f800000, 0x3f800001, 1);
	real(ISA_FMSUB_S, 2, 0x3f800000, 0x3f800000, 0x3f7fffff, 1);
	real(ISA_FNMSUB_S, 3, 0x3f800000, 0x3f800000, 0xbf7fffff, 1);
	real(ISA_FNMADD_S, 2, 0x3f800000, 0x3f800000, 0xbf800001, 1);
	real(ISA_FMADD_S, 0, 0x7f800000, 0x00000000, 0x7fc00000, 16);
	real(ISA_FMIN_S, 0, 0x80000000, 0x00000000, 0x80000000, 0);
	real(ISA_FMAX_S, 0, 0x80000000, 0x00000000, 0x00000000, 0);
	real(ISA_FMAX_S, 0, 0x7f800001, 0xbf800000, 0xbf800000, 16);
	real(ISA_FMIN_S, 0, 0x7fc00000, 0xffc00001, 0x7fc00000, 0);
	real(ISA_FEQ_S, 0, 0x7fc00000, 0x7fc00000, 0, 0);
	real(ISA_FEQ_S, 0, 0x00000000, 0x80000000, 1, 0);
	real(ISA_FLT_S, 0, 0x7fc00000, 0x00000000, 0, 16);
	real(ISA_FLE_S, 0, 0xff800000, 0x80000001, 1, 0);
	real(ISA_FCVT_W_S, 0, 0x4f000000, 0, 0x7fffffff, 16);
	real(ISA_FCVT_W_S, 0, 0xcf000000, 0, 0x80000000, 0);
	real(ISA_FCVT_W_S, 4, 0xbf000000, 0, 0xffffffff, 1);
	real(ISA_FCVT_WU_S, 0, 0xbf000000, 0, 0, 1);
	real(ISA_FCVT_WU_S, 2, 0xbf000000, 0, 0, 16);
	real(ISA_FCVT_WU_S, 0, 0xffc00000, 0, 0xffffffff, 16);
	real(ISA_FCVT_S_W, 0, 0x80000000, 0, 0xcf000000, 0);
	real(ISA_FCVT_S_WU, 1, 0xffffffff, 0, 0x4f7fffff, 1);
	real(ISA_FCLASS_S, 0, 0x7f800001, 0, 0x100, 0);
	real(ISA_FCLASS_S, 0, 0x80000001, 0, 0x004, 0);
}

/* --- where threads meet ----------------------------------------------- */

/* Threads 0 and 2 take the first side, 1 and 3 the second one; x11 says which,
 * x10 who was with. */
static void sides(void)
{
	struct program p = { .n = 0 };
	struct oracle *o;

	tmc(&p, 4);
	thread_id(&p, T1);
	put(&p, ISA_ANDI, T1, T1, 0, 1);
	put(&p, ISA_XORI, T1, T1, 0, 1);
	put(&p, ISA_SPLIT, 0, T1, 0, 0);
	put(&p, ISA_CSRRS, A0, 0, 0, ISA_CSR_TMASK);
	put(&p, ISA_ADDI, A1, T1, 0, 20);
	put(&p, ISA_JOIN, 0, 0, 0, 0);
	put(&p, ISA_CSRRS, T2, 0, 0, ISA_CSR_TMASK);
	finish(&p);
	o = run(&p, ORACLE_END, "a split and its join");
	ok(oracle_reg(o, 0, 2, A0) == 5 && oracle_reg(o, 0, 3, A0) == 10,
	   "sides know themselves");
	ok(oracle_reg(o, 0, 0, A1) == 21 && oracle_reg(o, 0, 1, A1) == 20,
	   "each goes its way");
	ok(oracle_reg(o, 0, 3, T2) == 15, "then all are together");
	ok(oracle_counts(o)->splits == 1 &&
		   oracle_counts(o)->instructions == 14,
	   "instructions are counted for each side");
	oracle_free(o);
}

/* Threads 1 and 3 divide by zero, which all see; mode 5 is one only in frm. */
static void flags(void)
{
	struct program p = { .n = 0 };
	struct oracle *o;

	tmc(&p, 4);
	thread_id(&p, T1);
	put(&p, ISA_ANDI, T1, T1, 0, 1);
	put(&p, ISA_SPLIT, 0, T1, 0, 0);
	put(&p, ISA_BEQ, 0, T1, 0, 8);
	put(&p, ISA_FDIV_S, T2, T1, 0, ISA_ROUND_DYN << 5);
	put(&p, ISA_CSRRS, A1, 0, 0, ISA_CSR_FFLAGS);
	put(&p, ISA_JOIN, 0, 0, 0, 0);
	put(&p, ISA_CSRRWI, A0, 5, 0, ISA_CSR_FRM);
	put(&p, ISA_CSRRS, A0, 0, 0, ISA_CSR_FCSR);
	put(&p, ISA_FADD_S, T2, 0, 0, 0);
	put(&p, ISA_FADD_S, T1, 0, 0, ISA_ROUND_DYN << 5);
	finish(&p);
	o = run(&p, ORACLE_END, "flags of two of four threads");
	ok(oracle_reg(o, 0, 0, A1) == 8 && oracle_reg(o, 0, 3, A1) == 8,
	   "are the warp's");
	ok(oracle_reg(o, 0, 2, A0) == 0xa8, "so is the mode");
	ok(oracle_end(o, 0)->trapped && oracle_end(o, 0)->cause == 2 &&
		   oracle_end(o, 0)->tval == p.word[p.n - 2] &&
		   oracle_reg(o, 0, 0, T2) == 0,
	   "which only a dynamic one traps for");
	oracle_free(o);
}

/* Thread 1 alone is before a misaligned word: nobody loads. */
static void one_traps(void)
{
	struct program p = { .n = 0 };
	struct oracle *o;

	tmc(&p, 4);
	thread_id(&p, T1);
	constant(&p, T2, DATA);
	put(&p, ISA_ADD, T2, T2, T1, 0);
	put(&p, ISA_ADDI, A1, 0, 0, 77);
	put(&p, ISA_LW, A1, T2, 0, 0);
	put(&p, ISA_ADDI, A0, 0, 0, 9);
	finish(&p);
	o = run(&p, ORACLE_END, "a trap of one thread");
	ok(oracle_end(o, 0)->trapped && oracle_end(o, 0)->cause == 4 &&
		   oracle_end(o, 0)->tval == DATA + 1 &&
		   oracle_end(o, 0)->pc == BASE + 28,
	   "is the warp's, at its address");
	ok(oracle_reg(o, 0, 0, A1) == 77 && oracle_reg(o, 0, 0, A0) == 0,
	   "and nobody gets further, not even its leader");
	ok(oracle_counts(o)->instructions == 7, "it is not counted");
	oracle_free(o);
}

/* The leader's branch is everybody's. */
static void branches(void)
{
	struct program p = { .n = 0 };
	struct oracle *o;

	tmc(&p, 4);
	thread_id(&p, T1);
	put(&p, ISA_BEQ, 0, T1, 0, 8);
	put(&p, ISA_ADDI, A0, A0, 0, 1);
	put(&p, ISA_ADDI, A0, A0, 0, 2);
	finish(&p);
	o = run(&p, ORACLE_END, "a branch on which threads disagree");
	ok(oracle_reg(o, 0, 3, A0) == 2 &&
		   oracle_counts(o)->divergent_branches == 1,
	   "goes the way of the leader, and is counted");
	oracle_free(o);
}

/* --- what it refuses -------------------------------------------------- */

/* All threads store to one word, or each to its own. */
static void race(bool own)
{
	struct program p = { .n = 0 };
	struct oracle *o;

	tmc(&p, 4);
	thread_id(&p, T1);
	put(&p, ISA_SLLI, T1, T1, 0, own ? 2 : 31);
	constant(&p, T2, DATA);
	if (own)
		put(&p, ISA_ADD, T2, T2, T1, 0);
	put(&p, ISA_SW, 0, T2, T1, 0);
	finish(&p);
	o = run(&p, own ? ORACLE_END : ORACLE_RACE, own ? "words of their own" :
		"two threads that store to one word are a race");
	if (!own)
		ok(strstr(oracle_why(o), "0x80001000") != NULL,
		   "which is told");
	oracle_free(o);
}

/* Warp 1 stores, warp 0 loads: with a barrier between, or without. */
static void two_warps(bool barrier)
{
	struct program p = { .n = 0 };
	struct oracle *o;

	constant(&p, T2, DATA);
	constant(&p, T1, BASE + 4 * 13);
	put(&p, ISA_WSPAWN, T2, T1, T2, 0);
	put(&p, ISA_ADDI, T0, 0, 0, 2);
	put(&p, barrier ? ISA_BAR : ISA_ADD, 0, 0, T0, 0);
	put(&p, ISA_LW, A0, T2, 0, 0);
	finish(&p);
	while (p.n < 13)
		finish(&p);
	put(&p, ISA_ADDI, A1, 0, 0, 55);
	put(&p, ISA_SW, 0, T2, A1, 0);
	put(&p, ISA_ADDI, T0, 0, 0, 2);
	put(&p, barrier ? ISA_BAR : ISA_ADD, 0, 0, T0, 0);
	finish(&p);
	o = run(&p, barrier ? ORACLE_END : ORACLE_RACE,
		barrier ? "a barrier between two warps" :
			  "two warps without a barrier are a race");
	if (barrier)
		ok(oracle_reg(o, 0, 0, A0) == 55, "hands a word over");
	oracle_free(o);
}

/* Warp 0 of each of two cores executes OP on one word, with RD for the result;
 * then LOADS. */
static struct oracle *on_two_cores(const char *name, enum isa_op op,
				   uint32_t rd, bool loads,
				   enum oracle_status want)
{
	struct program p = { .n = 0 };

	constant(&p, T2, DATA);
	put(&p, ISA_ADDI, A1, 0, 0, 5);
	if (op == ISA_LW)
		put(&p, ISA_LW, rd, T2, 0, 0);
	else
		put(&p, op, rd, T2, A1, 0);
	if (loads)
		put(&p, ISA_LW, A0, T2, 0, 0);
	finish(&p);
	return run_on(2, &p, want, name);
}

static void two_cores(void)
{
	struct program p = { .n = 0 };
	struct oracle *o;

	oracle_free(on_two_cores("two cores may load a word", ISA_LW, A0, true,
				 ORACLE_END));
	oracle_free(on_two_cores("two cores that store to one word are a race",
				 ISA_SW, 0, false, ORACLE_RACE));
	o = on_two_cores("two cores may add to a word", ISA_AMOADD_W, 0, false,
			 ORACLE_END);
	ok(oracle_word(o, 0, DATA) == 10, "which then has both sums");
	oracle_free(o);
	oracle_free(on_two_cores("they must not look at it", ISA_AMOADD_W, 0,
				 true, ORACLE_RACE));
	oracle_free(on_two_cores("nor at what it was", ISA_AMOADD_W, A0, false,
				 ORACLE_RACE));
	oracle_free(on_two_cores("two swaps are a race", ISA_AMOSWAP_W, 0,
				 false, ORACLE_RACE));
	put(&p, ISA_CSRRS, A0, 0, 0, ISA_CSR_CORE_ID);
	put(&p, ISA_LUI, T2, 0, 0, 0xff000);
	put(&p, ISA_SW, 0, T2, A0, 0);
	finish(&p);
	o = run_on(2, &p, ORACLE_END, "each core has its shared memory");
	ok(oracle_word(o, 0, 0xff000000) == 0 &&
	   oracle_word(o, 1, 0xff000000) == 1, "and its number");
	oracle_free(o);
	p.n = 0;
	put(&p, ISA_CSRRW, 0, 0, 0, ISA_CSR_MEXIT);
	finish(&p);
	oracle_free(run_on(2, &p, ORACLE_BEYOND,
			   "mexit of two cores is a matter of time"));
}

static void one_insn(const char *name, enum isa_op op, uint32_t rd,
		     uint32_t rs1, uint32_t imm, enum oracle_status want)
{
	struct program p = { .n = 0 };

	put(&p, op, rd, rs1, 0, imm);
	finish(&p);
	oracle_free(run(&p, want, name));
}

/* A tmc on a side of a split; two sides that join at two places. */
static void odd_splits(void)
{
	struct program p = { .n = 0 };
	size_t start;

	tmc(&p, 4);
	thread_id(&p, T1);
	put(&p, ISA_SPLIT, 0, T1, 0, 0);
	start = p.n;
	tmc(&p, 2);
	finish(&p);
	oracle_free(run(&p, ORACLE_BEYOND,
			"tmc within a split is not for threads"));
	p.n = start;
	put(&p, ISA_BEQ, 0, T1, 0, 8);
	put(&p, ISA_JOIN, 0, 0, 0, 0);
	put(&p, ISA_JOIN, 0, 0, 0, 0);
	finish(&p);
	oracle_free(run(&p, ORACLE_BEYOND,
			"two places to join are not for threads"));
}

static void others(void)
{
	struct program p = { .n = 0 };

	one_insn("mcycle is a matter of time", ISA_CSRRS, A0, 0, ISA_CSR_MCYCLE,
		 ORACLE_BEYOND);
	one_insn("active_warps too", ISA_CSRRS, A0, 0, ISA_CSR_ACTIVE_WARPS,
		 ORACLE_BEYOND);
	one_insn("a loop without end is noticed", ISA_JAL, 0, 0, 0,
		 ORACLE_LIMIT);
	put(&p, ISA_ADDI, T0, 0, 0, 2);
	put(&p, ISA_BAR, 0, 0, T0, 0);
	oracle_free(run(&p, ORACLE_DEADLOCK,
			"a barrier that nobody else comes to"));
}

int main(void)
{
	values();
	reals();
	sides();
	flags();
	one_traps();
	branches();
	race(false);
	race(true);
	two_warps(false);
	two_warps(true);
	two_cores();
	odd_splits();
	others();
	return tap_done();
}
