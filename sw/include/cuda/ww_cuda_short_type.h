/* ww_cuda_short_type.h - a number of 16 bits, and pairs of it, in C++
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by cuda_fp16.h and cuda_bf16.h, once each. They define WW_N (half),
 * WW_T (__half), WW_T2 (__half2), structures of their bits WW_RAW (x) and
 * WW_RAW2 (x, y), the bits of infinity WW_INFINITY, and functions:
 * ww_half_of(float, mode)      the bits of a float, rounded
 * ww_half_whole(n)             a float that has the rounding of N, an integer
 * ww_half_value(bits)          the float of bits
 * ww_half_fma(float, float, float)     a float that has the rounding of
 *                              x * y + z
 */
/* --- one ----------------------------------------------------------------- */

struct WW_T {
	unsigned short ww_bits;

	WW_T() = default;
	WW_EITHER WW_T(const WW_RAW &r) : ww_bits(r.x) {}
	WW_EITHER WW_T(float f) : ww_bits(WW_OWN(_of)(f, WW_SHORT_RN)) {}
	WW_EITHER WW_T(double d) :
		ww_bits(WW_OWN(_of)(ww_short_odd(d), WW_SHORT_RN)) {}
#define WW_FROM(type) WW_EITHER WW_T(type v) : \
	ww_bits(WW_OWN(_of)(WW_OWN(_whole)(v), WW_SHORT_RN)) {}
	WW_FROM(short) WW_FROM(unsigned short) WW_FROM(int) WW_FROM(unsigned)
	WW_FROM(long) WW_FROM(unsigned long) WW_FROM(long long)
	WW_FROM(unsigned long long)
#undef WW_FROM
	WW_EITHER operator float() const { return WW_OWN(_value)(ww_bits); }
	WW_EITHER operator WW_RAW() const
	{ WW_RAW r; r.x = ww_bits; return r; }
	WW_EITHER explicit operator bool() const
	{ return (ww_bits & 0x7fff) != 0; }
#define WW_TO(type) WW_EITHER explicit operator type() const \
	{ return (type)WW_OWN(_value)(ww_bits); }
	WW_TO(signed char) WW_TO(unsigned char) WW_TO(short)
	WW_TO(unsigned short) WW_TO(int) WW_TO(unsigned) WW_TO(long)
	WW_TO(unsigned long) WW_TO(long long) WW_TO(unsigned long long)
#undef WW_TO
};

WW_S WW_T WW_OWN()(unsigned short bits)
{ WW_RAW r; r.x = bits; return WW_T(r); }

WW_S WW_T WW_JOIN(__float2, WW_N, )(float f) { return WW_T(f); }
WW_S WW_T WW_JOIN(__double2, WW_N, )(double d) { return WW_T(d); }
#define WW_ROUNDED(name, mode) \
	WW_S WW_T WW_JOIN(__float2, WW_N, name)(float f) \
	{ return WW_OWN()(WW_OWN(_of)(f, mode)); }
WW_ROUNDED(_rn, WW_SHORT_RN) WW_ROUNDED(_rz, WW_SHORT_RZ)
WW_ROUNDED(_rd, WW_SHORT_RD) WW_ROUNDED(_ru, WW_SHORT_RU)
#undef WW_ROUNDED
WW_S float WW_JOIN(__, WW_N, 2float)(WW_T h) { return (float)h; }
WW_S unsigned short WW_JOIN(__, WW_N, _as_ushort)(WW_T h) { return h.ww_bits; }
WW_S short WW_JOIN(__, WW_N, _as_short)(WW_T h) { return (short)h.ww_bits; }
WW_S WW_T WW_JOIN(__ushort_as_, WW_N, )(unsigned short w)
{ return WW_OWN()(w); }
WW_S WW_T WW_JOIN(__short_as_, WW_N, )(short w)
{ return WW_OWN()((unsigned short)w); }

/* Whole numbers: to zero, or to the nearest; out of range is the next there
 * is, and no number is 0. */
