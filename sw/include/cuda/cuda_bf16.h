/* cuda_bf16.h - bfloat16 of CUDA, and pairs of it, on both sides, by float
 * SPDX-License-Identifier: Apache-2.0
 *
 * A bfloat16 is the upper half of a float and computed with as a float: sums,
 * differences, products, quotients and roots are then those of bfloat16, since
 * a float has more than twice the digits. __hfma rounds once. Functions as hexp
 * are those of float, rounded. C++ only, as in CUDA.
 */
#ifndef WW_CUDA_BF16_H
#define WW_CUDA_BF16_H

#include "cuda_runtime.h"

#ifdef __cplusplus
#define WW_B static __inline__ __attribute__((always_inline)) \
	__host__ __device__

struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat162_raw { unsigned short x, y; };

/* --- bits ---------------------------------------------------------------- */

WW_B unsigned ww_bf16_word(float f)
{ unsigned r; __builtin_memcpy(&r, &f, 4); return r; }
WW_B float ww_bf16_float(unsigned w)
{ float r; __builtin_memcpy(&r, &w, 4); return r; }
WW_B float ww_bf16_value(unsigned short h)
{ return ww_bf16_float((unsigned)h << 16); }

/* How a value is rounded that lies between two. */
enum ww_bf16_mode { WW_BF16_RN, WW_BF16_RZ, WW_BF16_RD, WW_BF16_RU };

WW_B unsigned short ww_bf16_of(float f, enum ww_bf16_mode mode)
{
	unsigned w = ww_bf16_word(f), left = w & 0xffff, up = 0;
	unsigned sign = w >> 31;

	if ((w & 0x7fffffff) > 0x7f800000)
		return 0x7fff;
	if (mode == WW_BF16_RN)
		up = left > 0x8000 || (left == 0x8000 && (w >> 16 & 1));
	else if (mode != WW_BF16_RZ)
		up = left && (mode == WW_BF16_RD ? sign : !sign);
	return (unsigned short)((w >> 16) + up);
}

/* --- one ----------------------------------------------------------------- */

struct __nv_bfloat16 {
	unsigned short ww_bits;

	__nv_bfloat16() = default;
	WW_EITHER __nv_bfloat16(const __nv_bfloat16_raw &r) : ww_bits(r.x) {}
	WW_EITHER __nv_bfloat16(float f) :
		ww_bits(ww_bf16_of(f, WW_BF16_RN)) {}
	WW_EITHER __nv_bfloat16(double d);
#define WW_FROM(type) WW_EITHER __nv_bfloat16(type v);
	WW_FROM(short) WW_FROM(unsigned short) WW_FROM(int) WW_FROM(unsigned)
	WW_FROM(long) WW_FROM(unsigned long) WW_FROM(long long)
	WW_FROM(unsigned long long)
#undef WW_FROM
	WW_EITHER operator float() const { return ww_bf16_value(ww_bits); }
	WW_EITHER operator __nv_bfloat16_raw() const
	{ __nv_bfloat16_raw r; r.x = ww_bits; return r; }
	WW_EITHER explicit operator bool() const
	{ return (ww_bits & 0x7fff) != 0; }
#define WW_TO(type) WW_EITHER explicit operator type() const \
	{ return (type)ww_bf16_value(ww_bits); }
	WW_TO(signed char) WW_TO(unsigned char) WW_TO(short)
	WW_TO(unsigned short) WW_TO(int) WW_TO(unsigned) WW_TO(long)
	WW_TO(unsigned long) WW_TO(long long) WW_TO(unsigned long long)
#undef WW_TO
};
typedef __nv_bfloat16 nv_bfloat16;

WW_B __nv_bfloat16 ww_bf16(unsigned short bits)
{ __nv_bfloat16_raw r; r.x = bits; return __nv_bfloat16(r); }

/* D as a float whose last bit says that it is not exact: rounded again, it is
 * as if it had been rounded once. */
WW_B float ww_bf16_odd(double d)
{
	float f = (float)d;
	unsigned w = ww_bf16_word(f);
	double size = d < 0 ? -d : d, near = f < 0 ? -(double)f : f;

	if (!(near == size) && !(w & 1) && (w & 0x7fffffff) < 0x7f800000)
		w += size > near ? 1 : -1u;
	return ww_bf16_float(w);
}
WW_EITHER inline __nv_bfloat16::__nv_bfloat16(double d) :
	ww_bits(ww_bf16_of(ww_bf16_odd(d), WW_BF16_RN)) {}
