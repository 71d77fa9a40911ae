/* memory.c - the heap, from main and from many software warps at once
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

enum { BLOCKS = 40, WARPS = 11 };

static uint32_t *block[BLOCKS];
static volatile uint32_t wrong;

static uint32_t size_of(uint32_t i, uint32_t turn)
{
	return 1 + (i * 37 + turn * 11) % 60; /* words */
}

static void fill(uint32_t i, uint32_t turn)
{
	block[i] = vx_malloc(4 * size_of(i, turn));
	wrong += (uint32_t)block[i] & 15;
	for (uint32_t w = 0; w < size_of(i, turn); w++)
		block[i][w] = i << 16 | w;
}

static void empty(uint32_t i, uint32_t turn)
{
	for (uint32_t w = 0; w < size_of(i, turn); w++)
		wrong += block[i][w] != (i << 16 | w);
	vx_free(block[i]);
}

/* Each warp has a block of its own, all its threads the same one. */
static void each(uint32_t tid, uint32_t wid)
{
	uint32_t lanes = ww_num_threads();
	uint32_t *own;

	for (uint32_t turn = 0; turn < 4; turn++) {
		own = vx_malloc(4 * lanes);
		own[tid] = wid * 100 + tid;
		vx_yield();
		__if(own[tid] != wid * 100 + tid) {
			wrong = 1000;
		} __endif
		vx_free(own);
	}
}

int main(void)
{
	void *all;
	uint32_t most = 0x00D00000;

	for (; !(all = vx_try(most)); most -= 1024)
		;
	vx_free(all);
	for (uint32_t i = 0; i < BLOCKS; i++)
		fill(i, 0);
	for (uint32_t turn = 0; turn < 6; turn++) {
		for (uint32_t i = turn % 2; i < BLOCKS; i += 2)
			empty(i, turn / 2);
		for (uint32_t i = BLOCKS; i-- > 0;)
			if (i % 2 == turn % 2)
				fill(i, turn / 2 + 1);
	}
	for (uint32_t i = 0; i < BLOCKS; i++)
		empty(i, 3);
	if (vx_try(most) != all) /* all gaps are one again */
		return 1;
	vx_free(all);
	vx_spawnWarps(WARPS, ww_num_threads(), each, NULL);
	vx_free(NULL);
	return (int)wrong;
}
