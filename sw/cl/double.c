/* double.c - doubles by integers, for kernels of CUDA
 * SPDX-License-Identifier: Apache-2.0
 *
 * The compiler calls these functions of the RISC-V ABI. libgcc has them, too,
 * but its own branch on their operands; these go through ww-clc, and so each
 * thread has its way. Results are those of IEEE 754, rounded to the nearest,
 * with one NaN. A double is handed over as its bits, in two registers x.
 */
#include <stdint.h>

typedef uint64_t bits;

#define SIGN (1ull << 63)
#define INFINITE (0x7ffull << 52)
#define NOT_A_NUMBER (0x7ff8ull << 48)
#define ONE (1ull << 52)

enum { BIAS = 1023, TOP = 62 };

/* X >> BY; a bit that is lost sets the lowest one. */
static inline bits shift(bits x, uint32_t by)
{
	return by == 0 ? x : by > 63 ? x != 0 :
	       x >> by | ((x << (64 - by)) != 0);
}

static inline int zeros(bits x)
{
	uint32_t high = (uint32_t)(x >> 32), low = (uint32_t)x;

	return high ? __builtin_clz(high) : 32 + __builtin_clz(low | 1) +
	       (low == 0);
}

/* The double of M * 2^(E - BIAS - TOP), where M is 0 or has its leading bit at
 * TOP. */
static bits pack(bits sign, int e, bits m)
{
	bits r;

	if (e < 1) {
		m = shift(m, (uint32_t)(1 - e));
		e = 1;
	}
	r = ((bits)(uint32_t)(e - 1) << 52) +
	    ((m + 0x1ff + (m >> 10 & 1)) >> 10);
	return sign | (e >= 2047 || r > INFINITE ? INFINITE : r);
}

/* The same with the leading bit of M anywhere. */
static bits pack_any(bits sign, int e, bits m)
{
	int by = zeros(m) - 1;

	if (!m)
		return sign;
	return pack(sign, e - by, by < 0 ? shift(m, 1) : m << by);
}

struct parts {
	bits sign, m;           /* m: 53 bits, but of 0 */
	int e;
};

static inline struct parts parts_of(bits x)
{
	struct parts p = { x & SIGN, x & (ONE - 1), (int)(x >> 52 & 2047) };
	int by;

	if (p.e) {
		p.m |= ONE;
	} else if (p.m) {
		by = zeros(p.m) - 11;
		p.m <<= by;
		p.e = 1 - by;
	} else {
		p.e = 1;
	}
	return p;
}

static inline _Bool is_nan(bits x) { return x << 1 > INFINITE << 1; }
static inline _Bool is_infinite(bits x) { return x << 1 == INFINITE << 1; }
static inline _Bool is_zero(bits x) { return x << 1 == 0; }

static bits add(bits a, bits b)
{
	bits swap = a << 1 < b << 1 ? a ^ b : 0, m, low;
	struct parts x, y;

	a ^= swap;
	b ^= swap;
	if (is_nan(a) || is_nan(b))
		return NOT_A_NUMBER;
	if (is_infinite(a))
		return is_infinite(b) && a != b ? NOT_A_NUMBER : a;
	x = parts_of(a);
	y = parts_of(b);
	low = shift(y.m << 10, (uint32_t)(x.e - y.e));
	m = x.sign == y.sign ? (x.m << 10) + low : (x.m << 10) - low;
	return pack_any(m ? x.sign : a & b & SIGN, x.e, m);
}

bits __adddf3(bits a, bits b) { return add(a, b); }
bits __subdf3(bits a, bits b) { return add(a, b ^ SIGN); }

/* The product, of 128 bits. */
static inline bits multiply(bits a, bits b, bits *low)
{
	bits al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
	bits ll = al * bl, m = ah * bl + (ll >> 32), n = al * bh + (uint32_t)m;

	*low = n << 32 | (uint32_t)ll;
	return ah * bh + (m >> 32) + (n >> 32);
}

