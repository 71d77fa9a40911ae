/* mksfu.c - build tool: write the rows of isa/sfu.def to stdout
 * SPDX-License-Identifier: Apache-2.0
 *
 * For each row it searches for the polynomial with the smallest maximal error
 * at the samples. It evaluates polynomials as doc/sfu.md does, with
 * truncations.
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { ROWS = 128, SAMPLES = 257 };

static const long double half_pi = 1.57079632679489661923132169163975144L;

static long double rcp(long double v)
{
	return 1 / (1 + v);
}

static long double rsqrt_even(long double v)
{
	return 1 / sqrtl(1 + v);
}

static long double rsqrt_odd(long double v)
{
	return 1 / sqrtl(2 * (1 + v));
}

static long double exp2_of(long double v)
{
	return exp2l(v);
}

/* log2(1 + u) / u, where u is v, or (1 + v) / 2 - 1 in the upper half. */
static long double log2_of(long double v)
{
	long double u = v < 0.5L ? v : (v - 1) / 2;

	if (u == 0)
		return 1 / logl(2);
	return log1pl(u) / logl(2) / u;
}

static long double sin_of(long double v)
{
	if (v == 0)
		return half_pi;
	return sinl(half_pi * v) / v;
}

struct table {
	const char *name;
	long double (*value)(long double v);
};

static const struct table tables[] = {
	{ "RCP", rcp },		{ "RSQRT_EVEN", rsqrt_even },
	{ "RSQRT_ODD", rsqrt_odd },	{ "EXP2", exp2_of },
	{ "LOG2", log2_of },	{ "SIN", sin_of },
};

/* A row; the middle of the range of its errors at the samples, and half its
 * width. */
struct fit {
	int64_t c0, c1, c2;
	long double middle, error;
};

struct sample {
	int64_t d;
	long double value; /* in units of 2^-28 */
};

static int64_t floor_shift(int64_t a, unsigned bits)
{
	return a >= 0 ? a >> bits : ~(~a >> bits);
}

/* The value that a row adds to c0. */
static int64_t slope(int64_t c1, int64_t c2, int64_t d)
{
	int64_t p = c1 + floor_shift(c2 * floor_shift(d, 4), 11);

	return floor_shift(p * d, 19);
}

static struct fit judge(const struct sample *samples, int64_t c1, int64_t c2)
{
	long double least = 1e30L, most = -1e30L;

	for (int i = 0; i < SAMPLES; i++) {
		long double e = samples[i].value -
				(long double)slope(c1, c2, samples[i].d);

		least = fminl(least, e);
		most = fmaxl(most, e);
	}
	return (struct fit){ .c0 = (int64_t)roundl((least + most) / 2),
		.c1 = c1, .c2 = c2, .middle = (least + most) / 2,
		.error = (most - least) / 2 };
}

/* The best c1 for C2. The error is convex in c1, except for truncations: the
 * search halves its step. */
static struct fit fit_slope(const struct sample *samples, int64_t c1,
			    int64_t c2)
{
	struct fit best = judge(samples, c1, c2);

	for (int64_t step = 1024; step != 0; step /= 2)
		for (bool better = true; better;) {
			better = false;
			for (int side = -1; side <= 1; side += 2) {
				struct fit f = judge(samples,
						     best.c1 + side * step, c2);

				if (f.error < best.error) {
					best = f;
					better = true;
				}
			}
		}
	return best;
}

static struct fit fit_row(const struct table *t, int row)
{
	const long double unit = 0x1p-25L;
	const long double middle = (row + 0.5L) / ROWS;
	const long double h = 0.25L / ROWS;
	struct sample samples[SAMPLES];
	struct fit best = { .error = 1e30L };

	for (int i = 0; i < SAMPLES; i++) {
		int64_t d = i * 1024 - 131072;

		if (i == SAMPLES - 1)
			d--;
		samples[i] = (struct sample){ d,
			0x1p28L * t->value(middle + (long double)d * unit) };
	}
	long double left = t->value(middle - h), right = t->value(middle + h);
	int64_t c1 = (int64_t)roundl(0x1p22L * (right - left) / (2 * h));
	int64_t c2 = (int64_t)roundl(
		0x1p12L * (right + left - 2 * t->value(middle)) / (2 * h * h));

	for (int64_t more = -2; more <= 2; more++) {
		struct fit f = fit_slope(samples, c1, c2 + more);

		if (f.error < best.error)
			best = f;
	}
	return best;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc != 1) {
		fputs("mksfu: error: takes no argument; usage: mksfu > FILE\n",
		      stderr);
		return 2;
	}
	if (LDBL_MANT_DIG != 64) {
		fputs("mksfu: error: long double has not 64 bits\n", stderr);
		return 77;
	}
	for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++)
		for (int row = 0; row < ROWS; row++) {
			struct fit f = fit_row(&tables[t], row);

			printf("SFU(%s, %d, %lld, %lld, %lld)\n",
			       tables[t].name, row, (long long)f.c0,
			       (long long)f.c1, (long long)f.c2);
		}
	return fflush(stdout) == 0 ? 0 : 4;
}
