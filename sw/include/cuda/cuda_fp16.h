/* cuda_fp16.h - half and half2 of CUDA, on both sides, by integers and float
 * SPDX-License-Identifier: Apache-2.0
 *
 * A half is stored in 16 bits, IEEE 754's binary16, and computed with as a
 * float. __hfma rounds once. Functions as hexp are those of float, rounded.
 * C++ only, as in CUDA.
 */
#ifndef WW_CUDA_FP16_H
#define WW_CUDA_FP16_H

#include "cuda_runtime.h"

#ifdef __cplusplus
#include "ww_cuda_short.h"

struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };

/* The half of F's size; MODE is for its sign. */
WW_S unsigned short ww_half_of(float f, enum ww_short_mode mode)
{
	unsigned w = ww_short_word(f), size = w & 0x7fffffff, sign = w >> 31;
	unsigned digits, left, half, result;
	int away = mode == WW_SHORT_RU ? !sign : mode == WW_SHORT_RD ? sign : 0;
	int shift;

	sign <<= 15;
	if (size > 0x7f800000)
		return 0x7fff;
	if (size == 0x7f800000)
		return (unsigned short)(sign | 0x7c00);
	if (size >= 0x47800000) /* 65536 */
		return (unsigned short)(sign | (mode == WW_SHORT_RN || away ?
						0x7c00 : 0x7bff));
	if (size < 0x33000000) /* 2^-25 */
		return (unsigned short)(sign | (size && away));
	digits = (size & 0x7fffff) | 0x800000;
	shift = size < 0x38800000 ? 126 - (int)(size >> 23) : 13;
	result = size < 0x38800000 ? digits >> shift :
		 ((size >> 23) - 112) << 10 | (digits >> 13 & 0x3ff);
	left = digits & ((1u << shift) - 1);
	half = 1u << (shift - 1);
	if (mode == WW_SHORT_RN)
		result += left > half || (left == half && (result & 1));
	else
		result += left && away;
	return (unsigned short)(sign | result);
}

WW_S float ww_half_value(unsigned short h)
{
	unsigned sign = (unsigned)(h & 0x8000) << 16, size = h & 0x7fff;

	if (size >= 0x7c00)
		return ww_short_float(sign | 0x7f800000 | (size & 0x3ff) << 13);
	if (size >= 0x400)
		return ww_short_float(sign | ((size << 13) + (112u << 23)));
	/* size * 2^-24, exactly */
	return ww_short_float(sign | ww_short_word((float)(int)size *
						 0x1p-24f));
}

/* Integers are exact up to 2^24, and a half ends at 65504. */
#define ww_half_whole(n) ((float)(n))

/* The product of halves is a float. */
WW_S float ww_half_fma(float x, float y, float z)
{ return ww_short_sum(x * y, z); }

#define WW_N half
#define WW_T __half
#define WW_T2 __half2
#define WW_RAW __half_raw
#define WW_RAW2 __half2_raw
#define WW_INFINITY 0x7c00
#include "ww_cuda_short_type.h"

typedef __half half;
typedef __half nv_half;
typedef __half2 half2;
typedef __half2 nv_half2;
#endif

#endif
