/* prefix_sum.c - all sums of the first words of an array, in log N passes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"

#ifndef N
#define N 2048
#endif

static uint32_t sums[2][N];
static uint32_t distance;

static void pass(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid), *to = vx_get_arg();
	const uint32_t *from = to == sums[0] ? sums[1] : sums[0];
	uint32_t sum = from[i];

	__if(i >= distance) {
		sum += from[i - distance];
	} __endif
	to[i] = sum;
}

int main(void)
{
	uint32_t state = 1, sum = 0, wrong = 0, t = ww_num_threads(), turn = 0;

	for (uint32_t i = 0; i < N; i++)
		sums[0][i] = plain_random(&state);
	plain_begin();
	for (distance = 1; distance < N; distance *= 2) {
		turn ^= 1;
		vx_spawnWarps(N / t, t, pass, sums[turn]);
	}
	plain_end();
	state = 1;
	for (uint32_t i = 0; i < N; i++) {
		sum += plain_random(&state);
		wrong += sums[turn][i] != sum;
	}
	return plain_result("prefix_sum", wrong);
}
