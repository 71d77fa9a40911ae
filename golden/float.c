/* float.c - binary32 arithmetic with integers alone: the reference
 * SPDX-License-Identifier: Apache-2.0
 *
 * An operation unpacks its operands. It computes 63 bits of the result; the
 * last bit is sticky: it is set if a lower bit would be. pack() rounds the
 * result and raises NX, UF and OF. Infinities, NaNs and division by zero have
 * functions of their own, *_special.
 */
#include "golden/float.h"

#include <stdbool.h>

enum {
	TOP = 62,               /* the place of a significand's first bit */
	EXTRA = TOP - 23,       /* bits of a significand below its 24 */
	BIAS = 127,
	LOWEST = -126,          /* exponents of normal numbers */
	HIGHEST = 127,
	OF_ZERO = -1000         /* exponent of zero: below that of any
				 * product */
};

#define FRACTION UINT32_C(0x007FFFFF)
#define MAX_FINITE (FLOAT_INF - 1)
#define HIDDEN (UINT64_C(1) << 23)      /* the first bit, EXTRA shifted out */
#define REST ((UINT64_C(1) << EXTRA) - 1)
#define HALF (UINT64_C(1) << (EXTRA - 1))

/* The number (-1)^sign * sig * 2^(exp - TOP). Bit TOP of SIG is its highest
 * one; or SIG is 0 and EXP is OF_ZERO. */
struct number {
	uint32_t sign;
	int32_t exp;
	uint64_t sig;
};

/* --- significands ------------------------------------------------------- */

/* Shifts SIG right by COUNT >= 0. The last bit is set if a lost bit was. */
static uint64_t shift_sticky(uint64_t sig, int32_t count)
{
	if (count == 0)
		return sig;
	if (count > 63)
		return sig != 0;
	return sig >> count | ((sig << (64 - count)) != 0);
}

/* Shifts N so that its first bit, which may be anywhere, is at TOP. */
static struct number normalize(struct number n)
{
	int32_t up;

	if (n.sig == 0) {
		n.exp = OF_ZERO;
		return n;
	}
	up = __builtin_clzll(n.sig) - (63 - TOP);
	n.sig = up < 0 ? shift_sticky(n.sig, -up) : n.sig << up;
	n.exp -= up;
	return n;
}

/* A must be finite. */
static struct number unpack(uint32_t a)
{
	int32_t field = (int32_t)(a >> 23 & 255);
	uint64_t sig = a & FRACTION;
	struct number n = { a >> 31, (field ? field : 1) - BIAS, 0 };

	n.sig = (field ? sig | HIDDEN : sig) << EXTRA;
	return normalize(n);
}

/* --- rounding ----------------------------------------------------------- */

/* Rounds SIG to its bits above EXTRA. */
static uint64_t rounded(uint64_t sig, uint32_t sign, uint32_t rm)
{
	uint64_t kept = sig >> EXTRA, rest = sig & REST;
	bool up = false;

	switch ((enum float_rm)rm) {
	case FLOAT_RNE: up = rest > HALF || (rest == HALF && kept & 1); break;
	case FLOAT_RTZ: break;
	case FLOAT_RDN: up = sign && rest; break;
	case FLOAT_RUP: up = !sign && rest; break;
	case FLOAT_RMM: up = rest >= HALF; break;
	}
	return kept + up;
}

/* The result if the rounded number exceeds the greatest float. */
static uint32_t overflow(uint32_t sign, uint32_t rm, uint32_t *flags)
{
	bool stay = rm == FLOAT_RTZ || rm == (sign ? FLOAT_RUP : FLOAT_RDN);

	*flags |= FLOAT_OF | FLOAT_NX;
	return sign << 31 | (stay ? MAX_FINITE : FLOAT_INF);
}

/* Rounds N to binary32. A result is tiny if, rounded with an unlimited
 * exponent, it is below the least normal number. */
static uint32_t pack(struct number n, uint32_t rm, uint32_t *flags)
{
	uint64_t kept = rounded(n.sig, n.sign, rm);
	bool tiny = n.exp < LOWEST - (kept > FRACTION + HIDDEN);

	if (n.exp < LOWEST) {
		n.sig = shift_sticky(n.sig, LOWEST - n.exp);
		n.exp = LOWEST;
		kept = rounded(n.sig, n.sign, rm);
	}
	if (n.exp + (kept > FRACTION + HIDDEN) > HIGHEST)
		return overflow(n.sign, rm, flags);
	if (n.sig & REST)
		*flags |= tiny ? FLOAT_UF | FLOAT_NX : FLOAT_NX;
	/* The hidden bit, and a carry of rounding, add to the exponent. */
	return n.sign << 31 |
	       (((uint32_t)(n.exp - LOWEST) << 23) + (uint32_t)kept);
}

