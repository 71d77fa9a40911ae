/* float_bits.h - binary32 operations on bits, without arithmetic
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by float.h, which is the interface. All functions are pure and work
 * on the interchange format: sign, 8 bits of exponent, 23 bits of fraction.
 * None branches, so that loops over lanes can be vectorized. Flags that an
 * operation raises are ORed into *FLAGS.
 */
#ifndef WW_GOLDEN_FLOAT_BITS_H
#define WW_GOLDEN_FLOAT_BITS_H

#include <stdint.h>

/* The bits of fflags. */
enum { FLOAT_NX = 1, FLOAT_UF = 2, FLOAT_OF = 4, FLOAT_DZ = 8, FLOAT_NV = 16 };

/* The values of frm. */
enum float_rm {
	FLOAT_RNE = 0, FLOAT_RTZ = 1, FLOAT_RDN = 2, FLOAT_RUP = 3,
	FLOAT_RMM = 4
};

#define FLOAT_SIGN UINT32_C(0x80000000)
#define FLOAT_INF UINT32_C(0x7F800000)  /* also a mask: the exponent field */
#define FLOAT_QUIET UINT32_C(0x00400000)
#define FLOAT_LEAST UINT32_C(0x00800000)        /* least normal: 2^-126 */
#define FLOAT_NAN UINT32_C(0x7FC00000)          /* the canonical NaN */

static inline uint32_t float_is_nan(uint32_t a)
{
	return (a & ~FLOAT_SIGN) > FLOAT_INF;
}

static inline uint32_t float_is_signaling(uint32_t a)
{
	return float_is_nan(a) & ((a & FLOAT_QUIET) == 0);
}

static inline uint32_t float_is_inf(uint32_t a)
{
	return (a & ~FLOAT_SIGN) == FLOAT_INF;
}

static inline uint32_t float_is_finite(uint32_t a)
{
	return (a & FLOAT_INF) != FLOAT_INF;
}

static inline uint32_t float_is_zero(uint32_t a)
{
	return (a & ~FLOAT_SIGN) == 0;
}

/* NV if TRUTH, else no flag. */
static inline uint32_t float_nv_if(uint32_t truth)
{
	return truth * FLOAT_NV;
}

static inline uint32_t float_sgnj(uint32_t a, uint32_t b)
{
	return (a & ~FLOAT_SIGN) | (b & FLOAT_SIGN);
}

static inline uint32_t float_sgnjn(uint32_t a, uint32_t b)
{
	return (a & ~FLOAT_SIGN) | (~b & FLOAT_SIGN);
}

static inline uint32_t float_sgnjx(uint32_t a, uint32_t b)
{
	return a ^ (b & FLOAT_SIGN);
}

/* Maps A to a signed integer, in the order of the numbers; -0 is just below +0.
 * All bits of a negative number but its sign are complemented. */
static inline int32_t float_order(uint32_t a)
{
	return (int32_t)(a ^ ((0 - (a >> 31)) & ~FLOAT_SIGN));
}

/* Returns A or B: the one that is not a NaN; if neither is, A if LESS, else B.
 * If both are NaNs, returns FLOAT_NAN. */
static inline uint32_t float_choose(uint32_t a, uint32_t b, uint32_t less,
				    uint32_t *flags)
{
	uint32_t a_nan = float_is_nan(a), b_nan = float_is_nan(b);
	uint32_t take_a = b_nan | (less & (a_nan == 0));

	*flags |= float_nv_if(float_is_signaling(a) | float_is_signaling(b));
	return a_nan & b_nan ? FLOAT_NAN : take_a ? a : b;
}

static inline uint32_t float_min(uint32_t a, uint32_t b, uint32_t *flags)
{
	return float_choose(a, b, float_order(a) < float_order(b), flags);
}

static inline uint32_t float_max(uint32_t a, uint32_t b, uint32_t *flags)
{
	return float_choose(a, b, float_order(a) > float_order(b), flags);
}

static inline uint32_t float_eq(uint32_t a, uint32_t b, uint32_t *flags)
{
	uint32_t nan = float_is_nan(a) | float_is_nan(b);
	uint32_t zeros = ((a | b) & ~FLOAT_SIGN) == 0;

	*flags |= float_nv_if(float_is_signaling(a) | float_is_signaling(b));
	return (nan == 0) & (zeros | (a == b));
}

static inline uint32_t float_lt(uint32_t a, uint32_t b, uint32_t *flags)
{
	uint32_t nan = float_is_nan(a) | float_is_nan(b);
	uint32_t zeros = ((a | b) & ~FLOAT_SIGN) == 0;

	*flags |= float_nv_if(nan);
	return (nan == 0) & (zeros == 0) & (float_order(a) < float_order(b));
}

static inline uint32_t float_le(uint32_t a, uint32_t b, uint32_t *flags)
{
	uint32_t nan = float_is_nan(a) | float_is_nan(b);
	uint32_t zeros = ((a | b) & ~FLOAT_SIGN) == 0;

	*flags |= float_nv_if(nan);
	return (nan == 0) & (zeros | (float_order(a) <= float_order(b)));
}

/* Returns a mask with one bit set: 0 -inf, 1 negative normal, 2 negative
 * subnormal, 3 -0, 4 +0, 5 positive subnormal, 6 positive normal, 7 +inf, 8
 * signaling, 9 quiet NaN. */
static inline uint32_t float_class(uint32_t a)
{
	uint32_t size = a & ~FLOAT_SIGN;
	/* 0 zero, 1 subnormal, 2 normal, 3 infinite */
	uint32_t kind = 0u + (size > 0) + (size >= FLOAT_LEAST) +
			(size >= FLOAT_INF);
	uint32_t bit = a & FLOAT_SIGN ? 3 - kind : 4 + kind;

	if (float_is_nan(a))
		bit = a & FLOAT_QUIET ? 9 : 8;
	return UINT32_C(1) << bit;
}

#endif
