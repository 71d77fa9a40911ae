/* shared.c - vx_sm_malloc: first fit, reuse, all of it, from kernels
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
	vx_sm_free(vx_sm_malloc(size)); /* nothing is lost */
	vx_sm_free(NULL);
	return (int)wrong;
}