/* --- infinities and NaNs ------------------------------------------------ */

static uint32_t invalid(uint32_t *flags)
{
	*flags |= FLOAT_NV;
	return FLOAT_NAN;
}

/* The result where A, B or C is a NaN. */
static uint32_t nan_of(uint32_t a, uint32_t b, uint32_t c, uint32_t *flags)
{
	*flags |= float_nv_if(float_is_signaling(a) | float_is_signaling(b) |
			      float_is_signaling(c));
	return FLOAT_NAN;
}

static uint32_t sum_special(uint32_t a, uint32_t b, uint32_t *flags)
{
	if (float_is_nan(a) || float_is_nan(b))
		return nan_of(a, b, 0, flags);
	if (float_is_inf(a) && float_is_inf(b) && a != b)
		return invalid(flags);
	return float_is_inf(a) ? a : b;
}

/* Is A * B infinity times zero? */
static bool no_product(uint32_t a, uint32_t b)
{
	return (float_is_inf(a) && float_is_zero(b)) ||
	       (float_is_zero(a) && float_is_inf(b));
}

static uint32_t product_special(uint32_t a, uint32_t b, uint32_t *flags)
{
	if (float_is_nan(a) || float_is_nan(b))
		return nan_of(a, b, 0, flags);
	if (no_product(a, b))
		return invalid(flags);
	return ((a ^ b) & FLOAT_SIGN) | FLOAT_INF;
}

/* Infinity times zero is invalid even if a quiet NaN is added. */
static uint32_t fma_special(uint32_t a, uint32_t b, uint32_t c,
			    uint32_t *flags)
{
	if (no_product(a, b))
		return invalid(flags);
	if (float_is_nan(a) || float_is_nan(b) || float_is_nan(c))
		return nan_of(a, b, c, flags);
	if (float_is_inf(a) || float_is_inf(b))
		return sum_special(((a ^ b) & FLOAT_SIGN) | FLOAT_INF, c,
				   flags);
	return c;
}

/* Also a finite number divided by zero. */
static uint32_t quotient_special(uint32_t a, uint32_t b, uint32_t *flags)
{
	uint32_t sign = (a ^ b) & FLOAT_SIGN;

	if (float_is_nan(a) || float_is_nan(b))
		return nan_of(a, b, 0, flags);
	if ((float_is_inf(a) && float_is_inf(b)) ||
	    (float_is_zero(a) && float_is_zero(b)))
		return invalid(flags);
	if (float_is_inf(b))
		return sign;
	if (!float_is_inf(a))
		*flags |= FLOAT_DZ;
	return sign | FLOAT_INF;
}

/* --- arithmetic --------------------------------------------------------- */

/* The smaller operand Y is shifted right by the difference of the exponents. An
 * operand from the format has EXTRA zero bits at its end. A product has fewer,
 * and loses bits only if Y is so much smaller that the difference has its first
 * bit at TOP or TOP - 1. So the sticky bit stays below half an ulp. */
static uint32_t sum(struct number x, struct number y, uint32_t rm,
		    uint32_t *flags)
{
	if (x.exp < y.exp || (x.exp == y.exp && x.sig < y.sig)) {
		struct number z = x;

		x = y;
		y = z;
	}
	y.sig = shift_sticky(y.sig, x.exp - y.exp);
	if (x.sign == y.sign) {
		x.sig += y.sig;
	} else if (x.sig != y.sig) {
		x.sig -= y.sig;
	} else {
		x.sig = 0;
		x.sign = rm == FLOAT_RDN;
	}
	return pack(normalize(x), rm, flags);
}

/* The exact product: 24 by 24 bits. */
static struct number product(struct number x, struct number y)
{
	struct number n = { x.sign ^ y.sign, x.exp + y.exp, 0 };

	n.sig = (x.sig >> EXTRA) * (y.sig >> EXTRA) << (TOP - 2 * 23);
	return normalize(n);
}

uint32_t float_exact_add(uint32_t a, uint32_t b, uint32_t rm, uint32_t *flags)
{
	if (!float_is_finite(a) || !float_is_finite(b))
		return sum_special(a, b, flags);
	return sum(unpack(a), unpack(b), rm, flags);
}

