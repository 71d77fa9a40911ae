/* matmul_naive.c - C = A B, an element of C per thread
 * SPDX-License-Identifier: Apache-2.0
 *
 * M x K times K x N elements. A software warp is a row of C, its threads are
 * the columns, as many as there are: rounds beyond the hardware's warps and
 * threads are the runtime's. All threads of a warp read the same element of A
 * and adjacent elements of B.
 */
#include "matmul.h"

#ifndef SUITE_HOST
#include "matmul_naive.data.h"

struct matmul {
	const uint32_t *a, *b;
	uint32_t *c;
	uint32_t k, n;
};

static void matmul_naive(uint32_t tid, uint32_t wid)
{
	const struct matmul *m = vx_get_arg();
	const uint32_t *a = m->a + wid * m->k, *b = m->b + tid;
	uint32_t sum = 0;

	for (uint32_t k = 0; k < m->k; k++, b += m->n)
		sum += a[k] * *b;
	m->c[wid * m->n + tid] = sum;
}

int main(void)
{
	static uint32_t c[M * N];
	struct matmul args = { a, b, c, K, N };
	uint32_t start = ww_cycle();

	/* By a pointer: in a loop of its own it has too few registers. */
	vx_spawnWarps(M, N, (matmul_naive), &args);
	suite_cycles("matmul_naive", ww_cycle() - start);
	return suite_finish("matmul_naive", c, want, M * N);
}

#endif
