/* flag.c - a message from warp to warp, of two cores where there are two
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1 no fence at the receiver; 2 none at the sender; 3 a counter without
 * atomics; 4 neither fence.
 * BUG N plants one.
 */
#include "warpwright.h"
#include "vx.h"

volatile uint32_t flag;
uint32_t data[8], counter, got;

static void pass(uint32_t tid, uint32_t wid)
{
	__if(wid == 0) {
		data[tid] = 7;
#if BUG != 2 && BUG != 4
		ww_fence();
#endif
		flag = 1;
	} __endif
	__if(wid == ww_num_warps()) {
		uint32_t limit = 100000;

		while (!flag && --limit) {
			ww_fence();
			vx_yield();
		}
#if BUG != 1 && BUG != 4
		ww_fence();
#endif
		got = data[0];
	} __endif
#if BUG == 3
	counter += wid;
#endif
}

int main(void)
{
	vx_spawnWarps(2 * ww_num_warps(), 1, pass, 0);
	return 0;
}
