/* float.c - binary32 is as the manual, MPFR and the host's unit have it
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: float.t [SEED]. FLOAT_COUNT=n cases of every operation instead of
 * 200000; FLOAT_ONLY=op that operation alone. FLOAT_ALL=first-last takes all
 * inputs of the operations with one operand whose highest 8 bits are first to
 * last, of 0 to 255, and nothing else.
 */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "base/clock.h"
#include "tests/golden/float_ops.h"
#include "tests/tap.h"

enum { BATCH = 256, SHOWN = 5, WARP = 32 };

/* With what float_exact_* are compared. */
enum { QUICK, MPFR, HOST, WARPS, KINDS };

static const char *const op_names[OPS] = {
#define NAME(op, arguments) #op,
	FLOAT_ROUNDED(NAME)
	FLOAT_PLAIN(NAME)
};

static const char *const mode_names[MODES] = { "rne", "rtz", "rdn", "rup",
					       "rmm" };

static const char *flag_names(uint32_t flags, char text[32])
{
	snprintf(text, 32, "%s%s%s%s%s%s", flags & FLOAT_NV ? "NV " : "",
		 flags & FLOAT_DZ ? "DZ " : "", flags & FLOAT_OF ? "OF " : "",
		 flags & FLOAT_UF ? "UF " : "", flags & FLOAT_NX ? "NX " : "",
		 flags ? "" : "none ");
	return text;
}

static void show(enum float_op op, struct float_case x, uint32_t rm,
		 struct float_result got, struct float_result want)
{
	char text[2][32];

	diag("%s.%s %08x %08x %08x: %08x %s, expected %08x %s", op_names[op],
	     mode_names[rm], x.a, x.b, x.c, got.value,
	     flag_names(got.flags, text[0]), want.value,
	     flag_names(want.flags, text[1]));
}

/* --- by hand ------------------------------------------------------------ */

#define NX FLOAT_NX
#define UF FLOAT_UF
#define OF FLOAT_OF
#define DZ FLOAT_DZ
#define NV FLOAT_NV
#define ONE 0x3F800000
#define MINUS_ONE 0xBF800000
#define INF 0x7F800000
#define MINUS_INF 0xFF800000
#define MAX 0x7F7FFFFF
#define MINUS_MAX 0xFF7FFFFF
#define NAN_ 0x7FC00000
#define SIGNALING 0x7F800001
#define PAYLOAD 0xFFC12345      /* a quiet NaN */
#define MINUS_0 0x80000000

enum { RNE, RTZ, RDN, RUP, RMM };

static const struct row {
	enum float_op op;
	uint32_t rm;
	struct float_case x;
	struct float_result want;
} rows[] = {
#include "tests/golden/float_rows.def"
};

static void by_hand(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *row = &rows[i];
		bool good = true;

		for (int exact = 0; exact < 2; exact++) {
			struct float_result got =
				float_run(row->op, exact, row->x, row->rm);

			if (!float_same(got, row->want)) {
				show(row->op, row->x, row->rm, got, row->want);
				good = false;
			}
		}
		ok(good, "%s.%s %08x %08x %08x", op_names[row->op],
		   mode_names[row->rm], row->x.a, row->x.b, row->x.c);
	}
}

static void classes(void)
{
	static const uint32_t of[] = { MINUS_INF, MINUS_ONE, 0x80000001,
				       MINUS_0, 0, 1, ONE, INF, SIGNALING,
				       PAYLOAD };

	for (unsigned i = 0; i < sizeof of / sizeof of[0]; i++) {
		char name[32];

		snprintf(name, sizeof name, "the class of %08x", of[i]);
		is_u32(float_class(of[i]), 1ul << i, name);
	}
}

/* --- drawn -------------------------------------------------------------- */

struct trial {
	enum float_op op;
	struct float_case x[BATCH];
	struct float_result exact[BATCH][MODES];
	uint64_t checks[KINDS], wrong[KINDS];
};

static void count(struct trial *t, int kind, unsigned i, uint32_t rm,
		  struct float_result got, struct float_result want)
{
	t->checks[kind]++;
	if (!float_same(got, want) && t->wrong[kind]++ < SHOWN)
		show(t->op, t->x[i], rm, got, want);
}

static void try_quick(struct trial *t)
{
	for (unsigned i = 0; i < BATCH; i++)
		for (uint32_t rm = 0; rm < MODES; rm++) {
			t->exact[i][rm] = float_run(t->op, true, t->x[i], rm);
			if (t->op < ROUNDED)
				count(t, QUICK, i, rm,
				      float_run(t->op, false, t->x[i], rm),
				      t->exact[i][rm]);
		}
}

static void try_mpfr(struct trial *t)
{
	struct float_result want[MODES];

	for (unsigned i = 0; i < BATCH; i++) {
		mpfr_run(t->op, t->x[i], want);
		for (uint32_t rm = 0; rm < MODES; rm++)
			count(t, MPFR, i, rm, t->exact[i][rm], want[rm]);
	}
}

