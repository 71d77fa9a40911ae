/* corners.h - operands of binary32 on which implementations differ
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_ORACLE_CORNERS_H
#define WW_TESTS_ORACLE_CORNERS_H

#include <stddef.h>
#include <stdint.h>

#include "isa/isa.h"

static inline uint32_t corners_draw(uint64_t *random)
{
	uint64_t z = *random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(z >> 32);
}

static inline uint32_t corners_below(uint64_t *random, uint32_t n)
{
	return (uint32_t)((uint64_t)corners_draw(random) * n >> 32);
}

/* Bits of a fraction: none, all, one, a run at one end, any. */
static inline uint32_t corners_fraction(uint64_t *random)
{
	uint32_t any = corners_draw(random), n = corners_below(random, 24);
	uint32_t low = (UINT32_C(1) << n) - 1;

	switch (corners_below(random, 8)) {
	case 0: return 0;
	case 1: return 0x7fffff;
	case 2: return UINT32_C(1) << n % 23;
	case 3: return low;
	case 4: return 0x7fffff & ~low;
	case 5: return (any & 3) | (any & 4 ? 0x400000 : 0);
	case 6: return any & 0x7fffff & ~low;
	default: return any & 0x7fffff;
	}
}

/* An exponent: of what is subnormal, around one, around 2^24 or 2^31, near the
 * largest, near the square root of the smallest, any. */
static inline uint32_t corners_exponent(uint64_t *random)
{
	static const uint32_t around[] = { 1, 127, 127, 151, 158, 63, 190, 252,
					   103 };
	uint32_t i = corners_below(random, 12),
		 near = corners_below(random, 5);

	if (i < sizeof around / sizeof around[0])
		return around[i] + near - (i ? 2 : 1);
	return corners_draw(random) & 0xff;
}

static inline uint32_t corners_operand(uint64_t *random)
{
	static const uint32_t some[] = {
		0, 0, 1, 2, 0x7fffff, 0x800000, 0x800001, 0x3f800000,
		0x3effffff, 0x3f000000, 0x3f000001, 0x4b000000, 0x4effffff,
		0x4f000000, 0x4f7fffff, 0x4f800000, 0x7f7fffff, 0x7f7ffffe,
		0x7f800000, 0x7f800000, 0x7f800001, 0x7fbfffff, 0x7fc00000,
		0x7fffffff, 0x34000000, 0x33800000, 0x00ffffff, 0x01000000
	};
	uint32_t sign = corners_draw(random) & UINT32_C(0x80000000);

	if (corners_below(random, 5) == 0)
		return sign |
		       some[corners_below(random,
					  sizeof some / sizeof some[0])];
	return sign | (corners_exponent(random) % 255) << 23 |
	       corners_fraction(random);
}

/* An integer: with a run of ones, or of zeros behind the 25th digit. */
static inline uint32_t corners_integer(uint64_t *random)
{
	uint32_t any = corners_draw(random), n = corners_below(random, 32);

	switch (corners_below(random, 4)) {
	case 0: return (UINT32_C(1) << n) + (any & 7) - 3;
	case 1: return 0 - (UINT32_C(1) << n) + (any & 7) - 3;
	case 2: return (any | 0x80000040) >> n % 8 & ~UINT32_C(63);
	default: return any >> n;
	}
}

/* OUT[3] for OP. The second often is close to the first one, so that they
 * cancel or compare; the third to a product. */
static inline void corners_operands(uint64_t *random, enum isa_op op,
				    uint32_t *out)
{
	uint32_t near = corners_below(random, 8), exponent;

	for (int i = 0; i < 3; i++)
		out[i] = corners_operand(random);
	if (op == ISA_FCVT_S_W || op == ISA_FCVT_S_WU)
		out[0] = corners_integer(random);
	if (near == 0)
		out[1] = out[0] ^ UINT32_C(1) << 31;
	else if (near == 1)
		out[1] = out[0] + corners_below(random, 5) - 2;
	else if (near == 2)
		out[1] = (out[0] + (corners_below(random, 60) << 23) -
			  (UINT32_C(30) << 23)) ^ (corners_draw(random) << 31);
	exponent = (out[0] >> 23 & 255) + (out[1] >> 23 & 255) +
		   corners_below(random, 60) - 156;
	if (corners_below(random, 2) && exponent < 255)
		out[2] = (out[2] & UINT32_C(0x807fffff)) | exponent << 23;
}

#endif
