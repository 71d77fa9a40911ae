/* double.c - binary64 by integers (sw/cl/double.c) against the processor's
 * SPDX-License-Identifier: Apache-2.0
 *
 * double [N]: N random cases (default 100,000); values lie near each other,
 * near the limits, and anywhere.
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Its functions under names of their own. */
#define __adddf3 t_add
#define __subdf3 t_sub
#define __muldf3 t_mul
#define __divdf3 t_div
#define sqrt t_sqrt
#define fma t_fma
#define fmin t_fmin
#define fmax t_fmax
#define floor t_floor
#define ceil t_ceil
#define trunc t_trunc
#define round t_round
#define rint t_rint
#define nearbyint t_nearbyint
#define roundeven t_roundeven
#define __eqdf2 t_eq
#define __nedf2 t_ne
#define __ltdf2 t_lt
#define __ledf2 t_le
#define __gtdf2 t_gt
#define __gedf2 t_ge
#define __unorddf2 t_unordered
#define __floatundidf t_from_u64
#define __floatdidf t_from_i64
#define __floatunsidf t_from_u32
#define __floatsidf t_from_i32
#define __fixunsdfdi t_to_u64
#define __fixdfdi t_to_i64
#define __fixunsdfsi t_to_u32
#define __fixdfsi t_to_i32
#define __extendsfdf2 t_extend
#define __truncdfsf2 t_truncate
#define __riscv_float_abi_single
#include "sw/cl/double.c"
#undef sqrt
#undef fma
#undef floor
#undef ceil
#undef trunc
#undef rint
#undef round
#undef fmin
#undef fmax

static uint32_t bad;

static uint64_t any(void)
{
	static uint64_t s = UINT64_C(88172645463325252);

	s ^= s << 13;
	s ^= s >> 7;
	s ^= s << 17;
	return s;
}

static uint64_t bits_of(double d)
{
	uint64_t b;

	memcpy(&b, &d, sizeof b);
	return d != d ? NOT_A_NUMBER : b;
}

static double double_of(uint64_t b)
{
	double d;

	memcpy(&d, &b, sizeof d);
	return d;
}

static uint64_t value(void)
{
	uint64_t r = any(), rest = r & UINT64_C(0x800fffffffffffff);

	switch (any() % 7) {
	case 0: return r;
	case 1: return rest;
	case 2: return rest | (1000 + any() % 40) << 52;
	case 3: return r & UINT64_C(0xfff0000000000000);
	case 4: return bits_of((double)(r % 2000) - 1000);
	case 5: return rest | (993 + any() % 60) << 52;
	default: return (rest & ~UINT64_C(0xfffffff)) |
			(1000 + any() % 60) << 52;
	}
}

static void same(const char *what, uint64_t got, double want)
{
	if (got != bits_of(want) && bad++ < 9)
		printf("# %s: %016" PRIx64 " for %a\n", what, got, want);
}

static void true_if(const char *what, bool good)
{
	if (!good && bad++ < 9)
		printf("# %s\n", what);
}

static void compute(uint64_t a, uint64_t b, uint64_t c)
{
	double x = double_of(a), y = double_of(b), z = double_of(c);
	float f = t_truncate(a), g = (float)x;

	same("sum", t_add(a, b), x + y);
	same("difference", t_sub(a, b), x - y);
	same("product", t_mul(a, b), x * y);
	same("quotient", t_div(a, b), x / y);
	same("root", t_sqrt(a), sqrt(x));
	same("fused", t_fma(a, b, c), fma(x, y, z));
	same("floor", t_floor(a), floor(x));
	same("ceil", t_ceil(a), ceil(x));
	same("trunc", t_trunc(a), trunc(x));
	same("rint", t_rint(a), rint(x));
	same("round", t_round(a), round(x));
	true_if("to float", !memcmp(&f, &g, sizeof f) || (f != f && g != g));
	same("from float", t_extend(g), (double)g);
}

static void compare_and_convert(uint64_t a, uint64_t b)
{
	double x = double_of(a), y = double_of(b);
	uint64_t n = any() >> (any() & 63);

	true_if("less", (t_lt(a, b) < 0) == (x < y));
	true_if("less or equal", (t_le(a, b) <= 0) == (x <= y));
	true_if("greater", (t_gt(a, b) > 0) == (x > y));
	true_if("greater or equal", (t_ge(a, b) >= 0) == (x >= y));
	true_if("equal", (t_eq(a, b) == 0) == (x == y));
	true_if("unordered", (t_unordered(a, b) != 0) == (x != x || y != y));
	same("from u64", t_from_u64(n), (double)n);
	same("from i64", t_from_i64((int64_t)n), (double)(int64_t)n);
	same("from u32", t_from_u32((uint32_t)n), (double)(uint32_t)n);
	same("from i32", t_from_i32((int32_t)n), (double)(int32_t)n);
	if (x > -1e18 && x < 1e18)
		true_if("to i64", t_to_i64(a) == (int64_t)x);
	if (x > -1 && x < 1e18)
		true_if("to u64", t_to_u64(a) == (uint64_t)x);
	if (x > -2e9 && x < 2e9)
		true_if("to i32", t_to_i32(a) == (int32_t)x);
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 100000;

	for (long i = 0; i < n; i++) {
		uint64_t a = value(), b = value(), c = value();

		compute(a, b, c);
		compare_and_convert(a, b);
	}
	printf("%s 1 - %ld cases of binary64 by integers\n1..1\n",
	       bad ? "not ok" : "ok", n);
	return bad != 0;
}
