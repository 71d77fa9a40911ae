/* math_ulp.c - how far the functions of vx_math.h are from what they should be
 * SPDX-License-Identifier: Apache-2.0
 *
 * For this machine. Every STEPth float, and all that are special, against the
 * double functions of the C library: a line for each function with the worst
 * error in units of the last place, which is more than what vx_math.h says if
 * the line ends in "!".
 */
#include <stdio.h>
#include <stdlib.h>

#include "vx_math.h"

static float my_exp(float x) { return expf(x); }
static float my_log(float x) { return logf(x); }
static float my_sin(float x) { return sinf(x); }
static float my_cos(float x) { return cosf(x); }
static float my_rsqrt(float x) { return rsqrtf(x); }
static double inverse_root(double x) { return 1 / sqrt(x); }

static const struct {
	const char *name;
	float (*is)(float);
	double (*should_be)(double);
	double at_most;
} functions[] = {
	{ "expf",   my_exp,   exp,          1.01 },
	{ "logf",   my_log,   log,          0.87 },
	{ "sinf",   my_sin,   sin,          1.55 },
	{ "cosf",   my_cos,   cos,          1.55 },
	{ "rsqrtf", my_rsqrt, inverse_root, 1.50 },
};

/* Infinite if one is a NaN and the other not, or they are far apart. */
static double ulps(float is, double should_be)
{
	float rounded = (float)should_be;
	int exponent;

	if (isnan(is) || isnan(should_be))
		return isnan(is) && isnan(should_be) ? 0 : INFINITY;
	if (isinf(is) || isinf(rounded))
		return is == rounded ? 0 : INFINITY;
	frexp(should_be, &exponent);
	if (exponent < -125)
		exponent = -125;
	return fabs(is - should_be) / ldexp(1, exponent - 24);
}

int main(int argc, char **argv)
{
	uint32_t step = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1;
	int wrong = 0;

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		double worst = 0;
		float at = 0;

		for (uint64_t bits = 0; bits <= UINT32_MAX; bits += step) {
			float x = vx_bits_float((uint32_t)bits);
			double off = ulps(functions[i].is(x),
					  functions[i].should_be(x));

			if (off > worst) {
				worst = off;
				at = x;
			}
		}
		printf("%-7s %.4f ulp at %a%s\n", functions[i].name, worst, at,
		       worst > functions[i].at_most ? " !" : "");
		wrong |= worst > functions[i].at_most;
	}
	return wrong;
}
