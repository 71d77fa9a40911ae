/* soft.c - floats by integers, for what the core has no instruction for
 * SPDX-License-Identifier: Apache-2.0
 *
 * The compiler calls these functions of the RISC-V ABI. libgcc has them, too,
 * but its own branch on their operands; these go through ww-clc, and so each
 * thread has its way. Results are those of IEEE 754, rounded to the nearest,
 * with one NaN. A core that has isa.f needs the conversions of 64 bits alone.
 */
#include <stdint.h>

/* How a float comes and goes: with registers f in one of them, else as its
 * bits. */
#ifdef __riscv_float_abi_single
typedef float given;
#else
typedef uint32_t given;
#endif

#define SIGN 0x80000000u
#define INFINITE 0x7f800000u
#define NOT_A_NUMBER 0x7fc00000u

enum { BIAS = 127, TOP = 30 };  /* TOP: the leading bit of a significand */

static inline uint32_t take(given x)
{
	uint32_t bits;

	__builtin_memcpy(&bits, &x, sizeof bits);
	return bits;
}

static inline given give(uint32_t bits)
{
	given x;

	__builtin_memcpy(&x, &bits, sizeof x);
	return x;
}

/* X >> BY; a bit that is lost sets the lowest one. */
static inline uint32_t shift(uint32_t x, uint32_t by)
{
	return by == 0 ? x : by > 31 ? x != 0 :
	       x >> by | ((x << (32 - by)) != 0);
}

static inline uint64_t shift64(uint64_t x, uint32_t by)
{
	return by == 0 ? x : by > 63 ? x != 0 :
	       x >> by | ((x << (64 - by)) != 0);
}

/* The float of M * 2^(E - BIAS - TOP), where M is 0 or has its leading bit at
 * TOP; what is below 24 bits counts for rounding. */
static uint32_t pack(uint32_t sign, int e, uint32_t m)
{
	uint32_t bits;

	if (e < 1) {
		m = shift(m, (uint32_t)(1 - e));
		e = 1;
	}
	bits = ((uint32_t)(e - 1) << 23) + ((m + 0x3f + (m >> 7 & 1)) >> 7);
	return sign | (e >= 255 || bits > INFINITE ? INFINITE : bits);
}

/* The same for 64 bits, with the leading bit anywhere; X is not 0. */
static uint32_t pack64(uint32_t sign, int e, uint64_t x)
{
	int top = 63 - __builtin_clzll(x);

	return pack(sign, e + top - TOP,
		    top > TOP ? (uint32_t)shift64(x, (uint32_t)(top - TOP)) :
		    (uint32_t)x << (TOP - top));
}

#ifdef WW_CL_SOFT_ALL

struct parts {
	uint32_t sign, m;       /* m: 24 bits, but of 0 */
	int e;
};

static inline struct parts parts_of(uint32_t x)
{
	struct parts p = { x & SIGN, x & 0x7fffff, (int)(x >> 23 & 255) };
	int by;

	if (p.e) {
		p.m |= 0x800000;
	} else if (p.m) {
		by = __builtin_clz(p.m) - 8;
		p.m <<= by;
		p.e = 1 - by;
	} else {
		p.e = 1;
	}
	return p;
}

static inline _Bool is_nan(uint32_t x)
{
	return x << 1 > INFINITE << 1;
}

static inline _Bool is_infinite(uint32_t x)
{
	return x << 1 == INFINITE << 1;
}

static inline _Bool is_zero(uint32_t x)
{
	return x << 1 == 0;
}

static uint32_t add(uint32_t a, uint32_t b)
{
	uint32_t m, low, swap = a << 1 < b << 1 ? a ^ b : 0;
	struct parts x, y;
	int by;

	a ^= swap;              /* the larger one */
	b ^= swap;
	if (is_nan(a) || is_nan(b))
		return NOT_A_NUMBER;
	if (is_infinite(a))
		return a == (b ^ SIGN) ? NOT_A_NUMBER : a;
	x = parts_of(a);
	y = parts_of(b);
	low = shift(y.m << 7, (uint32_t)(x.e - y.e));
	if (x.sign == y.sign) {
		m = (x.m << 7) + low;
		by = (int)(m >> 31);
		return pack(x.sign, x.e + by, shift(m, (uint32_t)by));
	}
	m = (x.m << 7) - low;
	if (!m)
		return 0;
	by = __builtin_clz(m) - 1;
	return pack(x.sign, x.e - by, m << by);
}

