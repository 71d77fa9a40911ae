/* special.c - the special functions of doc/sfu.md, with the names of that page
 * SPDX-License-Identifier: Apache-2.0
 *
 * Numbers have up to 128 bits. A number with a sign is the difference of two
 * numbers without, so that nothing depends on the host's shift of negative
 * numbers.
 */
#include "oracle/special.h"

__extension__ typedef unsigned __int128 wide;

enum which { SPECIAL_RCP, SPECIAL_RSQRT, SPECIAL_EXP2, SPECIAL_LOG2,
	     SPECIAL_SIN, SPECIAL_COS, SPECIAL_EXP, SPECIALS };

#define INFINITE UINT32_C(0x7f800000)
#define NOT_A_NUMBER UINT32_C(0x7fc00000)
#define SIGN UINT32_C(0x80000000)
#define BITS(n) (((wide)1 << (n)) - 1)

struct coefficients {
	const char *table;
	int row, c0, c1, c2;
};

/* The rows of the tables T_*, in their order, 128 each. */
static const struct coefficients coefficients[] = {
#define SFU(table, row, c0, c1, c2) { #table, row, c0, c1, c2 },
#include "isa/sfu.def"
};
enum { T_RCP, T_EVEN, T_ODD, T_EXP2, T_LOG2, T_SIN };

/* The operand: sign, significand, exponent. */
struct operand {
	uint32_t s, m;
	int e;
};

static wide bits(wide number, int high, int low)
{
	return number >> low & BITS(high - low + 1);
}

/* a / 2^n, rounded down, for any sign of a. */
static int64_t floor_shift(int64_t a, int n)
{
	int64_t unit = (int64_t)1 << n, rest = a % unit;

	return a / unit - (rest < 0);
}

static wide table(int t, uint32_t v)
{
	const struct coefficients *c = &coefficients[t * 128 + (int)(v >> 18)];
	int64_t d = (int64_t)bits(v, 17, 0) - (1 << 17);
	int64_t p = c->c1 + floor_shift(c->c2 * floor_shift(d, 4), 11);

	return (wide)(c->c0 + floor_shift(p * d, 19));
}

static int first_one(wide number)
{
	int place = -1;

	for (; number != 0; number >>= 1)
		place++;
	return place;
}

static uint32_t finish(uint32_t sign, wide r, int x)
{
	int p = first_one(r), field = p + x + 101;
	int shift = p - 24;
	uint32_t above = 0;

	if (field > 254)
		return sign << 31 | INFINITE;
	if (field >= 1)
		above = (uint32_t)field - 1;
	else
		shift += 1 - field;
	if (shift > 35)
		return sign << 31;
	r >>= shift;
	return (sign << 31) + (above << 23) + (uint32_t)(r >> 1) +
	       (uint32_t)(r & 1);
}

static struct operand operand_of(uint32_t a)
{
	struct operand o = { .s = a >> 31, .m = a & 0x7fffff,
			     .e = (int)(a >> 23 & 0xff) };
	int missing;

	if (o.e != 0) {
		o.m += 1 << 23;
		o.e -= 127;
		return o;
	}
	o.e = -126;
	if (o.m == 0)
		return o;
	missing = 23 - first_one(o.m);
	o.m <<= missing;
	o.e -= missing;
	return o;
}

static uint32_t reciprocal(struct operand o)
{
	return finish(o.s, table(T_RCP, (o.m - (1 << 23)) << 2) >> 2, -o.e);
}

static uint32_t reciprocal_root(struct operand o)
{
	uint32_t v = (o.m - (1 << 23)) << 2;

	if (o.e % 2 == 0)
		return finish(0, table(T_EVEN, v) >> 2, -o.e / 2);
	return finish(0, table(T_ODD, v) >> 2, -((o.e - 1) / 2));
}

static wide h_of(wide f, int z)
{
	return z > 34 ? 0 : bits(f, 84, 50) >> z;
}

static uint32_t power(struct operand o, uint64_t k)
{
	int64_t r = (int64_t)h_of((wide)o.m * k, 7 - o.e), t;

	if (o.s)
		r = -r - 1;
	t = floor_shift(r + 1, 1);
	return finish(0,
		      table(T_EXP2, (uint32_t)(t - floor_shift(t, 25) *
					       (1 << 25))) >> 2,
		      (int)floor_shift(t, 25));
}

/* The first 26 of the 60 bits of U, after its ZEROS leading zeros. */
static wide leading_bits(wide u, int zeros)
{
	return bits(u << zeros, 59, 34);
}

