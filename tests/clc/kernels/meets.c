/* meets.c - barriers under conditions on which all threads of a warp agree
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

static uint32_t squares[ALL];

static void meet(uint32_t when)
{
	if (when)
		vx_syncthreads();
}

static void kernel(uint32_t tid, uint32_t wid)
{
	uint32_t *mine = squares + wid * THREADS, limit = wid & 3;

	for (uint32_t turn = 0; turn <= limit; turn++) {
		if (tid & 1 || turn == 0)
			mine[tid] += turn + tid * tid;
		meet(turn < 3);
		if (ww_same(mine[0] < 1000))
			meet(1);
	}
	out[wid * THREADS + tid] = mine[tid];
}

int main(void)
{
	vx_spawnWarps(WARPS, THREADS, kernel, NULL);
	print_out();
	return 0;
}
