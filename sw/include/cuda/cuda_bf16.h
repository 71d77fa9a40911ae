/* cuda_bf16.h - bfloat16 of CUDA, and pairs of it, on both sides, by float
 * SPDX-License-Identifier: Apache-2.0
 *
 * A bfloat16 is the upper half of a float and computed with as a float. __hfma
 * rounds once. Functions as hexp are those of float, rounded. C++ only, as in
 * CUDA.
 */
#ifndef WW_CUDA_BF16_H
#define WW_CUDA_BF16_H

#include "cuda_runtime.h"

#ifdef __cplusplus
#include "ww_cuda_short.h"

struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat162_raw { unsigned short x, y; };

WW_S float ww_bfloat16_value(unsigned short h)
{ return ww_short_float((unsigned)h << 16); }

WW_S unsigned short ww_bfloat16_of(float f, enum ww_short_mode mode)
{
	unsigned w = ww_short_word(f), left = w & 0xffff, up = 0;
	unsigned sign = w >> 31;

	if ((w & 0x7fffffff) > 0x7f800000)
		return 0x7fff;
	if (mode == WW_SHORT_RN)
		up = left > 0x8000 || (left == 0x8000 && (w >> 16 & 1));
	else if (mode != WW_SHORT_RZ)
		up = left && (mode == WW_SHORT_RD ? sign : !sign);
	return (unsigned short)((w >> 16) + up);
}

/* Integers of 64 bits keep 53 of them, the last one odd. */
WW_S float ww_bfloat16_size(unsigned long long n)
{
	unsigned long long low = n & 0x7ff;

	return ww_short_odd(n >> 53 ?
		(double)((n & ~0x7ffULL) | (low ? 0x800 : 0)) : (double)n);
}
#define ww_bfloat16_whole(n) \
	((n) < 0 ? -ww_bfloat16_size(0 - (unsigned long long)(n)) : \
		   ww_bfloat16_size((unsigned long long)(n)))

/* Beyond 2^-100 and 2^100 the product is a double. */
WW_S float ww_bfloat16_fma(float x, float y, float z)
{
	float p = x * y;
	unsigned size = ww_short_word(p) & 0x7fffffff;
	double d, s, back, lost;
	unsigned long long w;

	if (size >= 0x0d800000 && size < 0x71800000)
		return ww_short_sum(p, z);
	d = (double)x * (double)y;
	s = d + (double)z;
	back = s - d;
	lost = (d - (s - back)) + ((double)z - back);
	__builtin_memcpy(&w, &s, 8);
	if (lost != 0 && !(w & 1) && s - s == 0)
		w += (lost > 0) == (s > 0) ? 1 : -1ULL;
	__builtin_memcpy(&s, &w, 8);
	return ww_short_odd(s);
}

#define WW_N bfloat16
#define WW_T __nv_bfloat16
#define WW_T2 __nv_bfloat162
#define WW_RAW __nv_bfloat16_raw
#define WW_RAW2 __nv_bfloat162_raw
#define WW_INFINITY 0x7f80
#include "ww_cuda_short_type.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

#endif
