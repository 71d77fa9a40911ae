/* ww_cuda_math.h - functions of CUDA's library that neither C nor OpenCL has
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lengths, inverses of the error function, its scaled complement, and normal
 * distributions. Those of float are those of double, rounded. Included by
 * ww_cuda_device.h.
 */
#ifndef WW_CUDA_MATH_H
#define WW_CUDA_MATH_H

WW_N double __nv_nan(const signed char *) { return __builtin_nan(""); }
WW_N float __nv_nanf(const signed char *) { return __builtin_nanf(""); }

/* --- lengths ------------------------------------------------------------- */

/* The length of N numbers, without overflow of the squares. */
#define WW_LENGTH(real, f, fabs_, sqrt_) \
WW_N real ww_length##f(int n, const real *a) \
{ \
	real most = 0, sum = 0; \
	for (int i = 0; i < n; i++) \
		most = fabs_(a[i]) > most ? fabs_(a[i]) : most; \
	if (most - most != 0) \
		return most; \
	most = most == 0 ? 1 : most; \
	for (int i = 0; i < n; i++) \
		sum += a[i] / most * (a[i] / most); \
	return most * sqrt_(sum); \
} \
WW_N real __nv_norm##f(int n, const real *a) { return ww_length##f(n, a); } \
WW_N real __nv_rnorm##f(int n, const real *a) \
{ return 1 / ww_length##f(n, a); } \
WW_N real __nv_norm4d##f(real a, real b, real c, real d) \
{ real v[4] = { a, b, c, d }; return ww_length##f(4, v); } \
WW_N real __nv_rnorm4d##f(real a, real b, real c, real d) \
{ return 1 / __nv_norm4d##f(a, b, c, d); }
WW_LENGTH(double, , __builtin_fabs, __builtin_sqrt)
WW_LENGTH(float, f, __builtin_fabsf, __builtin_sqrtf)
#undef WW_LENGTH
WW_N double __nv_norm3d(double a, double b, double c)
{ double v[3] = { a, b, c }; return ww_length(3, v); }
WW_N double __nv_rnorm3d(double a, double b, double c)
{ return 1 / __nv_norm3d(a, b, c); }
WW_N double __nv_rhypot(double a, double b) { return 1 / __nv_hypot(a, b); }
WW_N double __nv_rcbrt(double a) { return 1 / __nv_cbrt(a); }

/* --- angles and rests ---------------------------------------------------- */

WW_N void __nv_sincospi(double a, double *s, double *c)
{ *s = __nv_sinpi(a); *c = __nv_cospi(a); }
WW_N void __nv_sincospif(float a, float *s, float *c)
{ *s = __nv_sinpif(a); *c = __nv_cospif(a); }

/* libclc's take subnormal numbers for 0. */
#define WW_REST_FUNCTION WW_N
#include "../ww_rest.h"
#define WW_RESTS(real, f) \
WW_N real __nv_fmod##f(real a, real b) \
{ int n; return ww_rest_##real(a, b, 0, &n); } \
WW_N real __nv_remainder##f(real a, real b) \
{ int n; return ww_rest_##real(a, b, 1, &n); } \
WW_N real __nv_remquo##f(real a, real b, int *quotient) \
{ real r = ww_rest_##real(a, b, 1, quotient); *quotient %= 8; return r; }
WW_RESTS(double, )
WW_RESTS(float, f)
#undef WW_RESTS

/* --- powers -------------------------------------------------------------- */

/* libclc's, the fast ones, give 0 where the result is subnormal. The sums are
 * exact. */
extern "C" {
__device__ float __nv_fast_exp2f(float), __nv_fast_erfcf(float);
__device__ float __nv_fast_nextafterf(float, float);
__device__ double __nv_fast_nextafter(double, double);
}
WW_N float __nv_expf(float a)
{
	return a < -80 ? __nv_fast_expf(a + 32) * 1.26641655e-14f :
			 __nv_fast_expf(a);
}
WW_N float __nv_exp2f(float a)
{
	return a < -120 ? __nv_fast_exp2f(a + 64) * 0x1p-64f :
			  __nv_fast_exp2f(a);
}
WW_N float __nv_erfcf(float a)
{
	return a > 9 ? (float)__nv_erfc(a) : __nv_fast_erfcf(a);
}
/* libclc's has the wrong zero beside the greatest negative number. */
#define WW_NEXT(real, f) \
WW_N real __nv_nextafter##f(real a, real b) \
{ \
	real r = __nv_fast_nextafter##f(a, b); \
	return r == 0 && a != b ? __builtin_copysign##f(r, a) : r; \
}
WW_NEXT(double, )
WW_NEXT(float, f)
#undef WW_NEXT

/* --- the error function and its inverses --------------------------------- */

/* exp(a * a) * erfc(a); from 6 on as a continued fraction. */
WW_N double __nv_erfcx(double a)
{
	double r = a;

	if (a < 6)
		return __nv_exp(a * a) * __nv_erfc(a);
	for (int k = 60; k; k--)
		r = a + k * 0.5 / r;
	return 0.56418958354775628695 / r;
}

/* A x with erfc(x) = a, from 0 to 1: from a rational function (Abramowitz and
 * Stegun, 26.2.23), by four steps of Halley. */
WW_N double ww_erfcinv(double a)
{
	double t = __builtin_sqrt(-2 * __nv_log(a / 2)), x, off;

	x = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
		(1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
	x *= 0.70710678118654752440;
	for (int k = 0; k < 4; k++) {
		off = (__nv_erfc(x) - a) / (-1.12837916709551257390 *
					    __nv_exp(-x * x));
		x -= off / (1 + x * off);
	}
	return x;
}
WW_N double __nv_erfcinv(double a)
{
	const double infinity = __builtin_inf();

	if (!(a > 0 && a < 2))
		return a == 0 ? infinity : a == 2 ? -infinity :
						    __builtin_nan("");
	return a <= 1 ? ww_erfcinv(a) : -ww_erfcinv(2 - a);
}
WW_N double __nv_erfinv(double a)
{
	double size = __builtin_fabs(a), x;

	if (size >= 0.5 || size != size)
		return a < 0 ? -__nv_erfcinv(1 - size) :
			       __nv_erfcinv(1 - size);
	x = a * 0.88622692545275801365; /* half the root of pi */
	for (int k = 0; k < 5; k++)
		x -= (__nv_erf(x) - a) / (1.12837916709551257390 *
					  __nv_exp(-x * x));
	return x;
}
WW_N double __nv_normcdf(double a)
{ return 0.5 * __nv_erfc(a * -0.70710678118654752440); }
WW_N double __nv_normcdfinv(double a)
{ return -1.41421356237309504880 * __nv_erfcinv(2 * a); }
WW_N float __nv_erfcxf(float a) { return (float)__nv_erfcx(a); }
WW_N float __nv_erfcinvf(float a) { return (float)__nv_erfcinv(a); }
WW_N float __nv_erfinvf(float a) { return (float)__nv_erfinv(a); }
WW_N float __nv_normcdfinvf(float a) { return (float)__nv_normcdfinv(a); }

#include "ww_cuda_bessel.h"

#endif
