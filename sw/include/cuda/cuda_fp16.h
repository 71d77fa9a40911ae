/* cuda_fp16.h - half and half2 of CUDA, on both sides, by integers and float
 * SPDX-License-Identifier: Apache-2.0
 *
 * A half is stored in 16 bits, IEEE 754's binary16, and computed with in float:
 * sums, differences, products, quotients and roots of halves are then what
 * binary16 has, since a float has more than twice the digits. __hfma rounds
 * once. Functions as hexp are those of float, rounded. C++ only, as in CUDA.
 */
#ifndef WW_CUDA_FP16_H
#define WW_CUDA_FP16_H

#include "cuda_runtime.h"

#ifdef __cplusplus
#define WW_H static __inline__ __attribute__((always_inline)) \
	__host__ __device__

struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };

/* --- bits ---------------------------------------------------------------- */

WW_H unsigned ww_half_word(float f)
{ unsigned r; __builtin_memcpy(&r, &f, 4); return r; }
WW_H float ww_half_float(unsigned w)
{ float r; __builtin_memcpy(&r, &w, 4); return r; }

/* How a value is rounded that lies between two halves. */
enum ww_half_mode { WW_HALF_RN, WW_HALF_RZ, WW_HALF_RD, WW_HALF_RU };

/* The half of F's size; MODE is for its sign. */
WW_H unsigned short ww_half_of(float f, enum ww_half_mode mode)
{
	unsigned w = ww_half_word(f), size = w & 0x7fffffff, sign = w >> 31;
	unsigned digits, left, half, result;
	int away = mode == WW_HALF_RU ? !sign : mode == WW_HALF_RD ? sign : 0;
	int shift;

	sign <<= 15;
	if (size > 0x7f800000)
		return 0x7fff;
	if (size == 0x7f800000)
		return (unsigned short)(sign | 0x7c00);
	if (size >= 0x47800000) /* 65536 */
		return (unsigned short)(sign | (mode == WW_HALF_RN || away ?
						0x7c00 : 0x7bff));
	if (size < 0x33000000) /* 2^-25 */
		return (unsigned short)(sign | (size && away));
	digits = (size & 0x7fffff) | 0x800000;
	shift = size < 0x38800000 ? 126 - (int)(size >> 23) : 13;
	result = size < 0x38800000 ? digits >> shift :
		 ((size >> 23) - 112) << 10 | (digits >> 13 & 0x3ff);
	left = digits & ((1u << shift) - 1);
	half = 1u << (shift - 1);
	if (mode == WW_HALF_RN)
		result += left > half || (left == half && (result & 1));
	else
		result += left && away;
	return (unsigned short)(sign | result);
}

WW_H float ww_half_value(unsigned short h)
{
	unsigned sign = (unsigned)(h & 0x8000) << 16, size = h & 0x7fff;

	if (size >= 0x7c00)
		return ww_half_float(sign | 0x7f800000 | (size & 0x3ff) << 13);
	if (size >= 0x400)
		return ww_half_float(sign | ((size << 13) + (112u << 23)));
	/* size * 2^-24, exactly */
	return ww_half_float(sign | ww_half_word((float)(int)size *
						 0x1p-24f));
}

/* --- half ---------------------------------------------------------------- */

struct __half {
	unsigned short ww_bits;

	__half() = default;
	WW_EITHER __half(const __half_raw &r) : ww_bits(r.x) {}
	WW_EITHER __half(float f) : ww_bits(ww_half_of(f, WW_HALF_RN)) {}
	WW_EITHER __half(double d);
#define WW_FROM(type) \
	WW_EITHER __half(type v) : ww_bits(ww_half_of((float)v, WW_HALF_RN)) {}
	WW_FROM(short) WW_FROM(unsigned short) WW_FROM(int) WW_FROM(unsigned)
	WW_FROM(long) WW_FROM(unsigned long) WW_FROM(long long)
	WW_FROM(unsigned long long)
#undef WW_FROM
	WW_EITHER operator float() const { return ww_half_value(ww_bits); }
	WW_EITHER operator __half_raw() const
	{ __half_raw r; r.x = ww_bits; return r; }
	WW_EITHER explicit operator bool() const
	{ return (ww_bits & 0x7fff) != 0; }
#define WW_TO(type) WW_EITHER explicit operator type() const \
	{ return (type)ww_half_value(ww_bits); }
	WW_TO(signed char) WW_TO(unsigned char) WW_TO(short)
	WW_TO(unsigned short) WW_TO(int) WW_TO(unsigned) WW_TO(long)
	WW_TO(unsigned long) WW_TO(long long) WW_TO(unsigned long long)
#undef WW_TO
};
typedef __half half;
typedef __half nv_half;