/* Whole numbers of 64 bits keep 53 of them, the last one odd. */
WW_B double ww_bf16_whole(unsigned long long size)
{
	unsigned long long low = size & 0x7ff;

	return size >> 53 ? (double)((size & ~0x7ffULL) | (low ? 0x800 : 0)) :
			    (double)size;
}
#define WW_FROM(type) WW_EITHER inline __nv_bfloat16::__nv_bfloat16(type v) : \
	ww_bits(__nv_bfloat16(v < 0 ? \
		-ww_bf16_whole(0 - (unsigned long long)v) : \
		ww_bf16_whole((unsigned long long)v)).ww_bits) {}
WW_FROM(short) WW_FROM(unsigned short) WW_FROM(int) WW_FROM(unsigned)
WW_FROM(long) WW_FROM(unsigned long) WW_FROM(long long)
WW_FROM(unsigned long long)
#undef WW_FROM

WW_B __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
WW_B __nv_bfloat16 __double2bfloat16(double d) { return __nv_bfloat16(d); }
#define WW_ROUNDED(name, mode) \
	WW_B __nv_bfloat16 __float2bfloat16_##name(float f) \
	{ return ww_bf16(ww_bf16_of(f, mode)); }
WW_ROUNDED(rn, WW_BF16_RN) WW_ROUNDED(rz, WW_BF16_RZ)
WW_ROUNDED(rd, WW_BF16_RD) WW_ROUNDED(ru, WW_BF16_RU)
#undef WW_ROUNDED
WW_B float __bfloat162float(__nv_bfloat16 h) { return (float)h; }
WW_B unsigned short __bfloat16_as_ushort(__nv_bfloat16 h)
{ return h.ww_bits; }
WW_B short __bfloat16_as_short(__nv_bfloat16 h) { return (short)h.ww_bits; }
WW_B __nv_bfloat16 __ushort_as_bfloat16(unsigned short w)
{ return ww_bf16(w); }
WW_B __nv_bfloat16 __short_as_bfloat16(short w)
{ return ww_bf16((unsigned short)w); }

/* Whole numbers: to zero, or to the nearest; out of range is the next there
 * is, and no number is 0. */
#define WW_WHOLE(name, type, least, most) \
	WW_B type __bfloat162##name##_rz(__nv_bfloat16 h) \
	{ \
		float f = h; \
		return f != f ? 0 : f <= (float)(least) ? least : \
		       f >= (float)(most) ? most : (type)f; \
	} \
	WW_B type __bfloat162##name##_rn(__nv_bfloat16 h) \
	{ \
		float f = __builtin_rintf((float)h); \
		return f != f ? 0 : f <= (float)(least) ? least : \
		       f >= (float)(most) ? most : (type)f; \
	} \
	WW_B __nv_bfloat16 __##name##2bfloat16_rn(type v) \
	{ return __nv_bfloat16(v); }
WW_WHOLE(int, int, (int)-0x80000000LL, 0x7fffffff)
WW_WHOLE(uint, unsigned, 0u, 0xffffffffu)
WW_WHOLE(short, short, (short)-0x8000, (short)0x7fff)
WW_WHOLE(ushort, unsigned short, (unsigned short)0, (unsigned short)0xffff)
WW_WHOLE(ll, long long, (-0x7fffffffffffffffLL - 1), 0x7fffffffffffffffLL)
#undef WW_WHOLE

/* --- arithmetic ---------------------------------------------------------- */

/* P + C rounded to a double, or to a float, whose last bit says that the sum is
 * not exact: rounded again, it is as if it had been rounded once. */
WW_B double ww_bf16_sum(double p, double c)
{
	double s = p + c, back = s - p, lost = (p - (s - back)) + (c - back);
	unsigned long long w;

	__builtin_memcpy(&w, &s, 8);
	if (lost != 0 && !(w & 1) && s - s == 0)
		w += (lost > 0) == (s > 0) ? 1 : -1ULL;
	__builtin_memcpy(&s, &w, 8);
	return s;
}
WW_B float ww_bf16_short_sum(float p, float c)
{
	float s = p + c, back = s - p, lost = (p - (s - back)) + (c - back);
	unsigned w = ww_bf16_word(s);

	if (lost != 0 && !(w & 1) && s - s == 0)
		w += (lost > 0) == (s > 0) ? 1 : -1u;
	return ww_bf16_float(w);
}