given __addsf3(given a, given b)
{
	return give(add(take(a), take(b)));
}

given __subsf3(given a, given b)
{
	return give(add(take(a), take(b) ^ SIGN));
}

given __mulsf3(given a_, given b_)
{
	uint32_t a = take(a_), b = take(b_), sign = (a ^ b) & SIGN;
	struct parts x = parts_of(a), y = parts_of(b);
	uint64_t p = (uint64_t)x.m * y.m;

	if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_zero(b)) ||
	    (is_infinite(b) && is_zero(a)))
		return give(NOT_A_NUMBER);
	if (is_infinite(a) || is_infinite(b))
		return give(sign | INFINITE);
	if (!p)
		return give(sign);
	return give(pack64(sign, x.e + y.e - BIAS - 16, p));
}

given __divsf3(given a_, given b_)
{
	uint32_t a = take(a_), b = take(b_), sign = (a ^ b) & SIGN, q = 0;
	struct parts x = parts_of(a), y = parts_of(b);

	if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b)) ||
	    (is_zero(a) && is_zero(b)))
		return give(NOT_A_NUMBER);
	if (is_infinite(a) || is_zero(b))
		return give(sign | INFINITE);
	if (is_infinite(b) || is_zero(a))
		return give(sign);
	if (x.m < y.m) {
		x.m <<= 1;
		x.e--;
	}
	for (int i = 0; i <= TOP; i++) {
		_Bool one = x.m >= y.m;

		q = q << 1 | one;
		x.m = (x.m - (one ? y.m : 0)) << 1;
	}
	return give(pack(sign, x.e - y.e + BIAS, q | (x.m != 0)));
}

given sqrtf(given a)
{
	uint32_t x = take(a), q = 0, s = 0, rest;
	struct parts p = parts_of(x);
	int e = p.e - BIAS;

	if (is_zero(x) || x == INFINITE)
		return a;
	if (is_nan(x) || p.sign)
		return give(NOT_A_NUMBER);
	rest = p.m << (1 + (e & 1));
	for (uint32_t bit = 1u << 24; bit; bit >>= 1) {
		uint32_t t = s + bit;
		_Bool one = t <= rest;

		s = one ? t + bit : s;
		q = one ? q + bit : q;
		rest = (rest - (one ? t : 0)) << 1;
	}
	return give(pack(0, (e >> 1) + BIAS, q << 6 | (rest != 0)));
}

/* A sum with the product in X, 61 or 62 bits with the exponent E, and C. */
static uint32_t add_product(uint32_t sign, int e, uint64_t x, struct parts c)
{
	uint64_t y = (uint64_t)c.m << 37;

	if (e < c.e) {
		x = shift64(x, (uint32_t)(c.e - e));
		e = c.e;
	} else {
		y = shift64(y, (uint32_t)(e - c.e));
	}
	if (sign == c.sign) {
		x += y;
	} else if (x < y) {
		x = y - x;
		sign = c.sign;
	} else {
		x -= y;
		if (!x)
			return 0;
	}
	return pack64(sign, e - 30, x);
}

given fmaf(given a_, given b_, given c_)
{
	uint32_t a = take(a_), b = take(b_), c = take(c_);
	uint32_t sign = (a ^ b) & SIGN;
	struct parts x = parts_of(a), y = parts_of(b);
	uint64_t p = (uint64_t)x.m * y.m;

	if (is_nan(a) || is_nan(b) || is_nan(c) ||
	    (is_infinite(a) && is_zero(b)) || (is_infinite(b) && is_zero(a)))
		return give(NOT_A_NUMBER);
	if (is_infinite(a) || is_infinite(b))
		return give(is_infinite(c) && (c & SIGN) != sign ?
			    NOT_A_NUMBER : sign | INFINITE);
	if (is_infinite(c))
		return c_;
	if (!p)
		return give(is_zero(c) ? c & sign : c);
	return give(add_product(sign, x.e + y.e - BIAS, p << 14,
				parts_of(c)));
}

