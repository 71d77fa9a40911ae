/* float_quick.h - binary32 arithmetic by the host, where proven right
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by float.h. float_quick_* round to nearest, ties to even. If the
 * highest bit of SLOW is set, VALUE and NX mean nothing, and float_exact_* must
 * compute the result. Otherwise VALUE is right, and no flag but NX is raised.
 * The functions neither branch nor call, so that a loop over lanes that
 * collects SLOW and NX can be vectorized. SLOW does not depend on NX: a loop
 * that ignores NX is shorter.
 *
 * The proofs assume three facts of the host. Its float and double are binary32
 * and binary64. Each operation rounds once, to its type and to nearest.
 * Subnormal numbers are not flushed to zero. The assertions below check what
 * the compiler can tell of this. The host's own flags are neither read nor
 * relied upon.
 *
 * In the proofs RN(x) is x rounded to binary32, to nearest, ties to even.
 *
 * E (exponents). OF, NV and DZ are raised only with an infinite or NaN result,
 * and SLOW is set where VALUE is one. So a finite VALUE of finite operands is
 * RN of the formula, as the host computes it. If an operand is infinite or a
 * NaN, so is VALUE; the one exception, x / inf, is treated there.
 *
 * U (underflow). A result above 2^-126, the least normal number, is not tiny:
 * if x, rounded to 24 bits with an exponent without limit, were below 2^-126,
 * so would be |x|, and RN(x) would be 2^-126 at most, since that is a float.
 * Hence SLOW is set where VALUE is 2^-126 or less, except for exact zeros.
 *
 * P (products). The product of two floats has 48 bits and an exponent of -298
 * to 255. So it is a double, and the host's product of doubles is exact. A
 * compiler that fuses the product with a sum unasked changes nothing.
 */
#ifndef WW_GOLDEN_FLOAT_QUICK_H
#define WW_GOLDEN_FLOAT_QUICK_H

#include <float.h>
#include <stdint.h>
#include <string.h>

#include "golden/float_bits.h"

