/* sgemm.c - C = A B in floating point, an element of C per thread
 * SPDX-License-Identifier: Apache-2.0
 *
 * As matmul_naive, which does it in integers; for cores with isa.f. M x K times
 * K x N elements. A software warp is a row of C, its threads are the columns.
 */
#include "suite.h"
#include "vx_math.h"

#ifndef M
#define M 32
#endif
#ifndef K
#define K 32
#endif
#ifndef N
#define N 32
#endif

#ifdef SUITE_HOST

static float a[M * K], b[K * N], want[M * N];

int main(void)
{
	for (uint32_t i = 0; i < M * K; i++)
		a[i] = suite_float(i);
	for (uint32_t i = 0; i < K * N; i++)
		b[i] = suite_float(i + M * K);
	for (uint32_t i = 0; i < M * N; i++)
		for (uint32_t k = 0; k < K; k++)
			want[i] = fmaf(a[i / N * K + k], b[k * N + i % N],
				       want[i]);
	emit_floats("a", a, M * K);
	emit_floats("b", b, K * N);
	emit_floats("want", want, M * N);
	return 0;
}

#else
#include "sgemm.data.h"

struct sgemm {
	const float *a, *b;
	float *c;
	uint32_t k, n;
};

static void sgemm(uint32_t tid, uint32_t wid)
{
	const struct sgemm *m = vx_get_arg();
	const float *a = m->a + wid * m->k, *b = m->b + tid;
	float sum = 0;

	for (uint32_t k = 0; k < m->k; k++, b += m->n)
		sum = fmaf(a[k], *b, sum);
	m->c[wid * m->n + tid] = sum;
}

int main(void)
{
	static float c[M * N];
	struct sgemm args = { a, b, c, K, N };
	uint32_t start = ww_cycle();

	vx_spawnWarps(M, N, sgemm, &args);
	suite_cycles("sgemm", ww_cycle() - start);
	return suite_finish("sgemm", c, want, M * N);
}

#endif