/* X * Y + Z, rounded once. The product is a float, from 2^-100 to 2^100. */
WW_B __nv_bfloat16 __hfma(__nv_bfloat16 x, __nv_bfloat16 y, __nv_bfloat16 z)
{
	float p = (float)x * (float)y;
	unsigned size = ww_bf16_word(p) & 0x7fffffff;

	if (size >= 0x0d800000 && size < 0x71800000)
		return __nv_bfloat16(ww_bf16_short_sum(p, z));
	return __nv_bfloat16(ww_bf16_sum((double)(float)x * (float)y,
					 (double)(float)z));
}

#define WW_TWO(name, what) \
	WW_B __nv_bfloat16 name(__nv_bfloat16 x, __nv_bfloat16 y) \
	{ float a = x, b = y; return __nv_bfloat16(what); }
WW_TWO(__hadd, a + b) WW_TWO(__hsub, a - b) WW_TWO(__hmul, a * b)
WW_TWO(__hdiv, a / b)
WW_TWO(__hadd_rn, a + b) WW_TWO(__hsub_rn, a - b) WW_TWO(__hmul_rn, a * b)
WW_TWO(__hmax, a != a ? b : b != b || a > b ? a : b)
WW_TWO(__hmin, a != a ? b : b != b || a < b ? a : b)
#undef WW_TWO
WW_B __nv_bfloat16 __hneg(__nv_bfloat16 h)
{ return ww_bf16((unsigned short)(h.ww_bits ^ 0x8000)); }
WW_B __nv_bfloat16 __habs(__nv_bfloat16 h)
{ return ww_bf16(h.ww_bits & 0x7fff); }
WW_B bool __hisnan(__nv_bfloat16 h) { return (h.ww_bits & 0x7fff) > 0x7f80; }
WW_B int __hisinf(__nv_bfloat16 h)
{
	return (h.ww_bits & 0x7fff) != 0x7f80 ? 0 : h.ww_bits >> 15 ? -1 : 1;
}

/* Comparisons; those with a u are true if one is no number. */
#define WW_COMPARE(name, op) \
	WW_B bool __h##name(__nv_bfloat16 x, __nv_bfloat16 y) \
	{ return (float)x op (float)y; } \
	WW_B bool __h##name##u(__nv_bfloat16 x, __nv_bfloat16 y) \
	{ return __hisnan(x) || __hisnan(y) || (float)x op (float)y; }
WW_COMPARE(eq, ==) WW_COMPARE(lt, <) WW_COMPARE(le, <=) WW_COMPARE(gt, >)
WW_COMPARE(ge, >=)
#undef WW_COMPARE
WW_B bool __hne(__nv_bfloat16 x, __nv_bfloat16 y)
{ return !__hisnan(x) && !__hisnan(y) && (float)x != (float)y; }
WW_B bool __hneu(__nv_bfloat16 x, __nv_bfloat16 y)
{ return (float)x != (float)y; }

#define WW_OPERATOR(op) \
	WW_B __nv_bfloat16 operator op(const __nv_bfloat16 &x, \
				       const __nv_bfloat16 &y) \
	{ return __nv_bfloat16((float)x op (float)y); } \
	WW_B __nv_bfloat16 &operator op##=(__nv_bfloat16 &x, \
					   const __nv_bfloat16 &y) \
	{ return x = x op y; }
WW_OPERATOR(+) WW_OPERATOR(-) WW_OPERATOR(*) WW_OPERATOR(/)
#undef WW_OPERATOR
#define WW_OPERATOR(op) \
	WW_B bool operator op(const __nv_bfloat16 &x, const __nv_bfloat16 &y) \
	{ return (float)x op (float)y; }
