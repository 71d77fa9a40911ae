/* explain.c - what a wrong value looks like, and who wrote what it comes from
 * SPDX-License-Identifier: Apache-2.0
 *
 * An ideal core runs a few instructions of one warp; then the result of one of
 * them is changed in its retire record.
 */
#include "tests/cosim/mutant.h"
#include "tests/tap.h"

#define SEVERAL "the one bit of the result had been turned over; several " \
	"things explain that"

enum { THREADS = 4 };

/* The value of thread T is wrong from now on: WRONG[T], of the last OP. */
struct fault {
	enum isa_op op;
	uint32_t wrong[THREADS];
};

/* A run up to its mismatch. */
struct run {
	struct program program;
	struct ideal_config config;
	struct ideal_stream stream;
	struct replay replay;
	const struct cosim_mismatch *m;
};

static void put(struct run *r, uint32_t insn)
{
	r->program.words[r->program.count++] = insn;
}

/* x5: all threads active, or one; x6: the thread. */
static void begin(struct run *r, uint32_t threads)
{
	*r = (struct run){
		.config = legal_core(1, threads, threads, 16, true)
	};
	r->config.seed = 1;
	r->program.count = (uint32_t)(all_threads(r->program.words) -
				      r->program.words);
}

static void finish(struct run *r)
{
	if (r->replay.cosim)
		replay_end(&r->replay);
	ideal_free(&r->stream);
}

static void record(struct run *r)
{
	put(r, asm_i(ISA_ADDI, 10, 0, 0));
	put(r, asm_0(ISA_EBREAK));
	ideal_run(&r->config, r->program.words, r->program.count, &r->stream);
	replay_start(&r->replay, &r->config, false, r->program.words,
		     r->program.count);
}

/* Puts F into the last retire record of its instruction, and replays. */
static void fail_with(struct run *r, const struct fault *f)
{
	long at = -1, next;

	record(r);
	for (uint32_t n = 0; (next = edit_find(&r->stream, (struct edit_at){
				     2, f->op, n })) >= 0; n++)
		at = next;
	if (at >= 0)
		for (uint32_t t = 0; t < r->config.lanes; t++)
			r->stream.records[at].w[5 + t] = f->wrong[t];
	replay_records(&r->replay, &r->stream);
	r->m = cosim_mismatch(r->replay.cosim);
}

static void is_guess(struct run *r, const char *want, const char *name)
{
	char text[300] = "nothing";

	if (r->m)
		cosim_guess(r->replay.cosim, r->m, text, sizeof text);
	is_str(text, want, name);
	finish(r);
}

/* --- guesses ----------------------------------------------------------- */

/* x5 = thread - 1, x8 = 1; OP x7,x5,x8. */
static void compare(struct run *r, enum isa_op op)
{
	begin(r, THREADS);
	put(r, asm_i(ISA_ADDI, 5, 6, -1));
	put(r, asm_i(ISA_ADDI, 8, 0, 1));
	put(r, asm_i(ISA_ADDI, 7, 6, 50));
	put(r, asm_r(op, 7, 5, 8));
}

static void one_bit(void)
{
	struct run r;

	begin(&r, 1);
	put(&r, asm_i(ISA_ADDI, 5, 0, 3));
	put(&r, asm_i(ISA_ADDI, 8, 0, 7));
	put(&r, asm_r(ISA_SLT, 7, 5, 8));
	fail_with(&r, &(struct fault){ ISA_SLT, { 0 } });
	is_guess(&r, SEVERAL, "slt of one thread: nothing is claimed");

	begin(&r, 1);
	put(&r, asm_i(ISA_ADDI, 5, 0, 7));
	put(&r, asm_r(ISA_SLTU, 7, 5, 0));
	fail_with(&r, &(struct fault){ ISA_SLTU, { 1 } });
	is_guess(&r, SEVERAL, "sltu that should be 0: nothing is claimed");

	begin(&r, 1);
	put(&r, asm_i(ISA_ADDI, 5, 0, 7));
	put(&r, asm_i(ISA_ANDI, 7, 5, 1));
	fail_with(&r, &(struct fault){ ISA_ANDI, { 0 } });
	is_guess(&r, SEVERAL, "nor of other results that are one bit");

	/* -1, 0, 1, 2 less than 1: 1, 1, 0, 0. */
	compare(&r, ISA_SLT);
	fail_with(&r, &(struct fault){ ISA_SLT, { 0, 1, 0, 0 } });
	is_guess(&r, "it had been sltu", "threads that are right decide: sltu");
	compare(&r, ISA_SLT);
	fail_with(&r, &(struct fault){ ISA_SLT, { 0, 0, 0, 1 } });
	is_guess(&r, "x5 and x8 had changed places",
		 "threads that are right decide: operands");
	compare(&r, ISA_SLT);
	fail_with(&r, &(struct fault){ ISA_SLT, { 1, 1, 1, 0 } });
	is_guess(&r, "bit 0 alone had been turned over",
		 "what nothing explains is just said");
	compare(&r, ISA_SLT);
	fail_with(&r, &(struct fault){ ISA_SLT, { 0, 0, 0, 0 } });
	is_guess(&r, SEVERAL, "zeros in all threads have several explanations");
}

