/* hash.c - the FNV-1a hash of records of 32 bytes, a record a thread
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"

#ifndef N
#define N 2048
#endif

enum { BYTES = 32 };

static uint8_t records[N * BYTES];
static uint32_t hashes[N];

static uint32_t hash_of(const uint8_t *bytes)
{
	uint32_t h = 2166136261u;

	for (uint32_t k = 0; k < BYTES; k++)
		h = (h ^ bytes[k]) * 16777619u;
	return h;
}

static void hash(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid);

	hashes[i] = hash_of(records + i * BYTES);
}

int main(void)
{
	uint32_t state = 1, wrong = 0;

	for (uint32_t i = 0; i < N * BYTES; i++)
		records[i] = (uint8_t)plain_random(&state);
	plain_begin();
	plain_run(N, hash);
	plain_end();
	for (uint32_t i = 0; i < N; i += 13)
		wrong += hashes[i] != hash_of(records + i * BYTES);
	return plain_result("hash", wrong);
}
