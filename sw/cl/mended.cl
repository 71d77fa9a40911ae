/* mended.cl - functions of OpenCL C in place of libclc 19's, which are wrong
 * SPDX-License-Identifier: Apache-2.0
 *
 * ww-cc compiles this file with programs that call one of these functions. They
 * are weak: ww-clc takes those that are called in place of the library's.
 *
 * libclc's mad_sat is wrong where the sum carries, its sub_sat for 0 - INT_MIN,
 * its conversions of whole numbers downwards and to 0 for those that are
 * rounded to the next power of two, its vstore_half_rtp and _rtn for numbers
 * below the least half, and its ldexp for a double that is not a number. Its
 * fmod, remainder and remquo take subnormal floats for 0; its exp and exp2 give
 * 0 where that of a float is subnormal.
 */
#define MENDED __attribute__((overloadable, weak))

/* --- differences and products that saturate --------------------------- */

#define SUB_SAT(type) \
	MENDED type sub_sat(type a, type b) \
	{ \
		return __builtin_elementwise_sub_sat(a, b); \
	}
#define EACH_WIDTH(one, type) \
	one(type) one(type##2) one(type##3) one(type##4) one(type##8) \
	one(type##16)
EACH_WIDTH(SUB_SAT, int)
EACH_WIDTH(SUB_SAT, long)

MENDED long mad_sat(long a, long b, long c)
{
	ulong low = (ulong)a * (ulong)b, sum = low + (ulong)c;
	long high = mul_hi(a, b) + (c >> 63) + (sum < low);

	return high == (long)sum >> 63 ? (long)sum :
	       high < 0 ? LONG_MIN : LONG_MAX;
}

/* A function of vectors whose halves are HALF, and of three. */
#define MAD_SAT(type) \
	MENDED type mad_sat(type a, type b, type c) \
	{ \
		return (type)(mad_sat(a.lo, b.lo, c.lo), \
			      mad_sat(a.hi, b.hi, c.hi)); \
	}
MAD_SAT(long2)
MENDED long3 mad_sat(long3 a, long3 b, long3 c)
{
	return (long3)(mad_sat(a.xy, b.xy, c.xy), mad_sat(a.z, b.z, c.z));
}
MAD_SAT(long4)
MAD_SAT(long8)
MAD_SAT(long16)

/* --- doubles times powers of two -------------------------------------- */

/* By up to three factors, of which the last alone rounds. */
MENDED double ldexp(double x, int n)
{
	for (int i = 0; i < 2; i++)
		if (n > 1023) {
			x *= 0x1p1023;
			n -= 1023;
		} else if (n < -1022) {
			x *= 0x1p-969; /* 53 bits above the least normal one */
			n += 969;
		}
	return x * as_double((long)(1023 + clamp(n, -1022, 1023)) << 52);
}
#define LDEXP(type, many) \
	MENDED type ldexp(type x, many n) \
	{ \
		return (type)(ldexp(x.lo, n.lo), ldexp(x.hi, n.hi)); \
	} \
	MENDED type ldexp(type x, int n) \
	{ \
		return ldexp(x, (many)n); \
	}
LDEXP(double2, int2)
MENDED double3 ldexp(double3 x, int3 n)
{
	return (double3)(ldexp(x.xy, n.xy), ldexp(x.z, n.z));
}
MENDED double3 ldexp(double3 x, int n)
{
	return ldexp(x, (int3)n);
}
LDEXP(double4, int4)
LDEXP(double8, int8)
LDEXP(double16, int16)

/* --- rests ------------------------------------------------------------ */

#define WW_REST_FUNCTION MENDED
#include "../include/ww_rest.h"

#define REMQUO(space, real, type, whole, n) \
	MENDED type remquo(type a, type b, space whole *quotient) \
	{ \
		type r; \
		for (int i = 0; i < n; i++) { \
			int q; \
			((real *)&r)[i] = ww_rest_##real(((real *)&a)[i], \
							 ((real *)&b)[i], \
							 1, &q); \
			((space int *)quotient)[i] = q; \
		} \
		return r; \
	}
#define RESTS(real, type, whole, n) \
	REMQUO(__private, real, type, whole, n) \
	REMQUO(__local, real, type, whole, n) \
	REMQUO(__global, real, type, whole, n) \
	MENDED type fmod(type a, type b) \
	{ \
		type r; \
		int q; \
		for (int i = 0; i < n; i++) \
			((real *)&r)[i] = ww_rest_##real(((real *)&a)[i], \
							 ((real *)&b)[i], \
							 0, &q); \
		return r; \
	} \
	MENDED type remainder(type a, type b) \
	{ \
		whole q; \
		return remquo(a, b, &q); \
	}
