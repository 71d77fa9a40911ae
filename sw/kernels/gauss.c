/* gauss.c - a system of N linear equations, solved by Gauss-Jordan elimination
 * SPDX-License-Identifier: Apache-2.0
 *
 * In the integers modulo 65521, a prime, so the result is exact. N (12)
 * equations in as many unknowns, with many zeros, so that rows must be
 * exchanged to find a pivot. All hardware warps stay together: for each column
 * k warp 0 copies the pivot's row, divided by the pivot, and column k; a
 * barrier; all eliminate column k, a row per warp and round, the threads side
 * by side in the row; a barrier.
 */
#include "suite.h"

#ifndef N
#define N 12
#endif

enum { PRIME = 65521, WIDTH = N + 1 }; /* the right side is the last column */

#ifdef SUITE_HOST

static uint32_t matrix[N][WIDTH], want[N];
static uint64_t work[N][N];

/* Is the matrix regular? Rows are combined, none is divided. */
static int regular(void)
{
	for (uint32_t r = 0; r < N; r++)
		for (uint32_t c = 0; c < N; c++)
			work[r][c] = matrix[r][c];
	for (uint32_t k = 0; k < N; k++) {
		uint32_t p = k;

		while (p < N && work[p][k] == 0)
			p++;
		if (p == N)
			return 0;
		for (uint32_t r = p + 1; r < N; r++) {
			uint64_t f = PRIME - work[r][k], g = work[p][k];

			for (uint32_t c = k; c < N; c++)
				work[r][c] = (work[r][c] * g + work[p][c] * f) %
					     PRIME;
		}
		for (uint32_t c = 0; c < N; c++)
			work[p][c] = work[k][c];
	}
	return 1;
}

static void fill(uint32_t seed)
{
	for (uint32_t r = 0; r < N; r++)
		for (uint32_t c = 0; c < N; c++) {
			uint32_t x = suite_random(seed + r * N + c);

			matrix[r][c] = x % 3 ? x / 3 % PRIME : 0;
		}
}

/* The solution is chosen first; the right side follows from it. */
int main(void)
{
	uint32_t seed = 1;

	do
		fill(seed += N * N);
	while (!regular());
	for (uint32_t i = 0; i < N; i++)
		want[i] = suite_random(i) % PRIME;
	for (uint32_t r = 0; r < N; r++) {
		uint64_t sum = 0;

		for (uint32_t c = 0; c < N; c++)
			sum += (uint64_t)matrix[r][c] * want[c] % PRIME;
		matrix[r][N] = (uint32_t)(sum % PRIME);
	}
	emit("matrix", matrix, N * WIDTH);
	emit("want", want, N);
	return 0;
}

#else
#include "gauss.data.h"

struct gauss {
	uint32_t *matrix;       /* N rows of WIDTH */
	uint32_t *pivot_row;    /* WIDTH: divided by the pivot */
	/* WIDTH: row k, which moves to where the pivot was */
	uint32_t *old_row;
	uint32_t *factor;       /* N: column k, after that exchange */
	uint32_t *pivot;        /* the row it is in */
};

/* The same for all threads. */
static uint32_t power(uint32_t base, uint32_t exponent)
{
	uint32_t result = 1;

	for (; exponent != 0; exponent >>= 1) {
		if (exponent & 1)
			result = result * base % PRIME;
		base = base * base % PRIME;
	}
	return result;
}

/* The first row from K on with something in column K; the same for all
 * threads. */
static uint32_t find_pivot(const struct gauss *g, uint32_t k)
{
	uint32_t p = k;

	while (p + 1 < N && g->matrix[p * WIDTH + k] == 0)
		p++;
	return p;
}

/* By one warp. */
static void prepare(const struct gauss *g, uint32_t k, uint32_t tid,
		    uint32_t threads)
{
	uint32_t p = find_pivot(g, k);
	const uint32_t *from = g->matrix + p * WIDTH,
		       *to = g->matrix + k * WIDTH;
	uint32_t inverse = power(from[k], PRIME - 2);

	*g->pivot = p;
	for (uint32_t base = 0; base < WIDTH; base += threads) {
		uint32_t i = base + tid;

		__if(i < WIDTH) {
			g->pivot_row[i] = from[i] * inverse % PRIME;
			g->old_row[i] = to[i];
		} __endif
		__if(i < N) {
			g->factor[i] = g->matrix[i * WIDTH + k];
		} __endif
	}
}

/* Row R = ROW - FACTOR * pivot row, from column K + 1 on. */
static void eliminate(const struct gauss *g, uint32_t k, uint32_t r,
		      const uint32_t *row, uint32_t factor, uint32_t tid,
		      uint32_t threads)
{
	for (uint32_t base = k + 1; base < WIDTH; base += threads) {
		uint32_t c = base + tid;

		__if(c < WIDTH) {
			uint32_t product = factor * g->pivot_row[c] % PRIME;

			g->matrix[r * WIDTH + c] = (row[c] + PRIME - product) %
						   PRIME;
		} __endif
	}
}

static void solve(uint32_t tid, uint32_t wid)
{
	static const uint32_t zeros[WIDTH];
	const struct gauss *g = vx_get_arg();
	uint32_t threads = ww_num_threads(), warps = ww_num_warps();

	for (uint32_t k = 0; k < N; k++) {
		uint32_t p;

		if (wid == 0)
			prepare(g, k, tid, threads);
		vx_barrier(0, warps);
		p = *g->pivot;
		for (uint32_t r = wid; r < N; r += warps) {
			const uint32_t *row = g->matrix + r * WIDTH;

			if (r == k)
				eliminate(g, k, r, zeros, PRIME - 1, tid,
					  threads);
			else if (r == p)
				eliminate(g, k, r, g->old_row, g->factor[k],
					  tid, threads);
			else
				eliminate(g, k, r, row, g->factor[r], tid,
					  threads);
		}
		vx_barrier(0, warps);
	}
}

int main(void)
{
	static uint32_t pivot_row[WIDTH], old_row[WIDTH], factor[N], pivot,
		result[N];
	struct gauss args = { matrix, pivot_row, old_row, factor, &pivot };
	uint32_t start = ww_cycle();

	vx_spawnWarps(ww_num_warps(), ww_num_threads(), solve, &args);
	suite_cycles("gauss", ww_cycle() - start);
	for (uint32_t r = 0; r < N; r++)
		result[r] = matrix[r * WIDTH + N];
	return suite_finish("gauss", result, want, N);
}

#endif
