/* shared.c - vx_sm_malloc: first fit, reuse, all of it, from kernels on every
 * core while main takes some too
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

enum { WARPS = 9 };

static volatile uint32_t wrong;

static void tile(uint32_t tid, uint32_t wid)
{
	volatile uint32_t *own = vx_sm_malloc(4 * ww_num_threads());

	own[tid] = wid << 8 | tid;
	vx_barrier(1, WARPS); /* all have theirs */
	__if(own[tid] != (wid << 8 | tid)) {
		wrong = 1;
	} __endif
	vx_sm_free((void *)own);
}

static char *held; /* main's */

/* Three times a block, which nobody else has meanwhile; the last software warp
 * gives back what main held. */
static void churn(uint32_t tid, uint32_t wid)
{
	uint32_t words = 4 + wid;

	for (uint32_t turn = 0; turn < 3; turn++) {
		volatile uint32_t *own = vx_sm_malloc(4 * words);
		uint32_t mark = wid << 16 | turn << 8;

		__if(((char *)own < held + 100) &
		     ((char *)(own + words) > held)) {
			wrong = 2;
		} __endif
		for (uint32_t i = 0; i < words; i++)
			own[i] = mark | i;
		vx_yield();
		for (uint32_t i = 0; i < words; i++) {
			__if(own[i] != (mark | i)) {
				wrong = 3;
			} __endif
		}
		vx_sm_free((void *)own);
	}
	vx_barrier(2, WARPS);
	__if((wid == WARPS - 1) & (tid == 0)) {
		vx_sm_free(held);
	} __endif
}

/* Main takes and gives while kernels do, on all cores. */
static void meanwhile(void)
{
	vx_handle h;

	held = vx_sm_malloc(100);
	h = vx_spawnWarps(WARPS, 1, churn, NULL, VX_ASYNC | VX_SPREAD);
	for (uint32_t turn = 0; turn < 8; turn++) {
		volatile uint32_t *own = vx_sm_try(4 * 24);

		if (!own)
			continue;
		for (uint32_t i = 0; i < 24; i++)
			own[i] = turn << 24 | i;
		for (uint32_t i = 0; i < 24; i++)
			if (own[i] != (turn << 24 | i))
				wrong = 4;
		vx_sm_free((void *)own);
	}
	vx_wait(h);
}

int main(void)
{
	uint32_t size = vx_sm_size();
	char *a, *b, *c, *all;

	if (size < 4096)
		return size == 0 && vx_sm_try(1) ? 1 : 0;
	all = vx_sm_malloc(size);
	if (all != (char *)0xFF000000u || vx_sm_try(1))
		return 2;
	vx_sm_free(all);
	a = vx_sm_malloc(100);
	b = vx_sm_malloc(100);
	c = vx_sm_malloc(1);
	if (b != a + 112 || c != b + 112 || vx_sm_try(size - 16))
		return 3;
	vx_sm_free(b);
	if (vx_sm_malloc(112) != b) /* the first gap */
		return 4;
	vx_sm_free(b);
	vx_sm_free(a);
	if (vx_sm_malloc(224) != a) /* two gaps are one */
		return 5;
	vx_sm_free(c);
	vx_sm_free(a);
	vx_spawnWarps(WARPS, ww_num_threads(), tile, NULL);
	meanwhile();
	vx_sm_free(vx_sm_malloc(size)); /* nothing is lost */
	vx_sm_free(NULL);
	return (int)wrong;
}