#define RESTS_OF(real) \
	RESTS(real, real, int, 1) \
	RESTS(real, real##2, int2, 2) \
	RESTS(real, real##3, int3, 3) \
	RESTS(real, real##4, int4, 4) \
	RESTS(real, real##8, int8, 8) \
	RESTS(real, real##16, int16, 16)
RESTS_OF(float)
RESTS_OF(double)

/* --- powers ----------------------------------------------------------- */

/* 2^n * e^r, rounded once if subnormal. R is at most 0.35 in size. */
MENDED float ww_scaled_exp(float r, int n)
{
	float p = fma(r, 1 / 5040.0f, 1 / 720.0f);

	p = fma(r, fma(r, fma(r, p, 1 / 120.0f), 1 / 24.0f), 1 / 6.0f);
	p = 1 + fma(r * r, fma(r, p, 0.5f), r);
	return p * as_float((127 + n / 2) << 23) *
	       as_float((127 + n - n / 2) << 23);
}

MENDED float exp(float x)
{
	float n;

	if (isnan(x))
		return x;
	x = clamp(x, -110.0f, 90.0f);
	n = rint(x * 1.44269504f);
	return ww_scaled_exp(fma(n, 1.90465421e-9f, fma(n, -0.693147182f, x)),
			     (int)n);
}

MENDED float exp2(float x)
{
	float n;

	if (isnan(x))
		return x;
	x = clamp(x, -160.0f, 129.0f);
	n = rint(x);
	return ww_scaled_exp((x - n) * 0.693147181f, (int)n);
}
#define POWERS(name) \
	HALF_POWERS(name, float2) \
	MENDED float3 name(float3 x) \
	{ \
		return (float3)(name(x.xy), name(x.z)); \
	} \
	HALF_POWERS(name, float4) \
	HALF_POWERS(name, float8) \
	HALF_POWERS(name, float16)
#define HALF_POWERS(name, type) \
	MENDED type name(type x) \
	{ \
		return (type)(name(x.lo), name(x.hi)); \
	}
POWERS(exp)
POWERS(exp2)

/* --- the half beside a float ------------------------------------------ */

/* The half next to X, above it if UP, else below. */
MENDED ushort ww_half_(float x, bool up)
{
	uint size = as_uint(x) & 0x7fffffff, sign = as_uint(x) >> 16 & 0x8000;
	uint m = (size & 0x7fffff) | 0x800000, by = 13, e = 0;
	bool away = up == !sign;

	if (size > 0x7f800000)
		return 0x7e00;
	if (size == 0x7f800000 || size == 0)
		return sign | size >> 16 & 0x7c00;
	if (size >= 0x47800000) /* 2^16 */
		return sign | (away ? 0x7c00 : 0x7bff);
	if (size < 0x38800000) /* 2^-14 */
		by = min(126 - (size >> 23), 25u);
	else
		e = (size >> 23) - 113;
	return sign | ((e << 10) + (m >> by) +
		       (away && m & ((1u << by) - 1)));
}

/* A float between the same halves as X. */
MENDED ushort ww_half_(double x, bool up)
{
	float f = convert_float_rtz(x);

	return ww_half_(f == x ? f : as_float(as_int(f) | 1), up);
}

/* --- whole numbers to floats ------------------------------------------ */

/* A number that the nearest float is above has the one below that. END: the
 * least float that FROM has no number for. */
#define DOWN(to, from, end, bits) \
	MENDED to convert_##to##_rtn(from x) \
	{ \
		to r = convert_##to(x); \
		bool above = r >= end || convert_##from(r) > x; \
		return above ? as_##to(as_##bits(r) + (r < 0 ? 1 : -1)) : r; \
	} \
	MENDED to convert_##to##_rtz(from x) \
	{ \
		return x < 0 ? convert_##to##_rtp(x) : convert_##to##_rtn(x); \
	}
#define HALVES(to, from, way, half) \
	MENDED to convert_##to##way(from x) \
	{ \
		return (to)(convert_##half##way(x.lo), \
			    convert_##half##way(x.hi)); \
	}
#define HALVES_OF(to, from, way) \
	HALVES(to##2, from##2, way, to) \
	MENDED to##3 convert_##to##3##way(from##3 x) \
	{ \
		return (to##3)(convert_##to##2##way(x.xy), \
			       convert_##to##way(x.z)); \
	} \
	HALVES(to##4, from##4, way, to##2) \
	HALVES(to##8, from##8, way, to##4) \
	HALVES(to##16, from##16, way, to##8)
#define DOWN_OF(to, from, end, bits) \
	DOWN(to, from, end, bits) \
	HALVES_OF(to, from, _rtn) \
	HALVES_OF(to, from, _rtz)
DOWN_OF(float, int, 0x1p31f, int)
DOWN_OF(float, uint, 0x1p32f, int)
DOWN_OF(float, long, 0x1p63f, int)
DOWN_OF(float, ulong, 0x1p64f, int)
DOWN_OF(double, long, 0x1p63, long)
DOWN_OF(double, ulong, 0x1p64, long)

/* --- halves upwards and downwards ------------------------------------- */

#define STORE(space, type, name, way, up) \
	MENDED void name##way(type x, size_t offset, space half *p) \
	{ \
		((space ushort *)p)[offset] = ww_half_(x, up); \
	}
#define STORES(space, type, name, way, up, n, step) \
	MENDED void name##n##way(type##n x, size_t offset, space half *p) \
	{ \
		for (uint i = 0; i < n; i++) \
			((space ushort *)p)[offset * step + i] = \
				ww_half_(((type *)&x)[i], up); \
	}
#define STORES_OF(space, type, name, step_of_3, way, up) \
	STORE(space, type, name, way, up) \
	STORES(space, type, name, way, up, 2, 2) \
	STORES(space, type, name, way, up, 3, step_of_3) \
	STORES(space, type, name, way, up, 4, 4) \
	STORES(space, type, name, way, up, 8, 8) \
	STORES(space, type, name, way, up, 16, 16)
#define WAYS(space, type, name, step_of_3) \
	STORES_OF(space, type, name, step_of_3, _rtp, true) \
	STORES_OF(space, type, name, step_of_3, _rtn, false)
#define IN(space) \
	WAYS(space, float, vstore_half, 3) \
	WAYS(space, float, vstorea_half, 4) \
	WAYS(space, double, vstore_half, 3) \
	WAYS(space, double, vstorea_half, 4)
IN(__private)
IN(__local)
IN(__global)