static void one_bit_loaded(void)
{
	struct run r;

	begin(&r, 1);
	put(&r, asm_u(ISA_LUI, 9, 0x80001000));
	put(&r, asm_i(ISA_ADDI, 5, 0, 1));
	put(&r, asm_s(ISA_SB, 5, 0, 9));
	put(&r, asm_i(ISA_LBU, 7, 9, 0));
	fail_with(&r, &(struct fault){ ISA_LBU, { 0 } });
	is_guess(&r, SEVERAL, "lbu of 1: zeros are everywhere");
}

/* x8 = 9, then 1000: #4 and #5; x5 = 0x123: #6; add x7,x5,x8 gives SUM. */
static void add(struct run *r, uint32_t sum)
{
	begin(r, 1);
	put(r, asm_i(ISA_ADDI, 8, 0, 9));
	put(r, asm_i(ISA_ADDI, 8, 0, 1000));
	put(r, asm_i(ISA_ADDI, 5, 0, 0x123));
	put(r, asm_r(ISA_ADD, 7, 5, 8));
	fail_with(r, &(struct fault){ ISA_ADD, { sum } });
}

static void words(void)
{
	static const char stale[] = "x8 had been read as it was before #5 "
				    "wrote it in cycle ";
	char text[300] = "nothing";
	struct run r;

	begin(&r, THREADS);
	put(&r, asm_i(ISA_ADDI, 5, 6, -1));
	put(&r, asm_i(ISA_ADDI, 8, 0, 3));
	put(&r, asm_r(ISA_XOR, 7, 5, 8));
	fail_with(&r, &(struct fault){ ISA_XOR, { UINT32_MAX, 3, 3, 3 } });
	is_guess(&r, "it had been or", "another operation");

	add(&r, 9 + 0x123);
	ok(r.m && cosim_guess(r.replay.cosim, r.m, text, sizeof text) &&
	   strncmp(text, stale, sizeof stale - 1) == 0, "an old value");
	finish(&r);

	add(&r, 1000);
	is_guess(&r, "x5 had been 0x00000000; or as if x8 had been 0x000002c5",
		 "many registers that are 0 are no explanation");
}

/* --- causes ------------------------------------------------------------- */

static uint32_t causes(const struct run *r, struct cosim_cause *out)
{
	return r->m ? cosim_causes(r->replay.cosim, r->m, out) : 0;
}

static void operands(void)
{
	struct cosim_cause by[COSIM_CAUSES];
	struct run r;
	uint32_t n;

	add(&r, 0x777);
	n = causes(&r, by);
	ok(n == 2 && by[0].reg == 5 && by[0].number == 6 && by[1].reg == 8 &&
	   by[1].number == 5 && !by[0].memory, "the writers of both operands");
	ok(n && by[0].first <= by[0].last && by[0].last <= r.m->cycle &&
	   by[0].insn == asm_i(ISA_ADDI, 5, 0, 0x123), "when they did");
	finish(&r);

	add(&r, 9 + 0x123);
	n = causes(&r, by);
	ok(n == 2 && by[0].reg == 8 && by[0].number == 5 && by[1].reg == 5,
	   "the one whose write had been missed first");
	finish(&r);
}

static void stored(void)
{
	struct cosim_cause by[COSIM_CAUSES];
	struct run r;
	uint32_t n;

	begin(&r, 1);
	put(&r, asm_u(ISA_LUI, 9, 0x80001000));         /* #4 */
	put(&r, asm_i(ISA_ADDI, 5, 0, 77));
	put(&r, asm_s(ISA_SW, 5, 8, 9));                /* #6 */
	put(&r, asm_i(ISA_LHU, 7, 9, 10));
	fail_with(&r, &(struct fault){ ISA_LHU, { 5 } });
	n = causes(&r, by);
	ok(n == 2 && by[0].memory && by[0].addr == 0x80001008 &&
	   by[0].number == 6 && !by[1].memory && by[1].reg == 9 &&
	   by[1].number == 4, "of a load: the store, then the address");
	finish(&r);
}

/* The registers as golden has them, but for x8. */
static const uint32_t *row(void *ctx, uint32_t select)
{
	static uint32_t data[THREADS];
	const struct run *r = ctx;
	uint32_t reg = select & 31;

	if (select >> 28 != 1)
		return NULL;
	for (uint32_t t = 0; t < THREADS; t++)
		data[t] = golden_reg(golden_core(r->replay.golden, 0), 0, t,
				     reg) ^
			  (reg == 8 && t == 2);
	return data;
}

static void audited(void)
{
	struct cosim_cause by[COSIM_CAUSES];
	struct run r;
	uint32_t n;

	compare(&r, ISA_ADD);
	record(&r);
	replay_records(&r.replay, &r.stream);
	cosim_audit(r.replay.cosim, 0, r.stream.final.cycle, 32, row, &r);
	r.m = cosim_mismatch(r.replay.cosim);
	n = causes(&r, by);
	ok(r.m && r.m->check == COSIM_AUDIT_REGISTER && n == 1 &&
	   by[0].reg == 8 && by[0].number == 5,
	   "of a register in the audit: who wrote it");
	finish(&r);
}

int main(void)
{
	one_bit();
	one_bit_loaded();
	words();
	operands();
	stored();
	audited();
	return tap_done();
}
