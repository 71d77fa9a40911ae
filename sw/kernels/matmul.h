/* matmul.h - C = A B: the sizes, and what the host computes
 * SPDX-License-Identifier: Apache-2.0
 *
 * A has M x K elements, B has K x N, C has M x N, row by row. For SUITE_HOST
 * this is the whole kernel.
 */
#ifndef MATMUL_H
#define MATMUL_H

#include "suite.h"

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

static uint32_t a[M * K], b[K * N], want[M * N];

int main(void)
{
	for (uint32_t i = 0; i < M * K; i++)
		a[i] = suite_random(i);
	for (uint32_t i = 0; i < K * N; i++)
		b[i] = suite_random(i + M * K);
	for (uint32_t i = 0; i < M * N; i++)
		for (uint32_t k = 0; k < K; k++)
			want[i] += a[i / N * K + k] * b[k * N + i % N];
	emit("a", a, M * K);
	emit("b", b, K * N);
	emit("want", want, M * N);
	return 0;
}

#endif
#endif
