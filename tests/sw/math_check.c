/* math_check.c - what the functions of vx_math.h give, as checksums of many
 * arguments: on the core, by threads that have different ones, and on the
 * machine that compiles
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef __riscv
#include <stdio.h>
#endif
#include "vx_math.h"

enum { THREADS = 16, TURNS = 800 };

/* As a word, all NaN alike. */
static uint32_t word(float x)
{
	uint32_t bits = vx_float_bits(x);

#ifdef __riscv
	return ww_choose(x != x, 0x7fc00000, bits);
#else
	return x != x ? 0x7fc00000 : bits;
#endif
}

enum { FUNCTIONS = 22 };

static float value(uint32_t function, float x, float y, float z)
{
	switch (function) {
	case 0: return expf(x);
	case 1: return logf(x);
	case 2: return sinf(x);
	case 3: return cosf(x);
	case 4: return rsqrtf(x);
	case 5: return floorf(x);
	case 6: return ceilf(x);
	case 7: return truncf(x);
	case 8: return roundf(x);
	case 9: return rintf(x);
	case 10: return sqrtf(x);
	case 11: return fmaf(x, y, z);
	case 12: return fminf(x, y);
	case 13: return fmaxf(x, y);
	case 14: return copysignf(fabsf(x), y);
	case 15: return x / y + z;
	case 16: return exp2f(x);
	case 17: return log2f(x);
	case 18: return tanhf(x);
	case 19: return powf(x, y);
	case 20: return fmodf(x, y);
	default: return vx_choosef(x < y, x, z) - y * z;
	}
}

static uint32_t next(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed ^ *seed >> 15;
}

/* Small numbers, any, and those at the ends; of NaN the quiet ones, as fminf of
 * others is not the same everywhere. */
static float argument(uint32_t *seed, uint32_t turn)
{
	static const uint32_t ends[] = { 0, 1, 0x807fffff, 0x00800000,
					 0x7f7fffff, 0x7f800000, 0xff800000,
					 0x7fc00000 };
	uint32_t bits = next(seed);

	if (turn % 2)
		return (float)((int32_t)bits >> 8) * 0x1p-17f;
	if (turn % 8 == 0)
		return vx_bits_float(ends[bits & 7]);
	bits |= (uint32_t)((bits >> 23 & 255) == 255) << 22;
	return vx_bits_float(bits);
}

static uint32_t sum[FUNCTIONS][THREADS];

static void check(uint32_t tid)
{
	for (uint32_t f = 0; f < FUNCTIONS; f++) {
		uint32_t seed = tid * 0x9E3779B1u + f, total = 0;

		for (uint32_t i = 0; i < TURNS; i++) {
			float x = argument(&seed, i), y = argument(&seed, i);
			float z = argument(&seed, i);

			total = (total << 5 | total >> 27) ^
				word(value(f, x, y, z));
		}
		sum[f][tid] = total;
	}
}

#ifdef __riscv

static void kernel(uint32_t tid, uint32_t wid)
{
	(void)wid;
	check(tid);
}

int main(void)
{
	vx_spawnWarps(1, THREADS, kernel, NULL);
	for (uint32_t f = 0; f < FUNCTIONS; f++)
		for (uint32_t t = 0; t < THREADS; t++)
			vx_printf("%u %u %x\n", f, t, sum[f][t]);
	return 0;
}

#else

int main(void)
{
	for (uint32_t t = 0; t < THREADS; t++)
		check(t);
	for (uint32_t f = 0; f < FUNCTIONS; f++)
		for (uint32_t t = 0; t < THREADS; t++)
			printf("%u %u %x\n", f, t, sum[f][t]);
	return 0;
}

#endif
