/* sfu_functions.h - the special functions, and the error of a result of theirs
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SFU_FUNCTIONS_H
#define WW_SFU_FUNCTIONS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "golden/sfu.h"

#define SFU_PI 0x40490fdb

struct sfu_function {
	const char *name;
	uint32_t (*golden)(uint32_t a);
	double (*real)(double x);
	bool turns;
	double limit; /* of the error that doc/sfu.md promises */
};

static inline double sfu_real_rcp(double x)
{
	return 1 / x;
}

static inline double sfu_real_rsqrt(double x)
{
	return 1 / sqrt(x);
}

static const struct sfu_function sfu_functions[] = {
	{ "rcp", sfu_rcp, sfu_real_rcp, false, 1 },
	{ "rsqrt", sfu_rsqrt, sfu_real_rsqrt, false, 1 },
	{ "exp2", sfu_exp2, exp2, false, 1 },
	{ "log2", sfu_log2, log2, false, 1 },
	{ "sin", sfu_sin, sin, true, 1 },
	{ "cos", sfu_cos, cos, true, 1 },
	{ "exp", sfu_exp, exp, false, 1 },
};
enum { SFU_FUNCTIONS = sizeof(sfu_functions) / sizeof(sfu_functions[0]) };

static inline const struct sfu_function *sfu_function(const char *name)
{
	for (size_t i = 0; i < SFU_FUNCTIONS; i++)
		if (strcmp(sfu_functions[i].name, name) == 0)
			return &sfu_functions[i];
	return NULL;
}

static inline double sfu_number(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return (double)f;
}

/* The error of RESULT of operand A in ulp; below zero if it is of the wrong
 * kind. */
static inline double sfu_error(const struct sfu_function *f, uint32_t a,
			       uint32_t result)
{
	double want = f->real(sfu_number(a)), got = sfu_number(result);

	if (isnan(want))
		return result == 0x7fc00000 ? 0 : -1;
	if (isnan(got))
		return -1;
	if (fabs(want) >= 0x1.ffffffp127)
		return isinf(got) && signbit(got) == signbit(want) ? 0 : -1;
	if (isinf(got) || (got != 0 && signbit(got) != signbit(want)))
		return -1;
	if (want == 0)
		return got == 0 ? 0 : -1;
	/* 2^e, the binade of the value, is that of its exponent field. */
	uint64_t bits;

	memcpy(&bits, &want, sizeof(bits));
	int e = (int)(bits >> 52 & 2047) - 1023;
	uint64_t scale = (uint64_t)(1023 + 23 - (e < -126 ? -126 : e)) << 52;
	double ulps;

	memcpy(&ulps, &scale, sizeof(ulps));
	return fabs(got - want) * ulps;
}

#endif