/* --- comparisons ------------------------------------------------------ */

/* Numbers in the order of floats; both zeros are the same. */
static inline int32_t order(uint32_t x)
{
	return (int32_t)(x & SIGN ? SIGN - x : x);
}

/* -1, 0, 1; NANS if one is not a number. */
static inline int compare(given a, given b, int nans)
{
	int32_t x = order(take(a)), y = order(take(b));

	return is_nan(take(a)) || is_nan(take(b)) ? nans :
	       (x > y) - (x < y);
}

int __eqsf2(given a, given b) { return compare(a, b, 1); }
int __nesf2(given a, given b) { return compare(a, b, 1); }
int __ltsf2(given a, given b) { return compare(a, b, 1); }
int __lesf2(given a, given b) { return compare(a, b, 1); }
int __gtsf2(given a, given b) { return compare(a, b, -1); }
int __gesf2(given a, given b) { return compare(a, b, -1); }

int __unordsf2(given a, given b)
{
	return is_nan(take(a)) || is_nan(take(b));
}

/* As order, but -0 is below 0. */
static inline int32_t total(uint32_t x)
{
	return (int32_t)(x & SIGN ? x ^ ~SIGN : x);
}

/* B, if A is not a number or CHANGE is set. */
static inline given one_of(given a, given b, _Bool change)
{
	if (is_nan(take(a)) && is_nan(take(b)))
		return give(NOT_A_NUMBER);
	return is_nan(take(a)) || (!is_nan(take(b)) && change) ? b : a;
}

given fminf(given a, given b)
{
	return one_of(a, b, total(take(b)) < total(take(a)));
}

given fmaxf(given a, given b)
{
	return one_of(a, b, total(take(b)) > total(take(a)));
}

/* --- whole numbers ---------------------------------------------------- */

enum mode { DOWN, UP, TOWARDS_ZERO, NEAREST, AWAY };

/* Whether X, less than 1, becomes 1. */
static inline _Bool is_up(uint32_t x, enum mode mode)
{
	const uint32_t half = 0x3f000000u << 1;

	switch (mode) {
	case DOWN: return (x & SIGN) != 0;
	case UP: return !(x & SIGN);
	case TOWARDS_ZERO: return 0;
	case NEAREST: return x << 1 > half;
	default: return x << 1 >= half;
	}
}

/* X rounded to a whole number. */
static inline uint32_t whole(uint32_t x, enum mode mode)
{
	int e = (int)(x >> 23 & 255) - BIAS;
	uint32_t sign = x & SIGN, unit, below;
	_Bool up;

	if (is_nan(x))
		return NOT_A_NUMBER;
	if (e >= 23 || is_zero(x))
		return x;
	if (e < 0)
		return sign | (is_up(x, mode) ? 0x3f800000 : 0);
	unit = 1u << (23 - e);
	below = x & (unit - 1);
	switch (mode) {
	case DOWN: up = sign && below; break;
	case UP: up = !sign && below; break;
	case TOWARDS_ZERO: up = 0; break;
	case NEAREST:
		up = below > unit / 2 || (below == unit / 2 && x & unit);
		break;
	default: up = below >= unit / 2; break;
	}
	return x - below + (up ? unit : 0);
}

given floorf(given x) { return give(whole(take(x), DOWN)); }
given ceilf(given x) { return give(whole(take(x), UP)); }
given truncf(given x) { return give(whole(take(x), TOWARDS_ZERO)); }
given roundf(given x) { return give(whole(take(x), AWAY)); }
given rintf(given x) { return give(whole(take(x), NEAREST)); }
given nearbyintf(given x) { return give(whole(take(x), NEAREST)); }
given roundevenf(given x) { return give(whole(take(x), NEAREST)); }

