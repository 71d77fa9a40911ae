/* matrix_check.c - every function of the matrix library against plain C,
 * for many sizes
 * SPDX-License-Identifier: Apache-2.0
 *
 * Results lie in a frame that must not change. -DMOST=N: sizes up to N;
 * -DCASES=N of each function beside the sizes with 0 and 1; -DSEED=N. Says
 * which case is wrong first; the exit code is the number of wrong cases, at
 * most 100.
 */
#include "warpwright.h"

#ifndef MOST
#define MOST 70
#endif
#ifndef CASES
#define CASES 40
#endif
#ifndef SEED
#define SEED 1
#endif

enum { LD = MOST + 3, WORDS = LD * LD };

static int32_t a[WORDS], b[WORDS], got[WORDS], want[WORDS];
static uint32_t state = SEED, wrong;

static uint32_t next(void)
{
	state = state * 1664525 + 1013904223;
	return state >> 8;
}

static void prepare(void)
{
	for (uint32_t i = 0; i < WORDS; i++) {
		a[i] = (int32_t)(next() << 9 ^ next());
		b[i] = (int32_t)(next() << 9 ^ next());
		got[i] = want[i] = (int32_t)i;
	}
}

static void judge(const char *what, uint32_t rows, uint32_t inner,
		  uint32_t cols)
{
	uint32_t bad = 0;

	for (uint32_t i = 0; i < WORDS; i++) {
		bad += got[i] != want[i];
		got[i] = want[i] = (int32_t)i;
	}
	if (bad && !wrong)
		vx_printf("%s %u x %u x %u: %u words wrong\n", what, rows,
			  inner, cols, bad);
	wrong += bad != 0;
}

static void judge_value(const char *what, int32_t value, int32_t right,
			uint32_t rows, uint32_t cols)
{
	if (value != right && !wrong)
		vx_printf("%s %u x %u is %d, not %d\n", what, rows, cols, value,
			  right);
	wrong += value != right;
}

/* Leading dimensions: without gaps or with a gap. */
static void elementwise(uint32_t rows, uint32_t cols, uint32_t gap)
{
	uint32_t ld = cols + gap;

	vx_mat_cpy(got, ld, a, cols, rows, cols);
	for (uint32_t i = 0; i < rows; i++)
		for (uint32_t j = 0; j < cols; j++)
			want[i * ld + j] = a[i * cols + j];
	judge("vx_mat_cpy", rows, 0, cols);
	vx_mat_add(got, cols, a, ld, b, cols, rows, cols);
	for (uint32_t i = 0; i < rows; i++)
		for (uint32_t j = 0; j < cols; j++)
			want[i * cols + j] =
				(int32_t)((uint32_t)a[i * ld + j] +
					  (uint32_t)b[i * cols + j]);
	judge("vx_mat_add", rows, 0, cols);
}

static void transposed(uint32_t rows, uint32_t cols, uint32_t gap)
{
	vx_mat_transpose(got, rows + gap, a, cols + gap, rows, cols);
	for (uint32_t i = 0; i < rows; i++)
		for (uint32_t j = 0; j < cols; j++)
			want[j * (rows + gap) + i] = a[i * (cols + gap) + j];
	judge("vx_mat_transpose", rows, 0, cols);
}

static void vector(uint32_t rows, uint32_t cols, uint32_t gap)
{
	vx_mat_vec(got, a, cols + gap, b, rows, cols);
	for (uint32_t i = 0; i < rows; i++) {
		want[i] = 0;
		for (uint32_t j = 0; j < cols; j++)
			want[i] += (int32_t)((uint32_t)a[i * (cols + gap) + j] *
					     (uint32_t)b[j]);
	}
	judge("vx_mat_vec", rows, 0, cols);
}

static void reductions(uint32_t rows, uint32_t cols, uint32_t gap)
{
	uint32_t sum = 0;
	int32_t min = INT32_MAX, max = INT32_MIN;

	for (uint32_t i = 0; i < rows; i++)
		for (uint32_t j = 0; j < cols; j++) {
			int32_t x = a[i * (cols + gap) + j];

			sum += (uint32_t)x;
			min = x < min ? x : min;
			max = x > max ? x : max;
		}
	judge_value("vx_mat_sum", vx_mat_sum(a, cols + gap, rows, cols),
		    (int32_t)sum, rows, cols);
	judge_value("vx_mat_min", vx_mat_min(a, cols + gap, rows, cols), min,
		    rows, cols);
	judge_value("vx_mat_max", vx_mat_max(a, cols + gap, rows, cols), max,
		    rows, cols);
}

static void product(uint32_t rows, uint32_t inner, uint32_t cols, uint32_t gap)
{
	vx_mat_mult(got, cols + gap, a, inner + gap, b, cols, rows, inner,
		    cols);
	for (uint32_t i = 0; i < rows; i++)
		for (uint32_t j = 0; j < cols; j++) {
			uint32_t sum = 0;

			for (uint32_t k = 0; k < inner; k++)
				sum += (uint32_t)a[i * (inner + gap) + k] *
				       (uint32_t)b[k * cols + j];
			want[i * (cols + gap) + j] = (int32_t)sum;
		}
	judge("vx_mat_mult", rows, inner, cols);
}

static void all(uint32_t rows, uint32_t inner, uint32_t cols)
{
	uint32_t gap = next() % 3;

	elementwise(rows, cols, gap);
	transposed(rows, cols, gap);
	vector(rows, cols, gap);
	reductions(rows, cols, gap);
	product(rows, inner, cols, gap);
}

int main(void)
{
	prepare();
	/* none, one, and as many as there are */
	for (uint32_t i = 0; i < 8; i++)
		all(i & 1 ? MOST : 0, i & 2 ? MOST / 2 : 0, i & 4 ? MOST : 1);
	all(1, MOST, MOST);
	all(MOST, MOST, 1);
	all(1, 1, 1);
	for (uint32_t i = 0; i < CASES; i++) {
		uint32_t most = i & 1 ? MOST : MOST / 4 + 1;

		all(1 + next() % most, 1 + next() % most, 1 + next() % most);
	}
	return (int)(wrong > 100 ? 100 : wrong);
}
