/* ulp.c - inputs for math.cl, and how far its results are from right ones
 * SPDX-License-Identifier: Apache-2.0
 *
 * ulp SEED writes the files x and y, of COUNT floats each. ulp reads these and
 * the file out, and prints the functions that are further from right than
 * math.def allows, subnormal numbers among them.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { COUNT = 256 };

static const float special[] = {
	0, 1, -1, 0.5f, -0.5f, INFINITY, -INFINITY, NAN, 3e38f, 2, 1.5f, 2.5f,
	1e-20f, 65536, 100.25f, -3, 88.5f, -0.0f
};

enum { SPECIAL = sizeof special / sizeof special[0] };

static uint32_t next(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* Some near 0, some of some thousands, some of any exponent; a few that are
 * subnormal, or whose powers are. */
static float make(uint32_t *state, int i)
{
	uint32_t word = next(state);
	float f;

	if (i < SPECIAL * SPECIAL)
		return special[i % SPECIAL];
	if (i % 16 == 7)
		return -87 - (float)(word % 64000) / 1000;
	if (i % 3 == 0)
		return ((float)word - 0x1p23f) / 0x1p23f;
	if (i % 3 == 1)
		return ((float)word - 0x1p23f) / 0x1p12f;
	word = word << 8 ^ next(state);
	if (i % 8 == 1)
		word &= 0x80ffffff;
	memcpy(&f, &word, sizeof f);
	return f;
}

static void write_inputs(const char *name, uint32_t state, int step)
{
	FILE *out = fopen(name, "wb");

	if (!out)
		exit(1);
	for (int i = 0; i < COUNT; i++) {
		float f = i < SPECIAL * 2 ? special[i * step % SPECIAL] :
			  make(&state, i + SPECIAL * SPECIAL);

		fwrite(&f, sizeof f, 1, out);
	}
	fclose(out);
}

static double unit(double right)
{
	int e;

	frexp(right, &e);
	return ldexp(1, (e < -125 ? -125 : e) - 24);
}

static double distance(float got, double right)
{
	float near = (float)right;

	if (isnan(got) || isnan(right))
		return isnan(got) && isnan(right) ? 0 : INFINITY;
	if (isinf(near))
		return got == near || fabsf(got) > 0x1.fffffcp127f ? 0 :
		       INFINITY;
	if (isinf(got))
		return fabs(right) > 0x1.fffffcp127 ? 0 : INFINITY;
	return got == near ? 0 : fabs(got - right) / unit(right);
}

static int judge(const char *name, double limit, double x, double y, float got,
		 double right)
{
	double far = distance(got, right);

	if (far <= limit + (limit != 0) * 0.5)
		return 0;
	printf("%s(%g, %g) is %g, not %g: %g ulp\n", name, x, y, (double)got,
	       right, far);
	return 1;
}

static int judge_all(FILE *xs, FILE *ys, FILE *out)
{
	float x, y, got;
	int bad = 0;

	for (int i = 0; i < COUNT; i++) {
		if (!fread(&x, sizeof x, 1, xs) || !fread(&y, sizeof y, 1, ys))
			return 1;
#define ONE(function, limit, wide) \
	if (!fread(&got, sizeof got, 1, out)) \
		return 1; \
	bad += judge(#function, limit, x, 1, got, wide);
#define TWO(function, limit, wide) \
	if (!fread(&got, sizeof got, 1, out)) \
		return 1; \
	bad += judge(#function, limit, x, y, got, wide);
#define x (double)x
#define y (double)y
#include "cl/math.def"
#undef x
#undef y
	}
	return bad != 0;
}

int main(int argc, char **argv)
{
	FILE *xs, *ys, *out;

	if (argc > 1) {
		write_inputs("x", (uint32_t)atoi(argv[1]), 1);
		write_inputs("y", (uint32_t)atoi(argv[1]) + 77, 5);
		return 0;
	}
	xs = fopen("x", "rb");
	ys = fopen("y", "rb");
	out = fopen("out", "rb");
	return !xs || !ys || !out || judge_all(xs, ys, out);
}
