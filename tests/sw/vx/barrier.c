/* barrier.c - barriers among more software warps than there are hardware warps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

enum { WARPS = 21, PHASES = 6, SPREAD = 48 };

static volatile uint32_t sums[2][WARPS];
static volatile uint32_t wrong[WARPS], rounds[SPREAD];
static volatile uint32_t groups[3];

/* In each phase a warp reads what all wrote in the one before. */
static void phases(uint32_t tid, uint32_t wid)
{
	uint32_t total, kept = tid * 3 + wid;

	for (uint32_t p = 0; p < PHASES; p++) {
		__if(tid == 0) {
			sums[p % 2][wid] = p * 100 + wid;
		} __endif
		vx_barrier(5, WARPS);
		total = 0;
		for (uint32_t i = 0; i < WARPS; i++)
			total += sums[p % 2][i];
		__if((total != p * 100 * WARPS + WARPS * (WARPS - 1) / 2) |
		     (kept != tid * 3 + wid))
		{
			wrong[wid] = 1;
		} __endif vx_barrier(0, WARPS);
	}
}

/* All rounds of all warps arrive before one goes on. */
static void in_rounds(uint32_t tid, uint32_t wid)
{
	uint32_t n = 0;

	rounds[tid] = wid + 1;
	vx_barrier(0, 2);
	for (uint32_t i = 0; i < SPREAD; i++)
		n += rounds[i] == 0;
	__if(n != 0) {
		wrong[wid] = 2;
	} __endif
}

/* Pairs: whoever comes, two at a time. */
static void pairs(uint32_t tid, uint32_t wid)
{
	(void)tid;
	vx_barrier(63, 2);
	__if(tid == 0) {
		groups[wid % 3] = 1;
	} __endif
}

/* As many as hardware warps: they meet by bar. */
static void direct(uint32_t tid, uint32_t wid)
{
	uint32_t n = ww_num_warps(), total;

	for (uint32_t p = 0; p < PHASES; p++) {
		__if((tid == 0) & (wid < WARPS)) {
			sums[0][wid] = p + 1;
		} __endif
		vx_barrier(0, n);
		total = 0;
		for (uint32_t i = 0; i < n && i < WARPS; i++)
			total += sums[0][i];
		__if(total != (p + 1) * (n < WARPS ? n : WARPS)) {
			wrong[0] = 3;
		} __endif
		vx_barrier(0, n);
	}
}

int main(void)
{
	uint32_t sum = 0;
	vx_handle a, b;

	vx_spawnWarps(WARPS, 3, phases, NULL);
	vx_spawnWarps(WARPS, ww_num_threads(), phases, NULL);
	vx_spawnWarps(2, SPREAD, in_rounds, NULL);
	vx_spawnWarps(ww_num_warps(), 2, direct, NULL);
	a = vx_spawnWarps(WARPS - 1, 2, pairs, NULL, VX_ASYNC);
	b = vx_spawnWarps(WARPS, 1, phases, NULL, VX_ASYNC);
	vx_wait(b);
	vx_wait(a);
	for (uint32_t i = 0; i < WARPS; i++)
		sum += wrong[i];
	return (int)(sum + (groups[0] & groups[1] & groups[2] ? 0 : 100));
}