bits __muldf3(bits a, bits b)
{
	bits sign = (a ^ b) & SIGN, low, high;
	struct parts x, y;

	if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_zero(b)) ||
	    (is_infinite(b) && is_zero(a)))
		return NOT_A_NUMBER;
	if (is_infinite(a) || is_infinite(b))
		return sign | INFINITE;
	x = parts_of(a);
	y = parts_of(b);
	high = multiply(x.m << 10, y.m << 11, &low);
	high |= low != 0;
	return pack_any(sign, x.e + y.e - BIAS + 1, high);
}

bits __divdf3(bits a, bits b)
{
	bits sign = (a ^ b) & SIGN, q = 0, r, d;
	struct parts x, y;

	if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b)) ||
	    (is_zero(a) && is_zero(b)))
		return NOT_A_NUMBER;
	if (is_infinite(a) || is_zero(b))
		return sign | INFINITE;
	if (is_zero(a) || is_infinite(b))
		return sign;
	x = parts_of(a);
	y = parts_of(b);
	r = x.m;
	d = y.m;
	for (int k = 0; k < 63; k++) {
		bits all = r >= d ? ~0ull : 0;

		q = q << 1 | (all & 1);
		r = (r - (d & all)) << 1;
	}
	return pack_any(sign, x.e - y.e + BIAS, q | (r != 0));
}

bits sqrt(bits a)
{
	bits rest = 0, root = 0;
	struct parts x;
	int e;

	if (is_nan(a) || is_zero(a))
		return is_nan(a) ? NOT_A_NUMBER : a;
	if (a & SIGN)
		return NOT_A_NUMBER;
	if (is_infinite(a))
		return a;
	x = parts_of(a);
	e = x.e - BIAS;
	x.m <<= e & 1;
	for (int k = 54; k >= 0; k--) {
		bits pair = k >= 28 ? x.m >> 2 * (k - 28) & 3 : 0, t, all;

		rest = rest << 2 | pair;
		t = root << 2 | 1;
		all = rest >= t ? ~0ull : 0;
		rest -= t & all;
		root = root << 1 | (all & 1);
	}
	return pack(0, (e >> 1) + BIAS, root << 8 | (rest != 0));
}

/* High and low >> BY. */
static inline void shift_both(bits *high, bits *low, uint32_t by)
{
	bits h = *high, l = *low;

	if (by >= 128) {
		*low = (h | l) != 0;
		*high = 0;
	} else if (by >= 64) {
		*low = shift(h, by - 64) | (l != 0);
		*high = 0;
	} else if (by) {
		*low = (h << (64 - by)) | shift(l, by);
		*high = h >> by;
	}
}

bits fma(bits a, bits b, bits c)
{
	bits sign = (a ^ b) & SIGN, high, low, h2, l2;
	struct parts x, y, z;
	int up, uc;

	if (is_nan(a) || is_nan(b) || is_nan(c) ||
	    (is_infinite(a) && is_zero(b)) || (is_infinite(b) && is_zero(a)))
		return NOT_A_NUMBER;
	if (is_infinite(a) || is_infinite(b))
		return is_infinite(c) && (c & SIGN) != sign ? NOT_A_NUMBER :
		       sign | INFINITE;
	if (is_infinite(c))
		return c;
	if (is_zero(a) || is_zero(b))
		return is_zero(c) ? (c & sign) | (c & ~SIGN) : c;
	x = parts_of(a);
	y = parts_of(b);
	z = parts_of(c);
	high = multiply(x.m << 10, y.m << 10, &low);
	h2 = z.m << 9;
	l2 = 0;
	up = x.e + y.e - BIAS - 124;
	uc = z.e - 125;
	if (is_zero(c))
		uc = up;
	if (up >= uc)
		shift_both(&h2, &l2, (uint32_t)(up - uc));
	else
		shift_both(&high, &low, (uint32_t)(uc - up));
	if (up < uc)
		up = uc;
	if (is_zero(c) || sign == z.sign) {
		low += l2;
		high += h2 + (low < l2);
	} else {
		bits less = high < h2 || (high == h2 && low < l2) ? ~0ull : 0;
		bits sh = (high ^ h2) & less, sl = (low ^ l2) & less;

		high ^= sh, h2 ^= sh, low ^= sl, l2 ^= sl;
		high -= h2 + (low < l2);
		low -= l2;
		sign ^= less & SIGN;
	}
	if (!high && !low)
		return is_zero(c) ? sign : 0;
	if (!high) {
		high = low;
		low = 0;
		up -= 64;
	}
	/* The leading bit of high to TOP. */
	{
		int by = zeros(high) - 1;

		if (by > 0) {
			high = high << by | low >> (64 - by);
			low <<= by;
		} else if (by < 0) {
			low = low >> 1 | high << 63 | (low & 1);
			high >>= 1;
		}
		up -= by;
	}
	return pack(sign, up + 64 + TOP, high | (low != 0));
}

