/* sort.c - the bitonic network over N words, half a pair a thread
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"

#ifndef N
#define N 1024
#endif

static uint32_t keys[N];
static uint32_t size, apart;

static void exchange(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid), j = i ^ apart;

	__if(j > i) {
		uint32_t a = keys[i], b = keys[j];

		__if((a > b) == ((i & size) == 0)) {
			keys[i] = b;
			keys[j] = a;
		} __endif
	} __endif
}

int main(void)
{
	uint32_t state = 1, sum = 0, wrong = 0;

	for (uint32_t i = 0; i < N; i++)
		sum += keys[i] = plain_random(&state);
	plain_begin();
	for (size = 2; size <= N; size *= 2)
		for (apart = size / 2; apart > 0; apart /= 2)
			plain_run(N, exchange);
	plain_end();
	for (uint32_t i = 0; i < N; i++) {
		sum -= keys[i];
		wrong += i > 0 && keys[i - 1] > keys[i];
	}
	return plain_result("sort", wrong + (sum != 0));
}