#if defined __FAST_MATH__ || \
	(defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "golden/float_quick.h: the proofs need IEEE 754: no -ffast-math, please"
#endif
_Static_assert(FLT_EVAL_METHOD == 0, "operations round to their own type");
_Static_assert(FLT_RADIX == 2 && FLT_MANT_DIG == 24 && FLT_MIN_EXP == -125 &&
	       FLT_MAX_EXP == 128, "float is binary32");
_Static_assert(DBL_MANT_DIG == 53 && DBL_MIN_EXP == -1021 &&
	       DBL_MAX_EXP == 1024, "double is binary64");

struct float_quick {
	uint32_t value;
	uint32_t nx;            /* nonzero: NX is raised */
	uint32_t slow;          /* highest bit set: not computed */
};

static inline float float_host(uint32_t a)
{
	float value;
	memcpy(&value, &a, sizeof value);
	return value;
}

static inline uint32_t float_bits(float a)
{
	uint32_t value;
	memcpy(&value, &a, sizeof value);
	return value;
}

static inline uint64_t float_bits64(double a)
{
	uint64_t value;
	memcpy(&value, &a, sizeof value);
	return value;
}

/* All ones if TRUTH is 1, zero if it is 0. */
static inline uint32_t float_mask(int truth)
{
	return 0 - (uint32_t)truth;
}

/* By E: SLOW if the exponent field of BITS is all ones. */
static inline uint32_t float_beyond(uint32_t bits)
{
	return (bits & ~FLOAT_SIGN) + FLOAT_LEAST;
}

/* By E and U. ZERO is a mask, all ones if the result is an exact zero. */
static inline uint32_t float_beside(uint32_t bits, uint32_t zero)
{
	uint32_t low = (bits & ~FLOAT_SIGN) - (FLOAT_LEAST + 1);

	return float_beyond(bits) | (low & ~zero);
}

/* s = RN(a + b). If s = a + b, the differences s - a = b and s - b = a are
 * floats and the host gives them. If not, take |a| >= |b|: then s - a is a
 * float, too (as in Dekker's fast sum), the host gives it, and it is not b;
 * |a| <= |b| likewise. So the sum is exact if and only if it passes both
 * comparisons. A sum in the subnormal range is a multiple of 2^-149 as
 * its operands are, hence exact, and U does not matter. */
static inline struct float_quick float_quick_add(uint32_t a, uint32_t b)
{
	float x = float_host(a), y = float_host(b), s = x + y;
	uint32_t bits = float_bits(s);

	return (struct float_quick){
		bits, float_mask(s - x != y) | float_mask(s - y != x),
		float_beyond(bits)
	};
}

static inline struct float_quick float_quick_sub(uint32_t a, uint32_t b)
{
	return float_quick_add(a, b ^ FLOAT_SIGN);
}

/* Returns nonzero if D is not 0. D is a multiple of 2^-298, so the scaled D is
 * 2^-98 at least when it becomes a float. A comparison of doubles would have
 * half the lanes of the other vectors, and the loop would not be vectorized. */
static inline uint32_t float_some(double d)
{
	return float_bits((float)(d * 0x1p200)) & ~FLOAT_SIGN;
}

/* The product of doubles is exact by P. So is its difference from p = RN of it,
 * a multiple of the last of its 48 bits. A zero is exact if an operand is
 * zero. */
static inline struct float_quick float_quick_mul(uint32_t a, uint32_t b)
{
	float x = float_host(a), y = float_host(b), p = x * y;
	uint32_t bits = float_bits(p);

	return (struct float_quick){
		bits, float_some((double)x * (double)y - (double)p),
		float_beside(bits, float_mask(x == 0) | float_mask(y == 0))
	};
}

/* q = RN(a / b) is exact if and only if q * b = a, which P decides. Their
 * difference, if not 0, is a multiple of 2^-298. A zero is exact if a is zero.
 * 0 / inf is exact too, though q * b is a NaN. The zero of any other x / inf is
 * slow. */
static inline struct float_quick float_quick_div(uint32_t a, uint32_t b)
{
	float x = float_host(a), y = float_host(b), q = x / y;
	uint32_t bits = float_bits(q), zero = float_mask(x == 0);

	return (struct float_quick){
		bits, float_some((double)q * (double)y - (double)x) & ~zero,
		float_beside(bits, zero)
	};
}

/* r = RN(sqrt(a)) is exact if and only if r * r = a, which P decides. r is
 * never tiny. -0 gives -0; a negative number gives a NaN. */
static inline struct float_quick float_quick_sqrt(uint32_t a)
{
	float x = float_host(a), r = __builtin_sqrtf(x);
	uint32_t bits = float_bits(r);

	return (struct float_quick){
		bits, float_some((double)r * (double)r - (double)x),
		float_beyond(bits)
	};
}

/* p = a * b is exact by P, and s is p + c rounded to a double. As in the proof
 * of the sum, s is exact if and only if s - p = c and s - c = p, that is, if
 * what is left of these differences is 0.
 *
 * If s is exact, RN(s) is the result. If not: rounding is monotonic, and every
 * number halfway between two floats (or at the limit of overflow) is a double,
 * so p + c and s lie on the same side of each of them unless s is one, and
 * RN(s) = RN(p + c). Above 2^-126 such a number is a double whose last 29 bits
 * are a one and zeros; these are slow, exact or not. Results of 2^-126 and less
 * are slow by U. The result is exact if and only if s is and RN(s) = s.
 *
 * All numbers are multiples of 2^-298, far above a double's underflow, so a sum
 * of 0 is exact. Its sign is the host's: that of both operands, or plus. The
 * bits of s show whether it is 0; a comparison would need another vector. */
static inline struct float_quick float_quick_fma(uint32_t a, uint32_t b,
						 uint32_t c)
{
	double p = (double)float_host(a) * (double)float_host(b);
	double z = (double)float_host(c), s = p + z;
	float f = (float)s;
	uint32_t bits = float_bits(f);
	uint32_t low = (uint32_t)float_bits64(s), tail = low << 3;
	uint32_t high = (uint32_t)(float_bits64(s) >> 32) << 1;

	return (struct float_quick){
		bits,
		float_some(s - p - z) | float_some(s - z - p) |
			float_some(s - (double)f),
		float_beside(bits, float_mask((high | low) == 0)) |
			float_mask(tail == FLOAT_SIGN)
	};
}

/* Conversions to integers. NX is found by the conversion back: below 2^24 every
 * integer is a float, and from there on every float is an integer. So the
 * conversion back is exact, and differs from a if and only if bits were lost.
 * The unsigned functions leave negative operands to float_exact_*. */

/* Toward zero, as C converts. */
static inline struct float_quick float_quick_trunc_i32(uint32_t a)
{
	float x = float_host(a);
	uint32_t in = float_mask(x > -0x1p31f) & float_mask(x < 0x1p31f);
	int32_t i = (int32_t)float_host(a & in);

	return (struct float_quick){
		(uint32_t)i, float_mask((float)i != x), ~in
	};
}

static inline struct float_quick float_quick_trunc_u32(uint32_t a)
{
	float x = float_host(a);
	uint32_t in = float_mask(x >= 0) & float_mask(x < 0x1p32f);
	uint32_t i = (uint32_t)float_host(a & in);

	return (struct float_quick){ i, float_mask((float)i != x), ~in };
}

/* To nearest. A double from 2^52 to 2^53 has no bits for a fraction. The sum
 * with 1.5 * 2^52 is one, so the host rounds it to an integer, ties to even (an
 * even number is added). Its last 32 bits are that integer modulo 2^32. NX is
 * found by the conversion back to a double, which is exact. */
static inline uint32_t float_nearest(float x)
{
	return (uint32_t)float_bits64((double)x + 0x1.8p52);
}

static inline struct float_quick float_quick_near_i32(uint32_t a)
{
	float x = float_host(a);
	uint32_t i = float_nearest(x);

	return (struct float_quick){
		i, float_mask((double)(int32_t)i != (double)x),
		~(float_mask(x > -0x1p31f) & float_mask(x < 0x1p31f))
	};
}

static inline struct float_quick float_quick_near_u32(uint32_t a)
{
	float x = float_host(a);
	uint32_t i = float_nearest(x);

	return (struct float_quick){
		i, float_mask((double)i != (double)x),
		~(float_mask(x >= 0) & float_mask(x < 0x1p32f))
	};
}

/* From integers. Every 32-bit integer is a double; the host rounds once. */
static inline struct float_quick float_quick_from_i32(uint32_t a)
{
	float f = (float)(int32_t)a;

	return (struct float_quick){
		float_bits(f), float_some((double)f - (double)(int32_t)a), 0
	};
}

static inline struct float_quick float_quick_from_u32(uint32_t a)
{
	float f = (float)(double)a;

	return (struct float_quick){
		float_bits(f), float_some((double)f - (double)a), 0
	};
}

#endif
