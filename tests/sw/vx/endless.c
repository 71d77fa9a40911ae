/* endless.c - a request of 2^32 software warps of 2^32 threads begins like any
 * other
 * SPDX-License-Identifier: Apache-2.0
 *
 * vx_exit ends the run from a kernel, whatever other warps do.
 */
#include "warpwright.h"

static uint32_t rounds;

static void run(uint32_t tid, uint32_t wid)
{
	__if((wid == 0) & (tid == 100 * ww_num_threads())) {
		vx_exit(rounds == 100 ? 42 : 1);
	} __endif
	__if((wid == 0) & (ww_thread_id() == 0)) {
		rounds++;
	} __endif
}

int main(void)
{
	vx_spawnWarps((uint64_t)1 << 32, (uint64_t)1 << 32, run, NULL);
	return 2;
}
