/* matmul_bench.h - the product of two N x N matrices,
 * from filling to checking, by all threads
 * SPDX-License-Identifier: Apache-2.0
 *
 * Made to be measured: prints nothing, exits with 0 if the sums of the
 * product's columns are right. A thread computes one element at a time;
 * neighbouring threads have neighbouring columns. What includes this defines N,
 * a power of two.
 */
#include "warpwright.h"

enum {
	COUNT = N * N,
	SUM = N * (N - 1) / 2,                   /* of 0 .. N - 1 */
	SQUARES = N * (N - 1) * (2 * N - 1) / 6
};

/* On lines of their own, as an allocator would place them. */
static int32_t a[COUNT] __attribute__((aligned(64)));
static int32_t b[COUNT] __attribute__((aligned(64)));
static int32_t product[COUNT] __attribute__((aligned(64)));
static uint32_t wrong;

static void phase_ends(void)
{
	ww_fence();
	ww_bar(0, ww_num_warps());
}

/* A[r][k] = r + k, B[k][c] = k - c; elements FIRST, FIRST + STEP ... are this
 * thread's. */
static void fill(uint32_t first, uint32_t step)
{
	int32_t *pa = a + first, *pb = b + first;

	for (uint32_t i = first; i < COUNT; i += step, pa += step, pb += step) {
		*pa = (int32_t)(i / N + i % N);
		*pb = (int32_t)(i / N - i % N);
	}
}

static void multiply(uint32_t first, uint32_t step)
{
	for (uint32_t i = first; i < COUNT; i += step) {
		const int32_t *row = &a[i & -N], *column = &b[i % N];
		int32_t sum = 0;

		for (int k = 0; k < N; k++, row++, column += N)
			sum += *row * *column;
		product[i] = sum;
	}
}

/* Columns have the right sums, one each for the threads of as many warps as
 * that takes. An element of the product is sum k^2 + (r - c) sum k - N r c. */
static _Bool check(uint32_t tid, uint32_t first, uint32_t step)
{
	int32_t bad = 0;

	for (uint32_t base = first - tid; base < N; base += step) {
		uint32_t c = (base + tid) % N;
		const int32_t *p = product + c;
		int32_t sum = 0;

		for (int r = 0; r < N; r++, p += N)
			sum += *p;
		bad |= sum ^
		       (N * SQUARES + SUM * SUM - 2 * N * SUM * (int32_t)c);
	}
	return bad == 0;
}

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	uint32_t threads = ww_num_threads();
	uint32_t first = wid * threads + tid, step = ww_num_warps() * threads;

	(void)arg;
	fill(first, step);
	phase_ends();
	multiply(first, step);
	phase_ends();
	__if(!check(tid, first, step)) {
		wrong = 1;
	} __endif
}

int main(void)
{
	ww_spawn(ww_num_warps(), ww_num_threads(), kernel, NULL);
	return (int)wrong;
}
