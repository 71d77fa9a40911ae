/* ww_cuda_short.h - what half and bfloat16 of CUDA share: rounding, once
 * SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of 16 bits are computed with as floats: sums, differences, products,
 * quotients and roots are then those of 16 bits, since a float has more than
 * twice the digits. A sum that is not exact is made odd: rounded again, it is
 * as if it had been rounded once.
 */
#ifndef WW_CUDA_SHORT_H
#define WW_CUDA_SHORT_H

#include "cuda_runtime.h"

#define WW_S static __inline__ __attribute__((always_inline)) \
	__host__ __device__
#define WW_JOIN_(a, b, c) a##b##c
#define WW_JOIN(a, b, c) WW_JOIN_(a, b, c)
#define WW_OWN(name) WW_JOIN(ww_, WW_N, name)

WW_S unsigned ww_short_word(float f)
{ unsigned r; __builtin_memcpy(&r, &f, 4); return r; }
WW_S float ww_short_float(unsigned w)
{ float r; __builtin_memcpy(&r, &w, 4); return r; }

/* How a value is rounded that lies between two. */
enum ww_short_mode { WW_SHORT_RN, WW_SHORT_RZ, WW_SHORT_RD, WW_SHORT_RU };

/* D as a float whose last bit says that it is not exact. */
WW_S float ww_short_odd(double d)
{
	float f = (float)d;
	unsigned w = ww_short_word(f);
	double size = d < 0 ? -d : d, near = f < 0 ? -(double)f : f;

	if (!(near == size) && !(w & 1) && (w & 0x7fffffff) < 0x7f800000)
		w += size > near ? 1 : -1u;
	return ww_short_float(w);
}

/* P + C as a float whose last bit says that the sum is not exact. */
WW_S float ww_short_sum(float p, float c)
{
	float s = p + c, back = s - p, lost = (p - (s - back)) + (c - back);
	unsigned w = ww_short_word(s);

	if (lost != 0 && !(w & 1) && s - s == 0)
		w += (lost > 0) == (s > 0) ? 1 : -1u;
	return ww_short_float(w);
}

WW_S float ww_short_sat(float a) { return a > 0 ? a < 1 ? a : 1 : 0; }
#endif
