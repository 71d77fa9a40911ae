/* ww_cuda_host_math.h - functions of CUDA's library for the host, which has C's
 * SPDX-License-Identifier: Apache-2.0
 *
 * Those of float are those of double, rounded. Included by cuda_runtime.h.
 */
#ifndef WW_CUDA_HOST_MATH_H
#define WW_CUDA_HOST_MATH_H

#define WW_H static inline

/* --- roots and lengths --------------------------------------------------- */

WW_H float rsqrtf(float x) { return 1.0f / sqrtf(x); }
WW_H double rsqrt(double x) { return 1.0 / sqrt(x); }
WW_H double rcbrt(double x) { return 1.0 / cbrt(x); }
WW_H double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
WW_H double norm3d(double x, double y, double z)
{ return hypot(hypot(x, y), z); }
WW_H double norm4d(double x, double y, double z, double w)
{ return hypot(hypot(x, y), hypot(z, w)); }
WW_H double rnorm3d(double x, double y, double z)
{ return 1.0 / norm3d(x, y, z); }
WW_H double rnorm4d(double x, double y, double z, double w)
{ return 1.0 / norm4d(x, y, z, w); }

/* --- angles -------------------------------------------------------------- */

/* The rest is exact: at most a quarter of pi in size, and in which quarter. */
WW_H void sincospi(double x, double *s, double *c)
{
	int quarter;
	double rest = remquo(x, 0.5, &quarter) * 3.14159265358979323846;
	double a = sin(rest), b = cos(rest);

	*s = quarter & 1 ? b : a;
	*c = quarter & 1 ? a : b;
	if (quarter & 2)
		*s = -*s;
	if ((quarter + 1) & 2)
		*c = -*c;
	if (x == rint(x) && !isinf(x))
		*s = copysign(0.0, x);
	if (*c == 0)
		*c = 0;
}
WW_H double sinpi(double x) { double s, c; sincospi(x, &s, &c); return s; }
WW_H double cospi(double x) { double s, c; sincospi(x, &s, &c); return c; }
WW_H void sincospif(float x, float *s, float *c)
{
	double a, b;

	sincospi(x, &a, &b);
	*s = (float)a;
	*c = (float)b;
}

/* --- the error function and its inverses --------------------------------- */

/* exp(x * x) * erfc(x); from 6 on as a continued fraction. */
WW_H double erfcx(double x)
{
	double r = x;

	if (x < 6)
		return exp(x * x) * erfc(x);
	for (int k = 60; k; k--)
		r = x + k * 0.5 / r;
	return 0.56418958354775628695 / r;
}
/* As on the device: ww_cuda_math.h. */
WW_H double erfcinv(double y)
{
	const double a = y <= 1 ? y : 2 - y;
	double t, x, off;

	if (!(y > 0 && y < 2))
		return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL :
						    __builtin_nan("");
	t = sqrt(-2 * log(a / 2));
	x = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
		(1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
	x *= 0.70710678118654752440;
	for (int k = 0; k < 4; k++) {
		off = (erfc(x) - a) / (-1.12837916709551257390 * exp(-x * x));
		x -= off / (1 + x * off);
	}
	return y <= 1 ? x : -x;
}
WW_H double erfinv(double y)
{
	double x = y * 0.88622692545275801365;

	if (!(fabs(y) < 0.5))
		return copysign(erfcinv(1 - fabs(y)), y);
	for (int k = 0; k < 5; k++)
		x -= (erf(x) - y) / (1.12837916709551257390 * exp(-x * x));
	return x;
}
WW_H double normcdf(double x)
{ return 0.5 * erfc(x * -0.70710678118654752440); }
WW_H double normcdfinv(double y)
{ return -1.41421356237309504880 * erfcinv(2 * y); }

/* --- Bessel functions ---------------------------------------------------- */

/* The sum of (x / 2)^2k / (k! (k + n)!). */
WW_H double ww_bessel_sum(double x, int n)
{
	double term = 1, sum = 1;

	for (int k = 1; term > sum * 1e-18; k++) {
		term *= x / 2 / k * (x / 2 / (k + n));
		sum += term;
	}
	return sum;
}
WW_H double cyl_bessel_i0(double x) { return ww_bessel_sum(x, 0); }
WW_H double cyl_bessel_i1(double x) { return x / 2 * ww_bessel_sum(x, 1); }

/* --- of float ------------------------------------------------------------ */

#define WW_F(name) WW_H float name##f(float x) { return (float)name(x); }
WW_F(rcbrt) WW_F(sinpi) WW_F(cospi) WW_F(erfcx) WW_F(erfcinv) WW_F(erfinv)
WW_F(normcdf) WW_F(normcdfinv) WW_F(cyl_bessel_i0) WW_F(cyl_bessel_i1)
#undef WW_F
WW_H float rhypotf(float x, float y) { return (float)rhypot(x, y); }
WW_H float norm3df(float x, float y, float z) { return (float)norm3d(x, y, z); }
WW_H float norm4df(float x, float y, float z, float w)
{ return (float)norm4d(x, y, z, w); }
WW_H float rnorm3df(float x, float y, float z)
{ return (float)rnorm3d(x, y, z); }
WW_H float rnorm4df(float x, float y, float z, float w)
{ return (float)rnorm4d(x, y, z, w); }

#undef WW_H
#endif
