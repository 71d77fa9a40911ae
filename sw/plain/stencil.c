/* stencil.c - heat on a square plate: one step over five points, in floats
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"

#ifndef N
#define N 96
#endif

static float before[N * N], after[N * N];

static float point(uint32_t i)
{
	float sum = before[i - 1] + before[i + 1] + before[i - N] +
		    before[i + N];

	return before[i] + 0.1f * (sum - 4.0f * before[i]);
}

static void step(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid), row = i / N, col = i % N;

	__if((row > 0) & (row < N - 1) & (col > 0) & (col < N - 1)) {
		after[i] = point(i);
	} __endif
}

int main(void)
{
	uint32_t state = 1, wrong = 0;

	for (uint32_t i = 0; i < N * N; i++)
		before[i] = plain_float(&state);
	plain_begin();
	plain_run(N * N, step);
	plain_end();
	for (uint32_t i = N + 1; i < N * N - N; i += 61)
		if (i % N != 0 && i % N != N - 1)
			wrong += plain_differ(after[i], point(i));
	return plain_result("stencil", wrong);
}
