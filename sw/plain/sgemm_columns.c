/* sgemm_columns.c - C = A B in floats; neighbouring threads, neighbouring rows
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"

#ifndef N
#define N 64
#endif

static float a[N * N], b[N * N], c[N * N];

static float product(uint32_t row, uint32_t col)
{
	float sum = 0;

	for (uint32_t k = 0; k < N; k++)
		sum += a[row * N + k] * b[k * N + col];
	return sum;
}

static void sgemm(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid);

	c[i % N * N + i / N] = product(i % N, i / N);
}

int main(void)
{
	uint32_t state = 1, wrong = 0;

	for (uint32_t i = 0; i < N * N; i++) {
		a[i] = plain_float(&state);
		b[i] = plain_float(&state);
	}
	plain_begin();
	plain_run(N * N, sgemm);
	plain_end();
	for (uint32_t i = 0; i < N * N; i += 97)
		wrong += plain_differ(c[i], product(i / N, i % N));
	return plain_result("sgemm_columns", wrong);
}