static uint32_t logarithm(struct operand o)
{
	uint32_t f = o.m - (1 << 23), a = f >> 22;
	int w = o.e + (int)a;
	wide u = a ? (wide)((1 << 23) - f) << 36 : (wide)f << 37;
	wide l = table(T_LOG2, f << 2), whole, q;

	if (w == 0 && u == 0)
		return 0;
	if (w == 0) {
		int zeros = 59 - first_one(u);

		return finish(a, l * leading_bits(u, zeros) >> 27, -1 - zeros);
	}
	q = l * leading_bits(u, 0) >> 27;
	whole = (wide)(w < 0 ? -w : w) << 27;
	return finish(w < 0, (w < 0) == (a != 0) ? whole + q : whole - q, -1);
}

/* Bits LOW to LOW + 84 of 2^187 * 2 / pi; bits below 0 are zero. */
static wide turn_bits(int low)
{
	static const char digits[] =
		"517cc1b727220a94fe13abe8fa9a6ee06db14acc9e21c82";
	wide k = 0;

	for (int i = low + 84; i >= low; i--) {
		int place = (int)sizeof(digits) - 2 - i / 4;
		int digit = place < 0 ? '0' : digits[place];
		int value = digit <= '9' ? digit - '0' : digit - 'a' + 10;

		k = k << 1 | (wide)(value >> i % 4 & 1);
	}
	return k;
}

static uint32_t sine(struct operand o, uint32_t quarters)
{
	int z = o.e < -1 ? -1 - o.e : 0;
	wide f = bits(o.m * turn_bits(o.e < -1 ? 128 : 127 - o.e), 84, 0);
	wide h = h_of(f, z), u = bits(f, 82, 23);
	uint32_t q = (uint32_t)bits(h, 34, 33) + quarters;
	uint32_t v = (uint32_t)bits(h, 32, 8), odd = q & 1;
	int zeros;

	if (odd && o.e < 0)
		u = bits(h, 32, 0) << 27;
	if (odd) {
		u = BITS(60) - u;
		v = 0x1ffffff - v;
	}
	zeros = 59 - first_one(u);
	return finish(o.s ^ (q >> 1 & 1),
		      table(T_SIN, v) * leading_bits(u, zeros) >> 27,
		      -1 - zeros - (o.e < 0 && !odd ? z : 0));
}

/* Is A a special case of WHICH? Then *VALUE is the result. */
static bool is_special(enum which which, uint32_t a, uint32_t *value)
{
	uint32_t magnitude = a & ~SIGN;
	bool power_of = which == SPECIAL_EXP2 || which == SPECIAL_EXP;
	bool turn = which == SPECIAL_SIN || which == SPECIAL_COS;
	bool positive = which == SPECIAL_RSQRT || which == SPECIAL_LOG2;

	*value = NOT_A_NUMBER;
	if (magnitude > INFINITE || (turn && magnitude == INFINITE) ||
	    (positive && a > SIGN))
		return true;
	if (power_of) {
		*value = a == magnitude ? INFINITE : 0;
		return magnitude >= UINT32_C(0x43800000); /* 256 */
	}
	if (which == SPECIAL_SIN) {
		*value = a;
		return magnitude < UINT32_C(0x39800000); /* 2^-12 */
	}
	if (which == SPECIAL_COS)
		return false;
	if (magnitude == 0) {
		*value = (which == SPECIAL_LOG2 ? SIGN : a) + INFINITE;
		return true;
	}
	*value = which == SPECIAL_LOG2 ? INFINITE : a - INFINITE;
	return magnitude == INFINITE;
}

bool special_value(uint32_t which, uint32_t a, uint32_t *value)
{
	struct operand o = operand_of(a);

	if (which >= SPECIALS)
		return false;
	if (is_special((enum which)which, a, value))
		return true;
	switch ((enum which)which) {
	case SPECIAL_RCP: *value = reciprocal(o); break;
	case SPECIAL_RSQRT: *value = reciprocal_root(o); break;
	case SPECIAL_EXP2: *value = power(o, UINT64_C(1) << 60); break;
	case SPECIAL_EXP:
		*value = power(o, UINT64_C(0x171547652b82fe17));
		break;
	case SPECIAL_LOG2: *value = logarithm(o); break;
	case SPECIAL_SIN: *value = sine(o, 0); break;
	case SPECIAL_COS:
		o.s = 0;
		*value = sine(o, 1);
		break;
	case SPECIALS: return false;
	}
	return true;
}
