/* float_draw.c - operands of binary32 that are hard to round
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/golden/float_ops.h"

static uint32_t roll(uint64_t *dice)
{
	*dice ^= *dice << 13;
	*dice ^= *dice >> 7;
	*dice ^= *dice << 17;
	return (uint32_t)(*dice * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static uint32_t below(uint64_t *dice, uint32_t limit)
{
	return (uint32_t)((uint64_t)roll(dice) * limit >> 32);
}

/* Zeros, ones, runs of them, single bits, some bits at either end. */
static uint32_t draw_fraction(uint64_t *dice)
{
	uint32_t count = below(dice, 24), all = 0x7FFFFF;

	switch (below(dice, 8)) {
	case 0: return 0;
	case 1: return all;
	case 2: return (UINT32_C(1) << count) - 1;
	case 3: return all << count & all;
	case 4: return UINT32_C(1) << count & all;
	case 5: return roll(dice) & all & roll(dice) & roll(dice);
	case 6: return roll(dice) << count & all;
	default: return roll(dice) & all;
	}
}

static uint32_t draw_exponent(uint64_t *dice)
{
	uint32_t near = below(dice, 5);

	switch (below(dice, 8)) {
	case 0: return 0;
	case 1: return near;
	case 2: return 125 + near;
	case 3: return 250 + near;
	case 4: return 148 + below(dice, 12);   /* integers begin and end */
	case 5: return 100 + below(dice, 56);
	default: return below(dice, 256);
	}
}

static uint32_t draw(uint64_t *dice)
{
	static const uint32_t special[] = {
		0, 0x80000000, 1, 0x80000001, 0x007FFFFF, 0x807FFFFF,
		0x00800000, 0x80800000, 0x00800001, 0x7F7FFFFF, 0xFF7FFFFF,
		0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001,
		0xFFBFFFFF, 0x7FFFFFFF, 0x3F800000, 0xBF800000, 0x3F000000,
		0xBF000000, 0x3FC00000, 0x3F7FFFFF, 0x3F800001, 0x4F000000,
		0xCF000000, 0x4F800000, 0x4EFFFFFF, 0x4F7FFFFF
	};
	const uint32_t specials = sizeof special / sizeof special[0];

	switch (below(dice, 16)) {
	case 0: return special[below(dice, specials)];
	case 1: return below(dice, 16) - 8;     /* also small integers */
	case 2:
	case 3: return roll(dice);
	default:
		return (roll(dice) & FLOAT_SIGN) | draw_exponent(dice) << 23 |
		       draw_fraction(dice);
	}
}

static uint32_t exponent(uint32_t a)
{
	return a >> 23 & 255;
}

/* A with the exponent WANTED, or the nearest there is. */
static uint32_t with_exponent(uint32_t a, int32_t wanted)
{
	uint32_t e = (uint32_t)(wanted < 0 ? 0 : wanted > 254 ? 254 : wanted);

	return (a & ~FLOAT_INF) | e << 23;
}

/* Some ulps beside A. */
static uint32_t beside(uint64_t *dice, uint32_t a)
{
	return a + below(dice, 9) - 4;
}

/* A second operand whose sum, product or quotient with A is at a border. */
static uint32_t draw_mate(uint64_t *dice, uint32_t a)
{
	static const int32_t borders[] = { -150, -149, -127, -126, 127, 128 };
	uint32_t b = draw(dice);
	int32_t e = (int32_t)exponent(a);
	int32_t border = borders[below(dice, 6)] + 127;

	switch (below(dice, 8)) {
	case 0: return beside(dice, a);
	case 1: return beside(dice, a ^ FLOAT_SIGN);
	case 2: return with_exponent(b, e - 22 - (int32_t)below(dice, 5));
	case 3: return with_exponent(b, e + 22 + (int32_t)below(dice, 5));
	case 4: return with_exponent(b, border - e + 127);
	case 5: return with_exponent(b, e - border + 127);
	default: return b;
	}
}

/* What is added to a * b: near its opposite, or far from it by the length of a
 * significand or two. */
static uint32_t draw_third(uint64_t *dice, uint32_t a, uint32_t b)
{
	uint32_t flags = 0, c = draw(dice);
	uint32_t p = float_exact_mul(a, b, FLOAT_RNE, &flags);
	int32_t apart = 20 + (int32_t)below(dice, 32);

	switch (below(dice, 6)) {
	case 0: return beside(dice, p ^ FLOAT_SIGN);
	case 1: return with_exponent(p ^ FLOAT_SIGN, (int32_t)exponent(p) - 24);
	case 2: return with_exponent(c, (int32_t)exponent(p) - apart);
	case 3: return with_exponent(c, (int32_t)exponent(p) + apart);
	default: return c;
	}
}

struct float_case draw_case(uint64_t *dice)
{
	struct float_case x = { draw(dice), 0, 0 };

	x.b = draw_mate(dice, x.a);
	x.c = draw_third(dice, x.a, x.b);
	return x;
}