given __floatunsisf(uint32_t x)
{
	return give(x ? pack64(0, BIAS + TOP, x) : 0);
}

given __floatsisf(int32_t x)
{
	uint32_t size = x < 0 ? 0u - (uint32_t)x : (uint32_t)x;

	return give(x ? pack64(x < 0 ? SIGN : 0, BIAS + TOP, size) : 0);
}

uint32_t __fixunssfsi(given a)
{
	uint32_t x = take(a), m = (x & 0x7fffff) | 0x800000;
	int e = (int)(x >> 23 & 255) - BIAS;

	if (is_nan(x) || (x & SIGN) || e < 0)
		return 0;
	if (e > 31)
		return UINT32_MAX;
	return e < 23 ? m >> (23 - e) : m << (e - 23);
}

int32_t __fixsfsi(given a)
{
	uint32_t m = __fixunssfsi(give(take(a) & ~SIGN));

	if (take(a) & SIGN)
		return m > SIGN ? INT32_MIN : (int32_t)(0 - m);
	return m > INT32_MAX ? INT32_MAX : (int32_t)m;
}

#endif

/* Of half, of which kernels have what vload_half loads: the low bits of what is
 * given; in a register f the others are 1. */
#ifdef __riscv_float_abi_single
#define HALF_BOX 0xffff0000u
#else
#define HALF_BOX 0u
#endif

given __extendhfsf2(given x)
{
	uint32_t bits = take(x), sign = bits << 16 & SIGN, m = bits & 0x3ff;
	int e = bits >> 10 & 31;

	if (e == 31)
		return give(m ? NOT_A_NUMBER : sign | INFINITE);
	if (e)
		return give(pack64(sign, BIAS + TOP + e - 25, m | 0x400));
	return give(m ? pack64(sign, BIAS + TOP - 24, m) : sign);
}

given __truncsfhf2(given a)
{
	uint32_t x = take(a), size = x & ~SIGN, sign = x >> 16 & 0x8000;
	uint32_t m = (x & 0x7fffff) | 0x800000, by, low, r;
	int e = (int)(size >> 23) - BIAS;

	if (size > INFINITE)
		return give(HALF_BOX | 0x7e00);
	if (size >= 0x477ff000) /* rounds to 2^16 */
		return give(HALF_BOX | sign | 0x7c00);
	if (e < -25)
		return give(HALF_BOX | sign);
	by = e < -14 ? 13 + (uint32_t)(-14 - e) : 13;
	low = m & ((1u << by) - 1);
	r = m >> by;
	r += low > 1u << (by - 1) || (low == 1u << (by - 1) && (r & 1));
	return give(HALF_BOX | sign |
		    (r + (e < -14 ? 0 : (uint32_t)(e + 14) << 10)));
}

given __floatundisf(uint64_t x)
{
	return give(x ? pack64(0, BIAS + TOP, x) : 0);
}

given __floatdisf(int64_t x)
{
	uint64_t size = x < 0 ? 0u - (uint64_t)x : (uint64_t)x;

	return give(x ? pack64(x < 0 ? SIGN : 0, BIAS + TOP, size) : 0);
}

/* Beyond the integers the nearest one; 0 of what is not a number. */
static uint64_t fix(uint32_t x)
{
	uint64_t m = (x & 0x7fffff) | 0x800000;
	int e = (int)(x >> 23 & 255) - BIAS;

	if (e < 0 || x << 1 > INFINITE << 1)
		return 0;
	if (e > 63)
		return UINT64_MAX;
	return e < 23 ? m >> (23 - e) : m << (e - 23);
}

uint64_t __fixunssfdi(given a)
{
	return take(a) & SIGN ? 0 : fix(take(a));
}

int64_t __fixsfdi(given a)
{
	uint64_t m = fix(take(a));

	if (take(a) & SIGN)
		return m >> 63 ? INT64_MIN : -(int64_t)m;
	return m >> 63 ? INT64_MAX : (int64_t)m;
}
