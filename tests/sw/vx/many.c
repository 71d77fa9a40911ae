/* many.c - 600 software warps wait at once; stacks return to the heap,
 * all of them
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linked with stacks of 512 bytes.
 */
#include "warpwright.h"

#ifndef WARPS
#define WARPS 600
#endif

static volatile uint32_t here[WARPS], wrong;

static void meet(uint32_t tid, uint32_t wid)
{
	uint32_t n = 0;

	here[wid] = 1;
	vx_barrier(7, WARPS);
	for (uint32_t i = 0; i < WARPS; i += 7)
		n += here[i];
	__if((n != (WARPS + 6) / 7) & (tid == 0)) {
		wrong = 1;
	} __endif
}

static void nothing(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
}

static uint32_t largest(void)
{
	uint32_t size = 1 << 24;
	void *all;

	for (; !(all = vx_try(size)); size -= 256)
		;
	vx_free(all);
	return size;
}

int main(void)
{
	uint32_t before;

	vx_spawnWarps(vx_num_warps(), 1, nothing, NULL); /* on all cores */
	before = largest();
	vx_spawnWarps(WARPS, 4, meet, NULL);
	return (int)(wrong + 2 * (largest() != before));
}