uint32_t float_exact_sub(uint32_t a, uint32_t b, uint32_t rm, uint32_t *flags)
{
	return float_exact_add(a, b ^ FLOAT_SIGN, rm, flags);
}

uint32_t float_exact_mul(uint32_t a, uint32_t b, uint32_t rm, uint32_t *flags)
{
	if (!float_is_finite(a) || !float_is_finite(b))
		return product_special(a, b, flags);
	return pack(product(unpack(a), unpack(b)), rm, flags);
}

uint32_t float_exact_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t rm,
			 uint32_t *flags)
{
	if (!float_is_finite(a) || !float_is_finite(b) || !float_is_finite(c))
		return fma_special(a, b, c, flags);
	return sum(product(unpack(a), unpack(b)), unpack(c), rm, flags);
}

/* The quotient has 39 or 40 bits; the remainder is sticky. */
uint32_t float_exact_div(uint32_t a, uint32_t b, uint32_t rm, uint32_t *flags)
{
	struct number x, y;
	uint64_t above, below;

	if (!float_is_finite(a) || !float_is_finite(b) || float_is_zero(b))
		return quotient_special(a, b, flags);
	x = unpack(a);
	y = unpack(b);
	above = x.sig;
	below = y.sig >> EXTRA;
	x.sig = above / below << (TOP - EXTRA) | (above % below != 0);
	x.sign ^= y.sign;
	x.exp -= y.exp;
	return pack(normalize(x), rm, flags);
}

/* The integer square root, bit by bit. */
static uint64_t root(uint64_t square)
{
	uint64_t r = 0;

	for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1)
		if ((r | bit) * (r | bit) <= square)
			r |= bit;
	return r;
}

/* An odd exponent moves a factor of two to the significand. The root of 63 or
 * 64 bits has 32 bits; the remainder is sticky. */
uint32_t float_exact_sqrt(uint32_t a, uint32_t rm, uint32_t *flags)
{
	struct number n;
	int32_t odd;

	if (float_is_nan(a))
		return nan_of(a, 0, 0, flags);
	if (float_is_zero(a) || a == FLOAT_INF)
		return a;
	if (a & FLOAT_SIGN)
		return invalid(flags);
	n = unpack(a);
	odd = n.exp & 1;
	n.sig <<= odd;
	n.exp = (n.exp - odd) / 2;
	uint64_t r = root(n.sig);
	n.sig = r << (TOP - 31) | (r * r != n.sig);
	return pack(n, rm, flags);
}

/* --- conversions -------------------------------------------------------- */

/* Rounds the magnitude of N, which is below 2^32, to an integer; adds NX. */
static uint64_t integer(struct number n, uint32_t rm, uint32_t *flags)
{
	if (n.exp >= 23)
		return n.sig >> EXTRA << (n.exp - 23);
	n.sig = shift_sticky(n.sig, 23 - n.exp);
	*flags |= n.sig & REST ? FLOAT_NX : 0;
	return rounded(n.sig, n.sign, rm);
}

/* Converts to an integer from -BELOW to ABOVE. */
static uint32_t to_integer(uint32_t a, uint32_t rm, uint32_t below,
			   uint32_t above, uint32_t *flags)
{
	uint32_t sign = a >> 31, inexact = 0, limit = sign ? below : above;
	uint64_t size = UINT64_MAX;

	if (float_is_nan(a)) {
		*flags |= FLOAT_NV;
		return above;
	}
	if (float_is_finite(a) && unpack(a).exp < 32)
		size = integer(unpack(a), rm, &inexact);
	if (size > limit) {
		*flags |= FLOAT_NV;
		size = limit;
	} else {
		*flags |= inexact;
	}
	return sign ? 0 - (uint32_t)size : (uint32_t)size;
}

uint32_t float_exact_to_i32(uint32_t a, uint32_t rm, uint32_t *flags)
{
	return to_integer(a, rm, UINT32_C(1) << 31, INT32_MAX, flags);
}

uint32_t float_exact_to_u32(uint32_t a, uint32_t rm, uint32_t *flags)
{
	return to_integer(a, rm, 0, UINT32_MAX, flags);
}

uint32_t float_exact_from_i32(uint32_t a, uint32_t rm, uint32_t *flags)
{
	uint32_t sign = a >> 31;
	struct number n = { sign, TOP, sign ? 0 - a : a };

	return pack(normalize(n), rm, flags);
}

uint32_t float_exact_from_u32(uint32_t a, uint32_t rm, uint32_t *flags)
{
	struct number n = { 0, TOP, a };

	return pack(normalize(n), rm, flags);
}