static inline int64_t order(bits x)
{
	return x & SIGN ? (int64_t)(SIGN - x) : (int64_t)x;
}

static inline int compare(bits a, bits b, int nans)
{
	int64_t x = order(a), y = order(b);

	return is_nan(a) || is_nan(b) ? nans : (x > y) - (x < y);
}

int __eqdf2(bits a, bits b) { return compare(a, b, 1); }
int __nedf2(bits a, bits b) { return compare(a, b, 1); }
int __ltdf2(bits a, bits b) { return compare(a, b, 1); }
int __ledf2(bits a, bits b) { return compare(a, b, 1); }
int __gtdf2(bits a, bits b) { return compare(a, b, -1); }
int __gedf2(bits a, bits b) { return compare(a, b, -1); }
int __unorddf2(bits a, bits b) { return is_nan(a) || is_nan(b); }
bits fmin(bits a, bits b)
{
	return is_nan(a) ? b : is_nan(b) ? a : order(a) < order(b) ? a : b;
}
bits fmax(bits a, bits b)
{
	return is_nan(a) ? b : is_nan(b) ? a : order(a) < order(b) ? b : a;
}

enum mode { NEAREST, DOWN, UP, ZERO, AWAY };

/* X as a whole number. */
static bits whole(bits x, enum mode mode)
{
	int e = (int)(x >> 52 & 2047) - BIAS;
	bits unit, part, keep;
	_Bool up;

	if (e >= 52)
		return is_nan(x) ? NOT_A_NUMBER : x;
	if (e < 0) {
		bits half = x << 1 >> 1, h = 0x3fe0ull << 48;

		up = mode == DOWN ? x >> 63 && half : mode == UP ?
		     !(x >> 63) && half : mode == NEAREST ? half > h :
		     mode == AWAY ? half >= h : 0;
		return (x & SIGN) | (up ? 0x3ff0ull << 48 : 0);
	}
	unit = 1ull << (52 - e);
	part = x & (unit - 1);
	keep = x - part;
	up = mode == DOWN ? x >> 63 && part : mode == UP ? !(x >> 63) && part :
	     mode == AWAY ? part >= unit >> 1 : mode == NEAREST ?
	     part > unit >> 1 || (part == unit >> 1 && keep & unit) : 0;
	return up ? keep + unit : keep;
}
bits floor(bits x) { return whole(x, DOWN); }
bits ceil(bits x) { return whole(x, UP); }
bits trunc(bits x) { return whole(x, ZERO); }
bits round(bits x) { return whole(x, AWAY); }
bits rint(bits x) { return whole(x, NEAREST); }
bits nearbyint(bits x) { return whole(x, NEAREST); }
bits roundeven(bits x) { return whole(x, NEAREST); }