WW_H __half ww_half(unsigned short bits)
{ __half_raw r; r.x = bits; return __half(r); }

/* A double rounded to an odd float, then to a half, is rounded once. */
WW_H float ww_half_odd(double d)
{
	float f = (float)d;
	unsigned w = ww_half_word(f);
	double size = d < 0 ? -d : d, near = f < 0 ? -(double)f : f;

	if (!(near == size) && !(w & 1) && (w & 0x7fffffff) < 0x7f800000)
		w += size > near ? 1 : -1u;
	return ww_half_float(w);
}
WW_EITHER inline __half::__half(double d) :
	ww_bits(ww_half_of(ww_half_odd(d), WW_HALF_RN)) {}

WW_H __half __float2half(float f) { return __half(f); }
WW_H __half __double2half(double d) { return __half(d); }
#define WW_ROUNDED(name, mode) \
	WW_H __half __float2half_##name(float f) \
	{ return ww_half(ww_half_of(f, mode)); }
WW_ROUNDED(rn, WW_HALF_RN) WW_ROUNDED(rz, WW_HALF_RZ)
WW_ROUNDED(rd, WW_HALF_RD) WW_ROUNDED(ru, WW_HALF_RU)
#undef WW_ROUNDED
WW_H float __half2float(__half h) { return (float)h; }
WW_H unsigned short __half_as_ushort(__half h) { return h.ww_bits; }
WW_H short __half_as_short(__half h) { return (short)h.ww_bits; }
WW_H __half __ushort_as_half(unsigned short w) { return ww_half(w); }
WW_H __half __short_as_half(short w) { return ww_half((unsigned short)w); }

/* Whole numbers: to zero, or to the nearest; out of range is the next there
 * is, and no number is 0. */
#define WW_WHOLE(name, type, least, most) \
	WW_H type __half2##name##_rz(__half h) \
	{ \
		float f = h; \
		return f != f ? 0 : f <= (float)(least) ? least : \
		       f >= (float)(most) ? most : (type)f; \
	} \
	WW_H type __half2##name##_rn(__half h) \
	{ \
		float f = __builtin_rintf((float)h); \
		return f != f ? 0 : f <= (float)(least) ? least : \
		       f >= (float)(most) ? most : (type)f; \
	} \
	WW_H __half __##name##2half_rn(type v) { return __half(v); }
WW_WHOLE(int, int, (int)-0x80000000LL, 0x7fffffff)
WW_WHOLE(uint, unsigned, 0u, 0xffffffffu)
WW_WHOLE(short, short, (short)-0x8000, (short)0x7fff)
WW_WHOLE(ushort, unsigned short, (unsigned short)0, (unsigned short)0xffff)
WW_WHOLE(ll, long long, (-0x7fffffffffffffffLL - 1), 0x7fffffffffffffffLL)
#undef WW_WHOLE

/* --- arithmetic ---------------------------------------------------------- */

/* A * B + C, rounded once: the product of halves is a float; what the sum has
 * lost makes it odd. */
WW_H __half __hfma(__half x, __half y, __half z)
{
	float p = (float)x * (float)y, c = z, s = p + c;
	float back = s - p, lost = (p - (s - back)) + (c - back);
	unsigned w = ww_half_word(s);

	if (lost != 0 && !(w & 1) && s - s == 0)
		w += (lost > 0) == (s > 0) ? 1 : -1u;
	return __half(ww_half_float(w));
}

#define WW_TWO(name, what) \
	WW_H __half name(__half x, __half y) \
	{ float a = x, b = y; return __half(what); }
WW_TWO(__hadd, a + b) WW_TWO(__hsub, a - b) WW_TWO(__hmul, a * b)
WW_TWO(__hdiv, a / b)
WW_TWO(__hadd_rn, a + b) WW_TWO(__hsub_rn, a - b) WW_TWO(__hmul_rn, a * b)
WW_TWO(__hmax, a != a ? b : b != b || a > b ? a : b)
WW_TWO(__hmin, a != a ? b : b != b || a < b ? a : b)
#define WW_SATURATED(name, what) WW_TWO(name, ww_half_sat(what))
WW_H float ww_half_sat(float a) { return a > 0 ? a < 1 ? a : 1 : 0; }
WW_SATURATED(__hadd_sat, a + b) WW_SATURATED(__hsub_sat, a - b)
WW_SATURATED(__hmul_sat, a * b)
WW_H __half __hfma_sat(__half x, __half y, __half z)
{ return __half(ww_half_sat(__hfma(x, y, z))); }
#undef WW_SATURATED
#undef WW_TWO
WW_H __half __hneg(__half h)
{ return ww_half((unsigned short)(h.ww_bits ^ 0x8000)); }
WW_H __half __habs(__half h) { return ww_half(h.ww_bits & 0x7fff); }
WW_H bool __hisnan(__half h) { return (h.ww_bits & 0x7fff) > 0x7c00; }
WW_H int __hisinf(__half h)
{
	return (h.ww_bits & 0x7fff) != 0x7c00 ? 0 : h.ww_bits >> 15 ? -1 : 1;
}

