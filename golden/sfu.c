/* sfu.c - the special functions of binary32, step by step as in doc/sfu.md
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each function reduces its operand, evaluates a quadratic polynomial from a
 * table of isa/, and packs the result. The RTL computes the same bits.
 */
#include <stdbool.h>

#include "golden/float_bits.h"
#include "golden/sfu.h"

enum table { RCP, RSQRT_EVEN, RSQRT_ODD, EXP2, LOG2, SIN, TABLES };

struct row {
	int32_t c0, c1, c2;
};

static const struct row rows[TABLES][128] = {
#define SFU(table, row, c0, c1, c2) [table][row] = { c0, c1, c2 },
#include "isa/sfu.def"
};

/* A nonzero number: its value is m * 2^(e - 23), and m has 24 bits. */
struct number {
	bool negative;
	uint32_t m;
	int e;
};

/* A product of 85 bits: HIGH bits, then LOW bits. */
enum { LOW = 40, HIGH = 45 };
#define LOW_MASK ((UINT64_C(1) << LOW) - 1)
#define HIGH_MASK ((UINT64_C(1) << HIGH) - 1)

struct wide {
	uint64_t high, low;
};

/* 2^187 times 2 / pi, in words of 64 bits from the lowest. */
static const uint64_t two_over_pi[4] = {
	UINT64_C(0x06db14acc9e21c82), UINT64_C(0x4fe13abe8fa9a6ee),
	UINT64_C(0x0517cc1b727220a9), 0
};
#define LOG2_E UINT64_C(0x171547652b82fe17) /* 2^60 times log2 e */
#define ONE (UINT64_C(1) << 60)

static struct number unpack(uint32_t a)
{
	struct number n = { .negative = a >> 31, .m = a & 0x7fffff,
			    .e = (int)(a >> 23 & 255) - 127 };

	if (n.e != -127) {
		n.m |= 0x800000;
		return n;
	}
	for (n.e = -126; n.m != 0 && n.m < 0x800000; n.e--)
		n.m <<= 1;
	return n;
}

/* Returns WIDTH bits, at most 45, of 2^187 * 2 / pi from bit SHIFT on. */
static uint64_t two_over_pi_bits(unsigned shift, unsigned width)
{
	uint64_t word = two_over_pi[shift / 64] >> shift % 64;

	if (shift % 64 != 0)
		word |= two_over_pi[shift / 64 + 1] << (64 - shift % 64);
	return word & ((UINT64_C(1) << width) - 1);
}

static struct wide multiply(uint32_t m, uint64_t high, uint64_t low)
{
	uint64_t product = m * low;

	return (struct wide){
		.high = (m * high + (product >> LOW)) & HIGH_MASK,
		.low = product & LOW_MASK,
	};
}

/* The 35 bits of F from bit 50 on, shifted right by SHIFT. */
static uint64_t upper_bits(struct wide f, int shift)
{
	return shift > 34 ? 0 : f.high >> 10 >> shift;
}

static int64_t floor_shift(int64_t a, unsigned bits)
{
	return a >= 0 ? a >> bits : ~(~a >> bits);
}

/* Evaluates the polynomial of TABLE at V, which has 25 bits. 1.0 is 2^28. */
static uint64_t look_up(enum table table, uint32_t v)
{
	const struct row *r = &rows[table][v >> 18];
	int64_t d = (int64_t)(v & 0x3ffff) - 0x20000;
	int64_t p = r->c1 + floor_shift(r->c2 * floor_shift(d, 4), 11);

	return (uint64_t)(r->c0 + floor_shift(p * d, 19));
}

/* R * 2^(x - 26), rounded. The first one of R is in bits 25 to 34. */
static uint32_t finish(bool negative, uint64_t r, int x)
{
	uint32_t sign = negative ? FLOAT_SIGN : 0;
	int p = 34;

	while (r >> p == 0)
		p--;
	int field = p + x + 101;
	int shift = p - 24 + (field < 1 ? 1 - field : 0);

	if (field > 254)
		return sign | FLOAT_INF;
	uint32_t digits = shift > 35 ? 0 : (uint32_t)(r >> shift);
	uint32_t above = field < 1 ? 0 : (uint32_t)(field - 1) << 23;

	return sign | (above + (digits >> 1) + (digits & 1));
}

/* The result of a function that multiplies Y by 1. */
static uint32_t finish_alone(bool negative, uint64_t y, int x)
{
	return finish(negative, y >> 2, x);
}

/* Shifts U, of 60 bits, left by its leading zeros; *ZEROS is their number. */
static uint64_t normalize(uint64_t u, int *zeros)
{
	for (*zeros = 0; u != 0 && u >> 59 == 0; u <<= 1)
		++*zeros;
	return u;
}

/* Y times the first 26 of the 60 bits of U. */
static uint64_t scale(uint64_t y, uint64_t u)
{
	return y * (u >> 34) >> 27;
}

