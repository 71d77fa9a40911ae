/* matrix_bench.c - cycles of vx_mat_mult,
 * or with -DNAIVE of a thread per element at a time
 * SPDX-License-Identifier: Apache-2.0
 *
 * -DN=SIZE. Prints the cycles from the call to its return; exits with 0 if the
 * sums of the product's columns are right.
 */
#include "warpwright.h"

#ifndef N
#define N 32
#endif

static int32_t a[N * N] __attribute__((aligned(64)));
static int32_t b[N * N] __attribute__((aligned(64)));
static int32_t c[N * N] __attribute__((aligned(64)));

#ifdef NAIVE
/* As multiply of sw/kernels/matmul_bench.h. */
static void naive(uint32_t tid, uint32_t wid)
{
	uint32_t threads = ww_num_threads(), step = vx_num_warps() * threads;
	uint32_t base = wid * threads;

	for (; base < N * N; base += step) {
		uint32_t i = base + tid;

		__if(i < N * N) {
			const int32_t *row = &a[i / N * N], *column = &b[i % N];
			int32_t sum = 0;

			for (int k = 0; k < N; k++, row++, column += N)
				sum += *row * *column;
			c[i] = sum;
		} __endif
	}
}
#endif

static void fill(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i * N + j] = i * 7 + j * 3 - 50;
			b[i * N + j] = i * 5 - j * 4 + (i == j);
		}
}

static int check(void)
{
	static int32_t sum[N], product[N];
	int wrong = 0;

	for (int k = 0; k < N; k++)
		for (int i = 0; i < N; i++)
			sum[k] += a[i * N + k];
	for (int k = 0; k < N; k++)
		for (int j = 0; j < N; j++)
			product[j] += sum[k] * b[k * N + j];
	for (int j = 0; j < N; j++) {
		for (int i = 0; i < N; i++)
			product[j] -= c[i * N + j];
		wrong |= product[j] != 0;
	}
	return wrong;
}

int main(void)
{
	uint32_t start;

	fill();
	start = ww_cycle();
#ifdef NAIVE
	vx_spawnWarps(vx_num_warps(), ww_num_threads(), naive, NULL,
		      VX_SPREAD);
#else
	vx_mat_mult(c, N, a, N, b, N, N, N, N);
#endif
	vx_printf("%u\n", ww_cycle() - start);
	return check();
}
