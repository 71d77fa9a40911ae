/* search.c - where a word stands in a text: a place of the text a thread
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"

#ifndef N
#define N 12000
#endif

static uint8_t text[N + 16];
static uint8_t found[N + 128];
static const char word[] = "warp";

static _Bool stands_at(uint32_t i)
{
	uint32_t same = 0;

	for (uint32_t k = 0; k < sizeof word - 1; k++)
		same += text[i + k] == (uint8_t)word[k];
	return same == sizeof word - 1;
}

static void search(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid);

	__if(i < N) {
		found[i] = stands_at(i);
	} __endif
}

int main(void)
{
	uint32_t state = 1, wrong = 0, times = 0;

	for (uint32_t i = 0; i < N; i++)
		text[i] = (uint8_t)word[plain_random(&state) >> 9 & 3];
	plain_begin();
	plain_run(N, search);
	plain_end();
	for (uint32_t i = 0; i < N; i++)
		times += found[i];
	for (uint32_t i = 0; i < N; i += 7)
		wrong += found[i] != stands_at(i);
	return plain_result("search", wrong + (times == 0));
}
