/* once.c - each software warp runs once, wherever an interrupt finds their loop
 * SPDX-License-Identifier: Apache-2.0
 *
 * The kernels are short, so many interrupts come where the loop of a kernel
 * goes from one software warp to the next. One kernel is given by its name, and
 * has a loop of its own, one by a pointer.
 */
#include "warpwright.h"

#ifndef PERIODS
#define PERIODS 20
#endif

enum { WARPS = 150, LANES = 32 };

static uint32_t runs[WARPS][LANES];
static uint32_t other[WARPS][LANES];

static void count(uint32_t tid, uint32_t wid)
{
	runs[wid][tid] += wid + 1;
}

static void count_other(uint32_t tid, uint32_t wid)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < (wid & 7) + 1; i++) {
		n += wid;
		__asm__ volatile("" : "+r"(n));
	}
	other[wid][tid] += n;
}

int main(void)
{
	uint32_t threads = ww_num_threads(), wrong = 0;
	volatile vx_kernel pointer = count_other;

	for (uint32_t i = 1; i <= PERIODS; i++) {
		vx_handle handle;

		vx_preempt(2500 + 37 * i);
		handle = vx_spawnWarps(WARPS, threads, count, NULL, VX_ASYNC);
		vx_wait(vx_spawnWarps(WARPS, threads, pointer, NULL, VX_ASYNC));
		vx_spawnWarps(WARPS, threads, count_other, NULL);
		vx_wait(handle);
		vx_spawnWarps(WARPS, threads, count, NULL);
	}
	vx_preempt(0);
	for (uint32_t wid = 0; wid < WARPS; wid++)
		for (uint32_t tid = 0; tid < threads; tid++)
			wrong += runs[wid][tid] != 2 * PERIODS * (wid + 1) ||
				 other[wid][tid] != 2 * PERIODS * wid *
							    ((wid & 7) + 1);
	return (int)wrong;
}
