/* math_ulp.c - how far the functions of vx_math.h are from what they should be
 * SPDX-License-Identifier: Apache-2.0
 *
 * For this machine. Every STEPth float, and as many pairs, against the double
 * functions of the C library: a line for each function with the worst
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
static float my_exp2(float x) { return exp2f(x); }
static float my_log2(float x) { return log2f(x); }
static float my_tanh(float x) { return tanhf(x); }
static float my_pow(float x, float y) { return powf(x, y); }
static float my_fmod(float x, float y) { return fmodf(x, y); }

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
	{ "exp2f",  my_exp2,  exp2,         0.90 },
	{ "log2f",  my_log2,  log2,         1.05 },
	{ "tanhf",  my_tanh,  tanh,         1.35 },
};

/* The special numbers, and what is near them. */
static const float special[] = {
	0, -0.0f, 1, -1, 2, -2, 3, -3, 0.5f, -0.5f, 1.5f, -1.5f, 0.75f, -0.75f,
	INFINITY, -INFINITY, NAN, 0x1p-149f, -0x1p-149f, 0x1p-126f,
	0x1.fffffep127f, -0x1.fffffep127f, 0x1p24f, -0x1p24f, 0x1.fffffep23f,
	-0x1.fffffep23f, 0x1.000002p23f, -0x1.fffffep22f, 0x1.fffffep-1f,
	0x1.000002p0f, 1e30f, -1e30f
};
enum { SPECIALS = sizeof special / sizeof *special };

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

static uint32_t seed;

static uint32_t next(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed ^ seed >> 15;
}

/* A positive number of any size, or one near 1. */
static float base(uint32_t turn)
{
	if (turn & 2)
		return 1 + (float)((int32_t)next() >> 8) *
				   (turn & 4 ? 0x1p-32f : 0x1p-24f);
	return vx_bits_float(next() & 0x7fffffff);
}

/* An exponent of any size, one that is not large, or one for which the power of
 * X is a number. */
static float exponent(uint32_t turn, float x)
{
	int32_t r = (int32_t)next();

	if (turn & 8)
		return (float)(120 / log2(x) * (r * 0x1p-31));
	return turn & 1 ? vx_bits_float((uint32_t)r) :
			  (float)(r >> 8) * 0x1p-17f;
}

static double worst, worst_x, worst_y;

static void compare(float is, double should_be, float x, float y)
{
	double off = ulps(is, should_be);

	if (should_be == 0 && is == 0 && !signbit(is) != !signbit(should_be))
		off = INFINITY;
	if (off > worst) {
		worst = off;
		worst_x = x;
		worst_y = y;
	}
}

static int judged(const char *name, double at_most)
{
	int wrong = worst > at_most;

	printf("%-7s %.4f ulp at %a, %a%s\n", name, worst, worst_x, worst_y,
	       wrong ? " !" : "");
	worst = 0;
	return wrong;
}

static int powers(uint32_t turns)
{
	for (int i = 0; i < SPECIALS * SPECIALS; i++) {
		float x = special[i / SPECIALS], y = special[i % SPECIALS];

		compare(my_pow(x, y), pow(x, y), x, y);
	}
	for (uint32_t i = 0; i < turns; i++) {
		float x = base(i), y = exponent(i, x);

		compare(my_pow(x, y), pow(x, y), x, y);
	}
	return judged("powf", 0.95);
}

static int remainders(uint32_t turns)
{
	for (int i = 0; i < SPECIALS * SPECIALS; i++) {
		float x = special[i / SPECIALS], y = special[i % SPECIALS];

		compare(my_fmod(x, y), fmod(x, y), x, y);
	}
	for (uint32_t i = 0; i < turns; i++) {
		float x = vx_bits_float(next()), y = vx_bits_float(next());

		if (i & 1) /* about as large */
			y = vx_bits_float((next() & 0x807fffff) |
					  (vx_float_bits(x) & 0x7f800000));
		if (i & 2)
			y *= 0x1p-5f;
		compare(my_fmod(x, y), fmod(x, y), x, y);
	}
	return judged("fmodf", 0);
}

int main(int argc, char **argv)
{
	uint32_t step = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1;
	int wrong = powers(UINT32_MAX / step);

	wrong |= remainders(UINT32_MAX / step);
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		double most = 0;
		float at = 0;

		for (uint64_t bits = 0; bits <= UINT32_MAX; bits += step) {
			float x = vx_bits_float((uint32_t)bits);
			double off = ulps(functions[i].is(x),
					  functions[i].should_be(x));

			if (off > most) {
				most = off;
				at = x;
			}
		}
		printf("%-7s %.4f ulp at %a%s\n", functions[i].name, most, at,
		       most > functions[i].at_most ? " !" : "");
		wrong |= most > functions[i].at_most;
	}
	return wrong;
}
