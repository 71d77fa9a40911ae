/* transpose.c - a square of words mirrored, a word a thread, without a tile
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"

#ifndef N
#define N 96
#endif

static uint32_t from[N * N], to[N * N];

static void transpose(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid);

	to[i % N * N + i / N] = from[i];
}

int main(void)
{
	uint32_t wrong = 0;

	for (uint32_t i = 0; i < N * N; i++)
		from[i] = 3 * i + 1;
	plain_begin();
	plain_run(N * N, transpose);
	plain_end();
	for (uint32_t i = 0; i < N * N; i += 53)
		wrong += to[i % N * N + i / N] != 3 * i + 1;
	return plain_result("transpose", wrong);
}
