/* ww_rest.h - rests of divisions of float and double, exact for all operands
 * SPDX-License-Identifier: Apache-2.0
 *
 * For OpenCL C and CUDA: sw/cl/mended.cl and ww_cuda_math.h include this file
 * and say before what a function begins with, WW_REST_FUNCTION.
 */
#ifndef WW_REST_H
#define WW_REST_H

/* ww_rest_REAL(a, b, nearest, &quotient): a - quotient * b, of the quotient
 * rounded to 0, or to the nearest one, even of two. The quotient's low seven
 * bits, with its sign, go to QUOTIENT. WHOLE holds the bits of REAL, of which
 * the low MANTISSA ones are its mantissa. R and M count units of 2^ex and 2^ey;
 * a subnormal number has exponent 1. A bit of the quotient a step: M has its
 * highest bit at HIDDEN, so that R is below 2 * M. */
#define WW_REST(real, whole, mantissa, zeros) \
WW_REST_FUNCTION real ww_rest_##real(real a, real b, int nearest, \
				     int *quotient) \
{ \
	const int bits = (int)sizeof(real) * 8; \
	const whole hidden = (whole)1 << mantissa; \
	const whole top = (whole)1 << (bits - 1), infinite = top - hidden; \
	union { real r; whole w; } x, y; \
	whole sign, r, m; \
	int ex, ey, by, up; \
	unsigned q = 0; \
\
	x.r = a; \
	y.r = b; \
	sign = x.w & top; \
	by = (x.w ^ y.w) & top ? -1 : 1; \
	r = x.w & ~top; \
	m = y.w & ~top; \
	*quotient = 0; \
	if (r >= infinite || m > infinite || m == 0) { \
		x.w = infinite + hidden / 2; \
		return x.r; \
	} \
	if (m == infinite) \
		return a; \
	ex = (int)(r >> mantissa); \
	ey = (int)(m >> mantissa); \
	r = ex ? (r & (hidden - 1)) | hidden : r; \
	m = ey ? (m & (hidden - 1)) | hidden : m; \
	ex += !ex; \
	up = zeros(m) - (bits - 1 - mantissa); \
	m <<= up; \
	ey += !ey - up; \
	if (ey - ex > 1) \
		return a; \
	if (ey > ex) { \
		m <<= 1; \
		ey = ex; \
	} \
	for (int n = ex - ey;; n--) { \
		q <<= 1; \
		if (r >= m) { \
			r -= m; \
			q++; \
		} \
		if (n == 0) \
			break; \
		r <<= 1; \
	} \
	if (nearest && (2 * r > m || (2 * r == m && (q & 1)))) { \
		r = m - r; \
		q++; \
		sign ^= top; \
	} \
	*quotient = by * (int)(q & 0x7f); \
	if (r) { \
		up = zeros(r) - (bits - 1 - mantissa); \
		r <<= up; \
		ey -= up; \
		if (ey < 1) { \
			r >>= 1 - ey; \
			ey = 1; \
		} \
		r += (whole)(ey - 1) << mantissa; \
	} \
	x.w = sign | r; \
	return x.r; \
}
WW_REST(float, unsigned, 23, __builtin_clz)
WW_REST(double, unsigned long, 52, __builtin_clzl)
#undef WW_REST
#endif
