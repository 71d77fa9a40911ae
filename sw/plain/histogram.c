/* histogram.c - how often each of 64 values occurs; a counter block a thread
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"

#ifndef N
#define N 16384
#endif

enum { BINS = 64, THREADS = 1024 };

static uint8_t data[N];
static uint32_t part[THREADS][BINS], total[BINS], want[BINS];

static void count(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid);
	uint32_t step = ww_num_threads() * ww_num_warps();

	for (uint32_t k = i; k < N; k += step)
		part[i][data[k] % BINS]++;
}

static void add(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid), sum = 0;
	uint32_t parts = ww_num_threads() * ww_num_warps();

	__if(i < BINS) {
		for (uint32_t k = 0; k < parts; k++)
			sum += part[k][i];
		total[i] = sum;
	} __endif
}

int main(void)
{
	uint32_t state = 1, wrong = 0;

	for (uint32_t i = 0; i < N; i++) {
		data[i] = (uint8_t)(plain_random(&state) >> 8);
		want[data[i] % BINS]++;
	}
	plain_begin();
	plain_run(ww_num_threads() * ww_num_warps(), count);
	plain_run(BINS, add);
	plain_end();
	for (uint32_t i = 0; i < BINS; i++)
		wrong += total[i] != want[i];
	return plain_result("histogram", wrong);
}