WW_OPERATOR(==) WW_OPERATOR(!=) WW_OPERATOR(<) WW_OPERATOR(<=)
WW_OPERATOR(>) WW_OPERATOR(>=)
#undef WW_OPERATOR
WW_B __nv_bfloat16 operator+(const __nv_bfloat16 &x) { return x; }
WW_B __nv_bfloat16 operator-(const __nv_bfloat16 &x) { return __hneg(x); }
WW_B __nv_bfloat16 &operator++(__nv_bfloat16 &x)
{ return x = __nv_bfloat16((float)x + 1.0f); }
WW_B __nv_bfloat16 &operator--(__nv_bfloat16 &x)
{ return x = __nv_bfloat16((float)x - 1.0f); }

#define WW_ONE(name, what) \
	WW_B __nv_bfloat16 h##name(__nv_bfloat16 h) \
	{ float a = h; return __nv_bfloat16(what); }
WW_ONE(sqrt, sqrtf(a)) WW_ONE(rsqrt, 1.0f / sqrtf(a)) WW_ONE(rcp, 1.0f / a)
WW_ONE(exp, expf(a)) WW_ONE(exp2, exp2f(a)) WW_ONE(exp10, powf(10.0f, a))
WW_ONE(log, logf(a)) WW_ONE(log2, log2f(a)) WW_ONE(log10, log10f(a))
WW_ONE(sin, sinf(a)) WW_ONE(cos, cosf(a)) WW_ONE(ceil, ceilf(a))
WW_ONE(floor, floorf(a)) WW_ONE(trunc, truncf(a))
WW_ONE(rint, __builtin_rintf(a))
#undef WW_ONE

/* --- pairs --------------------------------------------------------------- */

struct __align__(4) __nv_bfloat162 {
	__nv_bfloat16 x, y;

	__nv_bfloat162() = default;
	WW_EITHER __nv_bfloat162(const __nv_bfloat16 &a,
				 const __nv_bfloat16 &b) : x(a), y(b) {}
	WW_EITHER __nv_bfloat162(const __nv_bfloat162_raw &r)
	{ x.ww_bits = r.x; y.ww_bits = r.y; }
	WW_EITHER operator __nv_bfloat162_raw() const
	{
		__nv_bfloat162_raw r;
		r.x = x.ww_bits;
		r.y = y.ww_bits;
		return r;
	}
};
typedef __nv_bfloat162 nv_bfloat162;

WW_B __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
{ return __nv_bfloat162(a, b); }
WW_B __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
{ return __nv_bfloat162(a, b); }
WW_B __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a)
{ return __nv_bfloat162(a, a); }
WW_B __nv_bfloat162 __float2bfloat162_rn(float a)
{ return __nv_bfloat162(a, a); }
WW_B __nv_bfloat162 __floats2bfloat162_rn(float a, float b)
{ return __nv_bfloat162(a, b); }
WW_B __nv_bfloat162 __float22bfloat162_rn(float2 a)
{ return __nv_bfloat162(a.x, a.y); }
WW_B float2 __bfloat1622float2(__nv_bfloat162 a)
{ return make_float2((float)a.x, (float)a.y); }
WW_B float __low2float(__nv_bfloat162 a) { return a.x; }
WW_B float __high2float(__nv_bfloat162 a) { return a.y; }
WW_B __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
WW_B __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
WW_B __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a)
{ return __nv_bfloat162(a.x, a.x); }
WW_B __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a)
{ return __nv_bfloat162(a.y, a.y); }
WW_B __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a)
{ return __nv_bfloat162(a.y, a.x); }