/* Conversions. */
bits __floatundidf(uint64_t x) { return pack_any(0, BIAS + TOP, x); }
bits __floatdidf(int64_t x)
{
	bits sign = (bits)x & SIGN;

	return pack_any(sign, BIAS + TOP, sign ? 0 - (bits)x : (bits)x);
}
bits __floatunsidf(uint32_t x) { return pack_any(0, BIAS + TOP, x); }
bits __floatsidf(int32_t x) { return __floatdidf(x); }

static uint64_t fix(bits x)
{
	int e = (int)(x >> 52 & 2047) - BIAS;
	bits m = (x & (ONE - 1)) | ONE;

	return e < 0 ? 0 : e > 63 ? ~0ull : e > 52 ? m << (e - 52) :
	       m >> (52 - e);
}
uint64_t __fixunsdfdi(bits x) { return x >> 63 ? 0 : fix(x); }
int64_t __fixdfdi(bits x)
{
	uint64_t m = fix(x);

	if (m > (SIGN - 1))
		return x >> 63 ? (int64_t)SIGN : (int64_t)(SIGN - 1);
	return x >> 63 ? -(int64_t)m : (int64_t)m;
}
uint32_t __fixunsdfsi(bits x)
{
	uint64_t m = x >> 63 ? 0 : fix(x);

	return m > 0xffffffffu ? 0xffffffffu : (uint32_t)m;
}
int32_t __fixdfsi(bits x)
{
	uint64_t m = fix(x);

	if (m > 0x7fffffff)
		return x >> 63 ? -0x7fffffff - 1 : 0x7fffffff;
	return x >> 63 ? -(int32_t)m : (int32_t)m;
}
#ifdef __riscv_float_abi_single
typedef float given;
#define HALF_BOX 0xffff0000u
#else
typedef uint32_t given;
#define HALF_BOX 0u
#endif

bits __extendsfdf2(given v)
{
	uint32_t x;
	bits sign;

	__builtin_memcpy(&x, &v, 4);
	sign = (bits)(x >> 31) << 63;
	if ((x << 1) > 0xff000000u)
		return NOT_A_NUMBER;
	if ((x << 1) == 0xff000000u)
		return sign | INFINITE;
	if (x << 1 < 0x01000000u)
		return pack_any(sign, BIAS - 149 + TOP, x & 0x7fffff);
	return sign | (((bits)(x & 0x7fffffff) << 29) +
		       ((bits)(BIAS - 127) << 52));
}

given __truncdfsf2(bits a)
{
	uint32_t sign = (uint32_t)(a >> 63) << 31, r;
	struct parts x = parts_of(a);
	int e = x.e - BIAS + 127;
	given v;
	bits m = x.m << 10;

	if (e < 1) {
		m = shift(m, (uint32_t)(1 - e));
		e = 1;
	}
	/* 24 bits of the 63: 39 are rounded off. */
	m = ((m + ((1ull << 38) - 1) + (m >> 39 & 1)) >> 39) +
	    ((bits)(uint32_t)(e - 1) << 23);
	r = is_nan(a) ? 0x7fc00000u : sign | (m > 0x7f800000u || e >= 255 ?
					      0x7f800000u : (uint32_t)m);
	__builtin_memcpy(&v, &r, 4);
	return v;
}

/* Of half: soft.c says how one is handed over. */
given __truncdfhf2(bits a)
{
	uint32_t sign = (uint32_t)(a >> 48) & 0x8000, r;
	struct parts x = parts_of(a);
	int e = x.e - BIAS + 15;
	bits m = x.m << 10;
	given v;

	if (e < 1) {
		m = shift(m, (uint32_t)(1 - e));
		e = 1;
	}
	/* 11 bits of the 63: 52 are rounded off. */
	m = ((m + ((1ull << 51) - 1) + (m >> 52 & 1)) >> 52) +
	    ((bits)(uint32_t)(e - 1) << 10);
	r = is_nan(a) ? 0x7e00 :
	    sign | (m > 0x7c00 || e >= 31 ? 0x7c00 : (uint32_t)m);
	r |= HALF_BOX;
	__builtin_memcpy(&v, &r, 4);
	return v;
}
