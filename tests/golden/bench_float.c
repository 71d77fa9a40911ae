/* bench_float.c - how long an operation of binary32 takes, per lane
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: bench-float [MILLIONS]. Each operation goes over 32 lanes, as a warp
 * does, MILLIONS x 10^6 lanes in all; the best of five runs counts. "add
 * (integer)" is the measure. "lanes" is float_lanes_*, and "again" when NX is
 * raised already; "each" is float_*, lane by lane; "exact" is float_exact_*.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "golden/float_lanes.h"

enum { LANES = 32, RUNS = 5 };

struct regs {
	uint32_t a[LANES], b[LANES], c[LANES], d[LANES];
	uint32_t rm, flags;
};

#define EACH(name, value) \
	static void name(struct regs *r) \
	{ \
		const uint32_t rm = r->rm; \
		uint32_t fl = 0; \
\
		for (unsigned i = 0; i < LANES; i++) { \
			const uint32_t a = r->a[i], b = r->b[i], c = r->c[i]; \
\
			(void)b, (void)c, (void)rm; \
			r->d[i] = value; \
		} \
		r->flags |= fl; \
	}

/* NX is raised before, or not. */
#define LANES_OF(name, op, arguments, before) \
	static void name(struct regs *r) \
	{ \
		uint32_t fl = before; \
\
		float_lanes_##op arguments; \
		r->flags |= fl; \
	}

/* name, arguments of one lane, of all */
#define OPS(row) \
	row(add, (a, b, rm, &fl), (LANES, 0, r->d, r->a, r->b, r->rm, &fl)) \
	row(mul, (a, b, rm, &fl), (LANES, 0, r->d, r->a, r->b, r->rm, &fl)) \
	row(fma, (a, b, c, rm, &fl), \
	    (LANES, 0, r->d, r->a, r->b, r->c, 0, 0, r->rm, &fl)) \
	row(div, (a, b, rm, &fl), (LANES, 0, r->d, r->a, r->b, r->rm, &fl)) \
	row(sqrt, (a, rm, &fl), (LANES, 0, r->d, r->a, r->rm, &fl)) \
	row(to_i32, (a, rm, &fl), (LANES, 0, r->d, r->a, FLOAT_RTZ, &fl)) \
	row(from_i32, (a, rm, &fl), (LANES, 0, r->d, r->a, r->rm, &fl))

#define FUNCTIONS(op, each, all) \
	LANES_OF(lanes_##op, op, all, 0) \
	LANES_OF(again_##op, op, all, FLOAT_NX) \
	EACH(each_##op, float_##op each) \
	EACH(exact_##op, float_exact_##op each)
OPS(FUNCTIONS)
EACH(integer_add, a + b)
EACH(integer_mul, a * b)
EACH(each_min, float_min(a, b, &fl))
EACH(each_lt, float_lt(a, b, &fl))
EACH(each_class, float_class(a))

static const struct row {
	const char *name;
	void (*function)(struct regs *r);
} rows[] = {
	{ "add (integer)", integer_add },
	{ "mul (integer)", integer_mul },
#define ROWS(op, each, all) \
	{ #op " (again)", again_##op }, \
	{ #op " (lanes)", lanes_##op }, \
	{ #op " (each)", each_##op }, \
	{ #op " (exact)", exact_##op },
	OPS(ROWS)
	{ "min (each)", each_min },
	{ "lt (each)", each_lt },
	{ "class (each)", each_class },
};

/* Positive numbers from 2^-6 to 2^10. */
static void load(struct regs *r)
{
	uint32_t dice = 1;
	uint32_t *const at[] = { r->a, r->b, r->c };

	for (unsigned i = 0; i < 3 * LANES; i++) {
		dice = dice * 1664525 + 1013904223;
		at[i / LANES][i % LANES] = 0x3C800000 + (dice >> 5);
	}
}

/* Nanoseconds per lane. */
static double measure(const struct row *row, unsigned long millions)
{
	static struct regs r;
	const unsigned long rounds = millions * 1000000 / LANES;
	void (*volatile function)(struct regs *) = row->function;
	double best = 1e9;

	load(&r);
	for (unsigned i = 0; i < RUNS; i++) {
		double start = clock_seconds(CLOCK_PROCESS_CPUTIME_ID), ns;

		for (unsigned long n = 0; n < rounds; n++)
			function(&r);
		ns = (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - start) * 1e9;
		if (ns / (double)(rounds * LANES) < best)
			best = ns / (double)(rounds * LANES);
	}
	return best;
}

int main(int argc, char **argv)
{
	unsigned long millions = argc > 1 ? strtoul(argv[1], NULL, 10) : 10;
	double unit = 0;

	if (millions < 1 || millions > 10000) {
		fprintf(stderr, "usage: bench-float [MILLIONS]\n");
		return 1;
	}
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		double ns = measure(&rows[i], millions);

		if (i == 0)
			unit = ns;
		printf("float %-16s %7.2f ns per lane, %6.1f integer adds\n",
		       rows[i].name, ns, ns / unit);
	}
	return 0;
}