#define WW_TWO(name) \
	WW_B __nv_bfloat162 __h##name##2(__nv_bfloat162 a, __nv_bfloat162 b) \
	{ return __nv_bfloat162(__h##name(a.x, b.x), __h##name(a.y, b.y)); }
WW_TWO(add) WW_TWO(sub) WW_TWO(mul) WW_TWO(max) WW_TWO(min)
#undef WW_TWO
WW_B __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b)
{ return __nv_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
WW_B __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b,
			    __nv_bfloat162 c)
{ return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
WW_B __nv_bfloat162 __hneg2(__nv_bfloat162 a)
{ return __nv_bfloat162(__hneg(a.x), __hneg(a.y)); }
WW_B __nv_bfloat162 __habs2(__nv_bfloat162 a)
{ return __nv_bfloat162(__habs(a.x), __habs(a.y)); }

/* 1 or 0 for each; whether it holds for both. */
#define WW_COMPARE(name) \
	WW_B __nv_bfloat162 __h##name##2(__nv_bfloat162 a, __nv_bfloat162 b) \
	{ \
		return __nv_bfloat162((float)__h##name(a.x, b.x), \
				      (float)__h##name(a.y, b.y)); \
	} \
	WW_B bool __hb##name##2(__nv_bfloat162 a, __nv_bfloat162 b) \
	{ return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
WW_COMPARE(eq) WW_COMPARE(ne) WW_COMPARE(lt) WW_COMPARE(le) WW_COMPARE(gt)
WW_COMPARE(ge)
#undef WW_COMPARE

#define WW_OPERATOR(op) \
	WW_B __nv_bfloat162 operator op(const __nv_bfloat162 &a, \
					const __nv_bfloat162 &b) \
	{ return __nv_bfloat162(a.x op b.x, a.y op b.y); } \
	WW_B __nv_bfloat162 &operator op##=(__nv_bfloat162 &a, \
					    const __nv_bfloat162 &b) \
	{ return a = a op b; }
WW_OPERATOR(+) WW_OPERATOR(-) WW_OPERATOR(*) WW_OPERATOR(/)
#undef WW_OPERATOR
WW_B __nv_bfloat162 operator-(const __nv_bfloat162 &a) { return __hneg2(a); }
WW_B bool operator==(const __nv_bfloat162 &a, const __nv_bfloat162 &b)
{ return __hbeq2(a, b); }
WW_B bool operator!=(const __nv_bfloat162 &a, const __nv_bfloat162 &b)
{ return __hneu(a.x, b.x) && __hneu(a.y, b.y); }

#define WW_ONE(name) \
	WW_B __nv_bfloat162 h2##name(__nv_bfloat162 a) \
	{ return __nv_bfloat162(h##name(a.x), h##name(a.y)); }
WW_ONE(sqrt) WW_ONE(rsqrt) WW_ONE(rcp) WW_ONE(exp) WW_ONE(exp2) WW_ONE(exp10)
WW_ONE(log) WW_ONE(log2) WW_ONE(log10) WW_ONE(sin) WW_ONE(cos) WW_ONE(ceil)
WW_ONE(floor) WW_ONE(trunc) WW_ONE(rint)
#undef WW_ONE

#ifdef __CUDA__
/* One is added by a compare-and-swap of the word around it. */
static __inline__ __device__ __nv_bfloat16 atomicAdd(__nv_bfloat16 *p,
						     __nv_bfloat16 v)
{
	size_t at = (size_t)p, low = at & 2;
	unsigned *word = (unsigned *)(at - low), shift = (unsigned)low * 8;
	unsigned seen = *word, old;

	do {
		__nv_bfloat16 h = ww_bf16((unsigned short)(seen >> shift));

		old = seen;
		seen = atomicCAS(word, old, (old & ~(0xffffu << shift)) |
				 (unsigned)(h + v).ww_bits << shift);
	} while (seen != old);
	return ww_bf16((unsigned short)(old >> shift));
}

static __inline__ __device__ __nv_bfloat162 atomicAdd(__nv_bfloat162 *p,
						      __nv_bfloat162 v)
{
	__nv_bfloat162 old;

	old.x = atomicAdd(&p->x, v.x);
	old.y = atomicAdd(&p->y, v.y);
	return old;
}

#define WW_SHFL(name, how) \
	static __inline__ __device__ __nv_bfloat16 name( \
		unsigned m, __nv_bfloat16 v, how b, int w = warpSize) \
	{ \
		return ww_bf16((unsigned short)name( \
			m, (unsigned)v.ww_bits, b, w)); \
	} \
	static __inline__ __device__ __nv_bfloat162 name( \
		unsigned m, __nv_bfloat162 v, how b, int w = warpSize) \
	{ \
		unsigned r = name(m, (unsigned)v.y.ww_bits << 16 | \
				  v.x.ww_bits, b, w); \
		return __nv_bfloat162(ww_bf16((unsigned short)r), \
				      ww_bf16((unsigned short)(r >> 16))); \
	}
WW_SHFL(__shfl_sync, int) WW_SHFL(__shfl_up_sync, unsigned)
WW_SHFL(__shfl_down_sync, unsigned) WW_SHFL(__shfl_xor_sync, int)
#undef WW_SHFL
#endif
#undef WW_B
#endif

#endif