static void try_host(struct trial *t)
{
	struct float_result want[BATCH];

	for (uint32_t rm = 0; rm < MODES; rm++) {
		if (!host_run(t->op, t->x, BATCH, rm, want))
			continue;
		for (unsigned i = 0; i < BATCH; i++) {
			uint32_t mask = host_flags(t->op, t->x[i]);
			struct float_result got = t->exact[i][rm];

			got.flags &= mask;
			want[i].flags &= mask;
			count(t, HOST, i, rm, got, want[i]);
		}
	}
}

/* Operands of the cases serve as dice, too. */
static void try_warps(struct trial *t)
{
	for (unsigned i = 0; i < BATCH && t->op < ROUNDED; i += WARP)
		for (uint32_t rm = 0; rm < MODES; rm++) {
			uint32_t mask = t->x[i].a ^ t->x[i + rm].b * 40503;
			uint32_t kind = (t->x[i + 1].a ^ mask) * 40503 >> 9;

			t->checks[WARPS]++;
			t->wrong[WARPS] += warp_wrong(t->op, &t->x[i], rm, mask,
						      kind);
		}
}

static void report(const struct trial *t, uint64_t seed)
{
	static const char *const kinds[] = { "float_* is float_exact_*",
					     "MPFR agrees",
					     "the host's unit agrees",
					     "so it is in warps" };
	uint64_t wrong = 0;

	for (int i = 0; i < KINDS; i++) {
		if (t->checks[i])
			ok(!t->wrong[i], "%s: %s, %llu times", op_names[t->op],
			   kinds[i], (unsigned long long)t->checks[i]);
		else if (i == MPFR)
			ok(true, "%s # SKIP there is no MPFR", op_names[t->op]);
		wrong += t->wrong[i];
	}
	if (wrong)
		diag("repeat: FLOAT_ONLY=%s tests/golden/float.t %llu",
		     op_names[t->op], (unsigned long long)seed);
}

static void try_op(enum float_op op, uint64_t seed, uint64_t cases)
{
	static struct trial t;
	uint64_t dice = seed * UINT64_C(0x9E3779B97F4A7C15) | 1;

	t = (struct trial){ .op = op };
	for (uint64_t n = 0; n < cases; n += BATCH) {
		for (unsigned i = 0; i < BATCH; i++)
			t.x[i] = draw_case(&dice);
		try_quick(&t);
		if (mpfr_there())
			try_mpfr(&t);
		try_host(&t);
		try_warps(&t);
	}
	report(&t, seed);
}

/* What only looks at bits and is not compared with anything: by definition. */
static void plain(uint64_t seed)
{
	uint64_t dice = seed | 1;
	uint32_t wrong = 0;

	for (unsigned i = 0; i < 10000; i++) {
		struct float_case x = draw_case(&dice);
		uint32_t minus = x.b >> 31;

		wrong += float_sgnj(x.a, x.b) !=
			 (x.a << 1 >> 1 | minus << 31);
		wrong += float_sgnjn(x.a, x.b) !=
			 (x.a << 1 >> 1 | (1 - minus) << 31);
		wrong += float_sgnjx(x.a, x.b) !=
			 (x.a << 1 >> 1 | (x.a >> 31 ^ minus) << 31);
	}
	is_u32(wrong, 0, "sgnj, sgnjn, sgnjx");
}

/* --- all inputs --------------------------------------------------------- */

static void all_inputs(const char *parts, const char *only)
{
	static const enum float_op ops[] = { OP_sqrt, OP_to_i32, OP_to_u32,
					     OP_from_i32, OP_from_u32,
					     OP_class };
	char *end;
	unsigned long first = strtoul(parts, &end, 10);
	unsigned long last = *end == '-' ? strtoul(end + 1, NULL, 10) : first;

	for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++) {
		double start = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
		uint64_t wrong = 0;

		if (only && strcmp(only, op_names[ops[i]]) != 0)
			continue;
		for (unsigned long part = first; part <= last; part++)
			wrong += all_of_part(ops[i], part & 255);
		ok(wrong == 0, "%s: all inputs of parts %lu to %lu of 0 to 255",
		   op_names[ops[i]], first, last);
		diag("%.0f s", clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - start);
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	const char *all = getenv("FLOAT_ALL"), *only = getenv("FLOAT_ONLY");
	const char *many = getenv("FLOAT_COUNT");
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	uint64_t cases = many ? strtoull(many, NULL, 10) :
			 getenv("WW_SANITIZED") ? 10000 : 200000;

	if (all) {
		all_inputs(all, only);
		return tap_done();
	}
	by_hand();
	classes();
	plain(seed);
	for (int op = 0; op <= OP_le; op++)
		if (!only || strcmp(only, op_names[op]) == 0)
			try_op((enum float_op)op, seed, cases);
	return tap_done();
}