uint32_t sfu_rcp(uint32_t a)
{
	uint32_t magnitude = a & ~FLOAT_SIGN;

	if (magnitude > FLOAT_INF)
		return FLOAT_NAN;
	if (magnitude == 0 || magnitude == FLOAT_INF)
		return a ^ FLOAT_INF;
	struct number n = unpack(a);

	return finish_alone(n.negative, look_up(RCP, n.m << 2 & 0x1ffffff),
			    -n.e);
}

uint32_t sfu_rsqrt(uint32_t a)
{
	uint32_t magnitude = a & ~FLOAT_SIGN;

	if (magnitude == 0)
		return a | FLOAT_INF;
	if (a > FLOAT_INF)
		return FLOAT_NAN;
	if (a == FLOAT_INF)
		return 0;
	struct number n = unpack(a);
	int odd = n.e & 1;

	return finish_alone(false,
			    look_up(odd ? RSQRT_ODD : RSQRT_EVEN,
				    n.m << 2 & 0x1ffffff),
			    -(n.e - odd) / 2);
}

/* 2 to the power of A * FACTOR; 1 is 2^60 in FACTOR. */
static uint32_t power(uint32_t a, uint64_t factor)
{
	uint32_t magnitude = a & ~FLOAT_SIGN;
	struct number n = unpack(a);

	if (magnitude > FLOAT_INF)
		return FLOAT_NAN;
	if (n.e > 7)
		return n.negative ? 0 : FLOAT_INF;
	struct wide f = multiply(n.m, factor >> LOW, factor & LOW_MASK);
	int64_t r = (int64_t)upper_bits(f, 7 - n.e);
	int64_t t = floor_shift((n.negative ? ~r : r) + 1, 1);

	return finish_alone(false,
			    look_up(EXP2, (uint32_t)t & 0x1ffffff),
			    (int)floor_shift(t, 25));
}

uint32_t sfu_exp2(uint32_t a)
{
	return power(a, ONE);
}

uint32_t sfu_exp(uint32_t a)
{
	return power(a, LOG2_E);
}

uint32_t sfu_log2(uint32_t a)
{
	uint32_t magnitude = a & ~FLOAT_SIGN;

	if (magnitude == 0)
		return FLOAT_SIGN | FLOAT_INF;
	if (a > FLOAT_INF)
		return FLOAT_NAN;
	if (a == FLOAT_INF)
		return a;
	struct number n = unpack(a);
	uint32_t fraction = n.m & 0x7fffff;
	bool upper_half = fraction >> 22;
	int e = n.e + upper_half;
	uint64_t y = look_up(LOG2, fraction << 2);
	uint64_t u = upper_half ? (uint64_t)(0x800000 - fraction) << 36 :
				  (uint64_t)fraction << 37;

	if (e == 0) {
		int zeros;

		u = normalize(u, &zeros);
		return u == 0 ? 0 :
				finish(upper_half, scale(y, u), -1 - zeros);
	}
	uint64_t whole = (uint64_t)(e < 0 ? -e : e) << 27;
	uint64_t part = scale(y, u);

	return finish(e < 0, (e < 0) == upper_half ? whole + part :
		      whole - part, -1);
}

/* The sine of A plus QUARTERS quarters of a turn. */
static uint32_t sine(uint32_t a, uint32_t quarters)
{
	struct number n = unpack(a);
	bool near = n.e < 0;
	int z = n.e < -1 ? -1 - n.e : 0;
	unsigned from = (unsigned)(n.e < -1 ? 128 : 127 - n.e);
	struct wide f = multiply(n.m, two_over_pi_bits(from + LOW, HIGH),
				 two_over_pi_bits(from, LOW));
	uint64_t h = upper_bits(f, z);
	uint32_t turned = (uint32_t)(h >> 33) + quarters;
	uint64_t invert = turned & 1 ? UINT64_MAX : 0;
	bool shifted = near && (turned & 1);
	uint64_t u = shifted ?
			     (h & 0x1ffffffff) << 27 :
			     (f.high << 17 | f.low >> 23) & (ONE - 1);
	uint64_t y = look_up(SIN, (uint32_t)((h ^ invert) >> 8) & 0x1ffffff);
	int zeros;

	u = normalize((u ^ invert) & (ONE - 1), &zeros);
	return finish(((turned >> 1 & 1) != 0) != n.negative, scale(y, u),
		      -1 - zeros - (shifted ? 0 : z));
}

uint32_t sfu_sin(uint32_t a)
{
	uint32_t magnitude = a & ~FLOAT_SIGN;

	if (magnitude >= FLOAT_INF)
		return FLOAT_NAN;
	if (magnitude < 0x39800000) /* 2^-12 */
		return a;
	return sine(a, 0);
}

uint32_t sfu_cos(uint32_t a)
{
	uint32_t magnitude = a & ~FLOAT_SIGN;

	return magnitude >= FLOAT_INF ? FLOAT_NAN : sine(magnitude, 1);
}