#define WW_WHOLE(name, type, least, most) \
	WW_S type WW_JOIN(__, WW_N, 2##name##_rz)(WW_T h) \
	{ \
		float f = h; \
		return f != f ? 0 : f <= (float)(least) ? least : \
		       f >= (float)(most) ? most : (type)f; \
	} \
	WW_S type WW_JOIN(__, WW_N, 2##name##_rn)(WW_T h) \
	{ \
		float f = __builtin_rintf((float)h); \
		return f != f ? 0 : f <= (float)(least) ? least : \
		       f >= (float)(most) ? most : (type)f; \
	} \
	WW_S WW_T WW_JOIN(__##name##2, WW_N, _rn)(type v) { return WW_T(v); }
WW_WHOLE(int, int, (int)-0x80000000LL, 0x7fffffff)
WW_WHOLE(uint, unsigned, 0u, 0xffffffffu)
WW_WHOLE(short, short, (short)-0x8000, (short)0x7fff)
WW_WHOLE(ushort, unsigned short, (unsigned short)0, (unsigned short)0xffff)
WW_WHOLE(ll, long long, (-0x7fffffffffffffffLL - 1), 0x7fffffffffffffffLL)
WW_WHOLE(ull, unsigned long long, 0ULL, 0xffffffffffffffffULL)
#undef WW_WHOLE

/* --- arithmetic ---------------------------------------------------------- */

/* x * y + z, rounded once. */
WW_S WW_T __hfma(WW_T x, WW_T y, WW_T z)
{ return WW_T(WW_OWN(_fma)((float)x, (float)y, (float)z)); }

#define WW_TWO(name, what) \
	WW_S WW_T name(WW_T x, WW_T y) \
	{ float a = x, b = y; return WW_T(what); }
WW_TWO(__hadd, a + b) WW_TWO(__hsub, a - b) WW_TWO(__hmul, a * b)
WW_TWO(__hdiv, a / b)
WW_TWO(__hadd_rn, a + b) WW_TWO(__hsub_rn, a - b) WW_TWO(__hmul_rn, a * b)
WW_TWO(__hmax, a != a ? b : b != b || a > b ? a : b)
WW_TWO(__hmin, a != a ? b : b != b || a < b ? a : b)
WW_TWO(__hadd_sat, ww_short_sat(a + b)) WW_TWO(__hsub_sat, ww_short_sat(a - b))
WW_TWO(__hmul_sat, ww_short_sat(a * b))
#undef WW_TWO
WW_S WW_T __hfma_sat(WW_T x, WW_T y, WW_T z)
{ return WW_T(ww_short_sat(__hfma(x, y, z))); }
WW_S WW_T __hneg(WW_T h)
{ return WW_OWN()((unsigned short)(h.ww_bits ^ 0x8000)); }
WW_S WW_T __habs(WW_T h) { return WW_OWN()(h.ww_bits & 0x7fff); }
WW_S bool __hisnan(WW_T h) { return (h.ww_bits & 0x7fff) > WW_INFINITY; }
WW_S int __hisinf(WW_T h)
{
	return (h.ww_bits & 0x7fff) != WW_INFINITY ? 0 :
	       h.ww_bits >> 15 ? -1 : 1;
}

/* Comparisons; those with a u are true if one is no number. */
#define WW_COMPARE(name, op) \
	WW_S bool __h##name(WW_T x, WW_T y) \
	{ return (float)x op (float)y; } \
	WW_S bool __h##name##u(WW_T x, WW_T y) \
	{ return __hisnan(x) || __hisnan(y) || (float)x op (float)y; }
WW_COMPARE(eq, ==) WW_COMPARE(lt, <) WW_COMPARE(le, <=) WW_COMPARE(gt, >)
WW_COMPARE(ge, >=)
#undef WW_COMPARE
WW_S bool __hne(WW_T x, WW_T y)
{ return !__hisnan(x) && !__hisnan(y) && (float)x != (float)y; }
WW_S bool __hneu(WW_T x, WW_T y) { return (float)x != (float)y; }

#define WW_OPERATOR(op) \
	WW_S WW_T operator op(const WW_T &x, const WW_T &y) \
	{ return WW_T((float)x op (float)y); } \
	WW_S WW_T &operator op##=(WW_T &x, const WW_T &y) \
	{ return x = x op y; }
WW_OPERATOR(+) WW_OPERATOR(-) WW_OPERATOR(*) WW_OPERATOR(/)
#undef WW_OPERATOR
#define WW_OPERATOR(op) \
	WW_S bool operator op(const WW_T &x, const WW_T &y) \
	{ return (float)x op (float)y; }
WW_OPERATOR(==) WW_OPERATOR(!=) WW_OPERATOR(<) WW_OPERATOR(<=)
WW_OPERATOR(>) WW_OPERATOR(>=)
#undef WW_OPERATOR
WW_S WW_T operator+(const WW_T &x) { return x; }
WW_S WW_T operator-(const WW_T &x) { return __hneg(x); }
WW_S WW_T &operator++(WW_T &x) { return x = WW_T((float)x + 1.0f); }
WW_S WW_T &operator--(WW_T &x) { return x = WW_T((float)x - 1.0f); }
WW_S WW_T operator++(WW_T &x, int) { WW_T h = x; ++x; return h; }
WW_S WW_T operator--(WW_T &x, int) { WW_T h = x; --x; return h; }

#define WW_ONE(name, what) \
	WW_S WW_T h##name(WW_T h) { float a = h; return WW_T(what); }
WW_ONE(sqrt, sqrtf(a)) WW_ONE(rsqrt, 1.0f / sqrtf(a)) WW_ONE(rcp, 1.0f / a)
WW_ONE(exp, expf(a)) WW_ONE(exp2, exp2f(a)) WW_ONE(exp10, powf(10.0f, a))
WW_ONE(log, logf(a)) WW_ONE(log2, log2f(a)) WW_ONE(log10, log10f(a))
WW_ONE(sin, sinf(a)) WW_ONE(cos, cosf(a)) WW_ONE(ceil, ceilf(a))
WW_ONE(floor, floorf(a)) WW_ONE(trunc, truncf(a))
WW_ONE(rint, __builtin_rintf(a))
#undef WW_ONE

/* --- pairs --------------------------------------------------------------- */

struct __align__(4) WW_T2 {
	WW_T x, y;

	WW_T2() = default;
	WW_EITHER WW_T2(const WW_T &a, const WW_T &b) : x(a), y(b) {}
	WW_EITHER WW_T2(const WW_RAW2 &r)
	{ x.ww_bits = r.x; y.ww_bits = r.y; }
	WW_EITHER operator WW_RAW2() const
	{ WW_RAW2 r; r.x = x.ww_bits; r.y = y.ww_bits; return r; }
};

WW_S WW_T2 WW_JOIN(make_, WW_N, 2)(WW_T a, WW_T b) { return WW_T2(a, b); }
WW_S WW_T2 WW_JOIN(__halves2, WW_N, 2)(WW_T a, WW_T b) { return WW_T2(a, b); }
WW_S WW_T2 WW_JOIN(__, WW_JOIN(WW_N, 2, WW_N), 2)(WW_T a)
{ return WW_T2(a, a); }
WW_S WW_T2 WW_JOIN(__float2, WW_N, 2_rn)(float a) { return WW_T2(a, a); }
WW_S WW_T2 WW_JOIN(__floats2, WW_N, 2_rn)(float a, float b)
{ return WW_T2(a, b); }
WW_S WW_T2 WW_JOIN(__float22, WW_N, 2_rn)(float2 a)
{ return WW_T2(a.x, a.y); }
WW_S float2 WW_JOIN(__, WW_N, 22float2)(WW_T2 a)
{ return make_float2((float)a.x, (float)a.y); }
WW_S float __low2float(WW_T2 a) { return a.x; }
WW_S float __high2float(WW_T2 a) { return a.y; }
WW_S WW_T WW_JOIN(__low2, WW_N, )(WW_T2 a) { return a.x; }
WW_S WW_T WW_JOIN(__high2, WW_N, )(WW_T2 a) { return a.y; }
#define WW_PAIR(name, one, two) \
	WW_S WW_T2 WW_JOIN(__##name##2, WW_N, 2)(WW_T2 a) \
	{ return WW_T2(one, two); }
WW_PAIR(low, a.x, a.x) WW_PAIR(high, a.y, a.y)
#undef WW_PAIR
WW_S WW_T2 WW_JOIN(__lows2, WW_N, 2)(WW_T2 a, WW_T2 b)
{ return WW_T2(a.x, b.x); }
WW_S WW_T2 WW_JOIN(__highs2, WW_N, 2)(WW_T2 a, WW_T2 b)
{ return WW_T2(a.y, b.y); }
WW_S WW_T2 __lowhigh2highlow(WW_T2 a) { return WW_T2(a.y, a.x); }

#define WW_TWO(name) \
	WW_S WW_T2 __h##name##2(WW_T2 a, WW_T2 b) \
	{ return WW_T2(__h##name(a.x, b.x), __h##name(a.y, b.y)); }
WW_TWO(add) WW_TWO(sub) WW_TWO(mul) WW_TWO(max) WW_TWO(min)
#undef WW_TWO
WW_S WW_T2 __h2div(WW_T2 a, WW_T2 b)
{ return WW_T2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
WW_S WW_T2 __hfma2(WW_T2 a, WW_T2 b,
			    WW_T2 c)
{ return WW_T2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
WW_S WW_T2 __hneg2(WW_T2 a)
{ return WW_T2(__hneg(a.x), __hneg(a.y)); }
WW_S WW_T2 __habs2(WW_T2 a)
{ return WW_T2(__habs(a.x), __habs(a.y)); }

/* 1 or 0 for each; whether it holds for both. */
#define WW_COMPARE(name) \
	WW_S WW_T2 __h##name##2(WW_T2 a, WW_T2 b) \
	{ \
		return WW_T2((float)__h##name(a.x, b.x), \
			     (float)__h##name(a.y, b.y)); \
	} \
	WW_S bool __hb##name##2(WW_T2 a, WW_T2 b) \
	{ return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
WW_COMPARE(eq) WW_COMPARE(ne) WW_COMPARE(lt) WW_COMPARE(le) WW_COMPARE(gt)
WW_COMPARE(ge) WW_COMPARE(equ) WW_COMPARE(neu) WW_COMPARE(ltu)
WW_COMPARE(leu) WW_COMPARE(gtu) WW_COMPARE(geu)
#undef WW_COMPARE

#define WW_OPERATOR(op) \
	WW_S WW_T2 operator op(const WW_T2 &a, const WW_T2 &b) \
	{ return WW_T2(a.x op b.x, a.y op b.y); } \
	WW_S WW_T2 &operator op##=(WW_T2 &a, const WW_T2 &b) \
	{ return a = a op b; }
WW_OPERATOR(+) WW_OPERATOR(-) WW_OPERATOR(*) WW_OPERATOR(/)
#undef WW_OPERATOR
WW_S WW_T2 operator-(const WW_T2 &a) { return __hneg2(a); }
WW_S bool operator==(const WW_T2 &a, const WW_T2 &b) { return __hbeq2(a, b); }
WW_S bool operator!=(const WW_T2 &a, const WW_T2 &b)
{ return __hbneu2(a, b); }

#define WW_ONE(name) \
	WW_S WW_T2 h2##name(WW_T2 a) \
	{ return WW_T2(h##name(a.x), h##name(a.y)); }
WW_ONE(sqrt) WW_ONE(rsqrt) WW_ONE(rcp) WW_ONE(exp) WW_ONE(exp2) WW_ONE(exp10)
WW_ONE(log) WW_ONE(log2) WW_ONE(log10) WW_ONE(sin) WW_ONE(cos) WW_ONE(ceil)
WW_ONE(floor) WW_ONE(trunc) WW_ONE(rint)
#undef WW_ONE

#ifdef __CUDA__
/* One is added by a compare-and-swap of the word around it. */
static __inline__ __device__ WW_T atomicAdd(WW_T *p, WW_T v)
{
	size_t at = (size_t)p, low = at & 2;
	unsigned *word = (unsigned *)(at - low), shift = (unsigned)low * 8;
	unsigned seen = *word, old;

	do {
		WW_T h = WW_OWN()((unsigned short)(seen >> shift));

		old = seen;
		seen = atomicCAS(word, old, (old & ~(0xffffu << shift)) |
				 (unsigned)(h + v).ww_bits << shift);
	} while (seen != old);
	return WW_OWN()((unsigned short)(old >> shift));
}

static __inline__ __device__ WW_T2 atomicAdd(WW_T2 *p, WW_T2 v)
{
	WW_T2 old;

	old.x = atomicAdd(&p->x, v.x);
	old.y = atomicAdd(&p->y, v.y);
	return old;
}

#define WW_SHFL(name, how) \
	static __inline__ __device__ WW_T name( \
		unsigned m, WW_T v, how b, int w = warpSize) \
	{ \
		return WW_OWN()((unsigned short)name( \
			m, (unsigned)v.ww_bits, b, w)); \
	} \
	static __inline__ __device__ WW_T2 name( \
		unsigned m, WW_T2 v, how b, int w = warpSize) \
	{ \
		unsigned r = name(m, (unsigned)v.y.ww_bits << 16 | \
				  v.x.ww_bits, b, w); \
		return WW_T2(WW_OWN()((unsigned short)r), \
			     WW_OWN()((unsigned short)(r >> 16))); \
	}
WW_SHFL(__shfl_sync, int) WW_SHFL(__shfl_up_sync, unsigned)
WW_SHFL(__shfl_down_sync, unsigned) WW_SHFL(__shfl_xor_sync, int)
#undef WW_SHFL
#endif

#undef WW_N
#undef WW_T
#undef WW_T2
#undef WW_RAW
#undef WW_RAW2
#undef WW_INFINITY