/* Comparisons; those with a u are true if one is no number. */
#define WW_COMPARE(name, op) \
	WW_H bool __h##name(__half x, __half y) \
	{ return (float)x op (float)y; } \
	WW_H bool __h##name##u(__half x, __half y) \
	{ return __hisnan(x) || __hisnan(y) || (float)x op (float)y; }
WW_COMPARE(eq, ==) WW_COMPARE(lt, <) WW_COMPARE(le, <=) WW_COMPARE(gt, >)
WW_COMPARE(ge, >=)
#undef WW_COMPARE
WW_H bool __hne(__half x, __half y)
{ return !__hisnan(x) && !__hisnan(y) && (float)x != (float)y; }
WW_H bool __hneu(__half x, __half y) { return (float)x != (float)y; }

#define WW_OPERATOR(op) \
	WW_H __half operator op(const __half &x, const __half &y) \
	{ return __half((float)x op (float)y); } \
	WW_H __half &operator op##=(__half &x, const __half &y) \
	{ return x = x op y; }
WW_OPERATOR(+) WW_OPERATOR(-) WW_OPERATOR(*) WW_OPERATOR(/)
#undef WW_OPERATOR
#define WW_OPERATOR(op) \
	WW_H bool operator op(const __half &x, const __half &y) \
	{ return (float)x op (float)y; }
WW_OPERATOR(==) WW_OPERATOR(!=) WW_OPERATOR(<) WW_OPERATOR(<=)
WW_OPERATOR(>) WW_OPERATOR(>=)
#undef WW_OPERATOR
WW_H __half operator+(const __half &x) { return x; }
WW_H __half operator-(const __half &x) { return __hneg(x); }
WW_H __half &operator++(__half &x) { return x = __half((float)x + 1.0f); }
WW_H __half &operator--(__half &x) { return x = __half((float)x - 1.0f); }
WW_H __half operator++(__half &x, int) { __half h = x; ++x; return h; }
WW_H __half operator--(__half &x, int) { __half h = x; --x; return h; }

#define WW_ONE(name, what) \
	WW_H __half h##name(__half h) { float a = h; return __half(what); }
WW_ONE(sqrt, sqrtf(a)) WW_ONE(rsqrt, 1.0f / sqrtf(a)) WW_ONE(rcp, 1.0f / a)
WW_ONE(exp, expf(a)) WW_ONE(exp2, exp2f(a)) WW_ONE(exp10, powf(10.0f, a))
WW_ONE(log, logf(a)) WW_ONE(log2, log2f(a)) WW_ONE(log10, log10f(a))
WW_ONE(sin, sinf(a)) WW_ONE(cos, cosf(a)) WW_ONE(ceil, ceilf(a))
WW_ONE(floor, floorf(a)) WW_ONE(trunc, truncf(a))
WW_ONE(rint, __builtin_rintf(a))
#undef WW_ONE

/* --- half2 --------------------------------------------------------------- */

struct __align__(4) __half2 {
	__half x, y;

	__half2() = default;
	WW_EITHER __half2(const __half &a, const __half &b) : x(a), y(b) {}
	WW_EITHER __half2(const __half2_raw &r)
	{ x.ww_bits = r.x; y.ww_bits = r.y; }
	WW_EITHER operator __half2_raw() const
	{ __half2_raw r; r.x = x.ww_bits; r.y = y.ww_bits; return r; }
};
typedef __half2 half2;
typedef __half2 nv_half2;

WW_H __half2 make_half2(__half a, __half b) { return __half2(a, b); }
WW_H __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
WW_H __half2 __half2half2(__half a) { return __half2(a, a); }
WW_H __half2 __float2half2_rn(float a) { return __half2(a, a); }
WW_H __half2 __floats2half2_rn(float a, float b) { return __half2(a, b); }
WW_H __half2 __float22half2_rn(float2 a) { return __half2(a.x, a.y); }
WW_H float2 __half22float2(__half2 a)
{ return make_float2((float)a.x, (float)a.y); }
WW_H float __low2float(__half2 a) { return a.x; }
WW_H float __high2float(__half2 a) { return a.y; }
WW_H __half __low2half(__half2 a) { return a.x; }
WW_H __half __high2half(__half2 a) { return a.y; }
WW_H __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
WW_H __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
WW_H __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
WW_H __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
WW_H __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }

#define WW_TWO(name) \
	WW_H __half2 __h##name##2(__half2 a, __half2 b) \
	{ return __half2(__h##name(a.x, b.x), __h##name(a.y, b.y)); }
WW_TWO(add) WW_TWO(sub) WW_TWO(mul) WW_TWO(max) WW_TWO(min)
WW_H __half2 __h2div(__half2 a, __half2 b)
{ return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
#undef WW_TWO
WW_H __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{ return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
WW_H __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
WW_H __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }

/* 1 or 0 for each; whether it holds for both. */
#define WW_COMPARE(name) \
	WW_H __half2 __h##name##2(__half2 a, __half2 b) \
	{ \
		return __half2((float)__h##name(a.x, b.x), \
			       (float)__h##name(a.y, b.y)); \
	} \
	WW_H bool __hb##name##2(__half2 a, __half2 b) \
	{ return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
WW_COMPARE(eq) WW_COMPARE(ne) WW_COMPARE(lt) WW_COMPARE(le) WW_COMPARE(gt)
WW_COMPARE(ge)
#undef WW_COMPARE

#define WW_OPERATOR(op) \
	WW_H __half2 operator op(const __half2 &a, const __half2 &b) \
	{ return __half2(a.x op b.x, a.y op b.y); } \
	WW_H __half2 &operator op##=(__half2 &a, const __half2 &b) \
	{ return a = a op b; }
WW_OPERATOR(+) WW_OPERATOR(-) WW_OPERATOR(*) WW_OPERATOR(/)
#undef WW_OPERATOR
WW_H __half2 operator-(const __half2 &a) { return __hneg2(a); }
WW_H bool operator==(const __half2 &a, const __half2 &b)
{ return __hbeq2(a, b); }
WW_H bool operator!=(const __half2 &a, const __half2 &b)
{ return __hneu(a.x, b.x) && __hneu(a.y, b.y); }

#define WW_ONE(name) \
	WW_H __half2 h2##name(__half2 a) \
	{ return __half2(h##name(a.x), h##name(a.y)); }
WW_ONE(sqrt) WW_ONE(rsqrt) WW_ONE(rcp) WW_ONE(exp) WW_ONE(exp2) WW_ONE(exp10)
WW_ONE(log) WW_ONE(log2) WW_ONE(log10) WW_ONE(sin) WW_ONE(cos) WW_ONE(ceil)
WW_ONE(floor) WW_ONE(trunc) WW_ONE(rint)
#undef WW_ONE

#ifdef __CUDA__
/* One of 16 bits is added by a compare-and-swap of the word around it. */
static __inline__ __device__ __half atomicAdd(__half *p, __half v)
{
	size_t at = (size_t)p, low = at & 2;
	unsigned *word = (unsigned *)(at - low), shift = (unsigned)low * 8;
	unsigned seen = *word, old;

	do {
		__half h = ww_half((unsigned short)(seen >> shift));

		old = seen;
		seen = atomicCAS(word, old, (old & ~(0xffffu << shift)) |
				 (unsigned)(h + v).ww_bits << shift);
	} while (seen != old);
	return ww_half((unsigned short)(old >> shift));
}

static __inline__ __device__ __half2 atomicAdd(__half2 *p, __half2 v)
{
	__half2 old;

	old.x = atomicAdd(&p->x, v.x);
	old.y = atomicAdd(&p->y, v.y);
	return old;
}

#define WW_SHFL(name, how) \
	static __inline__ __device__ __half name(unsigned m, __half v, how b, \
						 int w = warpSize) \
	{ \
		return ww_half((unsigned short)name( \
			m, (unsigned)v.ww_bits, b, w)); \
	} \
	static __inline__ __device__ __half2 name(unsigned m, __half2 v, \
						  how b, int w = warpSize) \
	{ \
		unsigned r = name(m, (unsigned)v.y.ww_bits << 16 | \
				  v.x.ww_bits, b, w); \
		return __half2(ww_half((unsigned short)r), \
			       ww_half((unsigned short)(r >> 16))); \
	}
WW_SHFL(__shfl_sync, int) WW_SHFL(__shfl_up_sync, unsigned)
WW_SHFL(__shfl_down_sync, unsigned) WW_SHFL(__shfl_xor_sync, int)
#undef WW_SHFL
#endif

#endif
#endif
