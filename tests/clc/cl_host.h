/* cl_host.h - kernels of OpenCL C as C of this machine: it says what is right
 * SPDX-License-Identifier: Apache-2.0
 *
 * A file of kernels that includes nothing is compiled by the C compiler with
 * -DCL_HOST -include cl_host.h and linked with main: cl_host.h is that as well.
 * Kernels have the arguments (in, out, n), words; KERNEL names the one that
 * runs. Functions of OpenCL C exist as NAME_TYPE: CALL(NAME, TYPE) is right on
 * both sides.
 */
#ifndef CL_HOST_H
#define CL_HOST_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __kernel
#define __global
#define __constant static const
#define __local static
#define CALL(name, type) name##_##type

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned uint;
typedef uint64_t ulong;
#define long int64_t

static uint32_t host_item;

#define get_global_id(d) ((d) ? 0u : host_item)

/* The functions of integers of TYPE, which has BITS bits; WIDE has more. */
#define INTEGERS(type, bits, signed_, least, most) \
	static type clip_##type(__int128 x) \
	{ \
		return x < (least) ? (least) : x > (most) ? (most) : (type)x; \
	} \
	static type add_sat_##type(type a, type b) \
	{ \
		return clip_##type((__int128)a + b); \
	} \
	static type sub_sat_##type(type a, type b) \
	{ \
		return clip_##type((__int128)a - b); \
	} \
	static type abs_##type(type a) \
	{ \
		return (type)(a < 0 ? -(__int128)a : a); \
	} \
	static type abs_diff_##type(type a, type b) \
	{ \
		return (type)(a > b ? (__int128)a - b : (__int128)b - a); \
	} \
	static type hadd_##type(type a, type b) \
	{ \
		return (type)(((__int128)a + b) >> 1); \
	} \
	static type rhadd_##type(type a, type b) \
	{ \
		return (type)(((__int128)a + b + 1) >> 1); \
	} \
	static type max_##type(type a, type b) { return a > b ? a : b; } \
	static type min_##type(type a, type b) { return a < b ? a : b; } \
	static type clamp_##type(type a, type b, type c) \
	{ \
		return min_##type(max_##type(a, b), c); \
	} \
	static type mul_hi_##type(type a, type b) \
	{ \
		return (type)((signed_ ? \
			       (unsigned __int128)((__int128)a * b) : \
			       (unsigned __int128)a * \
			       (unsigned __int128)b) >> bits); \
	} \
	static type mad_hi_##type(type a, type b, type c) \
	{ \
		return (type)((ulong)mul_hi_##type(a, b) + (ulong)c); \
	} \
	static type mad_sat_##type(type a, type b, type c) \
	{ \
		__int128 p; \
		if (!signed_ && bits == 64) { \
			unsigned __int128 q = (unsigned __int128)a * \
				(unsigned __int128)b + (unsigned __int128)c; \
			return q >> 64 ? (most) : (type)q; \
		} \
		p = (__int128)a * b + c; \
		return clip_##type(p); \
	} \
	static type clz_##type(type a) \
	{ \
		type n = 0; \
		while (n < bits && !((ulong)a >> (bits - 1 - n) & 1)) \
			n++; \
		return n; \
	} \
	static type popcount_##type(type a) \
	{ \
		type n = 0; \
		for (int k = 0; k < bits; k++) \
			n += (ulong)a >> k & 1; \
		return n; \
	} \
	static type rotate_##type(type a, type b) \
	{ \
		ulong x = (ulong)a & (~(ulong)0 >> (64 - bits)); \
		int by = (int)((ulong)b & (bits - 1)); \
		return (type)(by ? x << by | x >> (bits - by) : x); \
	}

INTEGERS(char, 8, 1, INT8_MIN, INT8_MAX)
INTEGERS(uchar, 8, 0, 0, UINT8_MAX)
INTEGERS(short, 16, 1, INT16_MIN, INT16_MAX)
INTEGERS(ushort, 16, 0, 0, UINT16_MAX)
INTEGERS(int, 32, 1, INT32_MIN, INT32_MAX)
INTEGERS(uint, 32, 0, 0, UINT32_MAX)
INTEGERS(int64_t, 64, 1, INT64_MIN, INT64_MAX)
INTEGERS(ulong, 64, 0, 0, UINT64_MAX)

static int mul24_int(int a, int b)
{
	return (int)((uint)(a << 8 >> 8) * (uint)(b << 8 >> 8));
}

static uint as_uint(float f)
{
	uint x;

	memcpy(&x, &f, sizeof x);
	return x;
}

static float as_float(uint x)
{
	float f;

	memcpy(&f, &x, sizeof f);
	return f;
}

static float host_least(float a, float b, int least)
{
	int first = a == b ? !!__builtin_signbit(a) == least :
		    (a < b) == least;

	return __builtin_isnan(a) ? b : __builtin_isnan(b) || first ? a : b;
}

#define fma(a, b, c) fmaf(a, b, c)
#define sqrt(a) sqrtf(a)
#define floor(a) floorf(a)
#define ceil(a) ceilf(a)
#define trunc(a) truncf(a)
#define rint(a) rintf(a)
#define round(a) roundf(a)
#define fabs(a) fabsf(a)
/* The number of a number and a NaN; -0 is less than 0. */
#define fmin(a, b) host_least(a, b, 1)
#define fmax(a, b) host_least(a, b, 0)
#define copysign(a, b) copysignf(a, b)
#define isnan(a) __builtin_isnan(a)
#define isinf(a) __builtin_isinf(a)
#define isgreater(a, b) __builtin_isgreater(a, b)
#define isordered(a, b) (!__builtin_isunordered(a, b))
#define signbit(a) __builtin_signbit(a)

enum { IN = 64 };

typedef void kernel(const uint *in, uint *out, uint n);

static int host_run(kernel *k, uint items, uint words)
{
	static uint in[IN];
	static int has_in;
	uint *out = calloc((size_t)items * words + 1, sizeof *out);

	if (!items || !out ||
	    (!has_in && fread(in, sizeof *in, IN, stdin) != IN))
		return 1;
	has_in = 1;
	for (host_item = 0; host_item < items; host_item++)
		k(in, out, items);
	fwrite(out, sizeof *out, (size_t)items * words, stdout);
	free(out);
	return 0;
}

/* host ITEMS WORDS < IN > OUT: WORDS words of results for each item. With
 * KERNELS, a list of RUN(name, ITEMS, WORDS), all of these. */
#ifdef KERNELS
#define RUN(name, items, words) static kernel name;
KERNELS
#undef RUN

int main(void)
{
	int bad = 0;

#define RUN(name, items, words) bad |= host_run(name, items, words);
	KERNELS
	return bad;
}
#else
static kernel KERNEL;

int main(int argc, char **argv)
{
	return argc > 2 ? host_run(KERNEL, (uint)atoi(argv[1]),
				   (uint)atoi(argv[2])) : 1;
}
#endif

#endif
