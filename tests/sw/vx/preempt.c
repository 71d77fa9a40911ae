/* preempt.c - software warps that never give way: each waits for the next one
 * SPDX-License-Identifier: Apache-2.0
 *
 * Without a timer there is nothing to show.
 */
#include "warpwright.h"

enum { WARPS = 12, LANES = 32 };

static volatile uint32_t turn;
static volatile uint32_t sums[WARPS][LANES];

/* Registers, stack and ids are the thread's own after any number of
 * switches. */
static void wait_for_turn(uint32_t tid, uint32_t wid)
{
	uint32_t a = tid * 7 + wid, b = a * a + 3, c = b ^ 0x5555, d = c + a,
		 own[4];

	for (uint32_t i = 0; i < 4; i++)
		own[i] = d * i + tid;
	while (turn != wid) {
		a += 1;
		b += a;
		c ^= b;
		d += c;
		a -= 1;
		d -= c;
		c ^= b;
		b -= a + 1;
		ww_fence(); /* a data cache may keep turn as it was */
	}
	for (uint32_t i = 0; i < 4; i++)
		a += own[i];
	sums[wid][tid] = a + b + c + d;
	ww_fence();
	__if(tid == 0) {
		turn = wid - 1;
	} __endif
}

static uint32_t expected(uint32_t tid, uint32_t wid)
{
	uint32_t a = tid * 7 + wid, b = a * a + 3, c = b ^ 0x5555, d = c + a;

	return a + d * 6 + 4 * tid + b + c + d;
}

int main(void)
{
	uint32_t threads = ww_num_threads(), wrong = 0;

	if (!vx_preempt(3000))
		return 0;
#ifdef TICK
	__asm__ volatile("csrw %0, %1" : : "i"(WW_CSR_MTICK), "r"(TICK));
#endif
	turn = WARPS - 1;
	vx_spawnWarps(WARPS, threads, wait_for_turn, NULL);
	vx_preempt(0);
	for (uint32_t wid = 0; wid < WARPS; wid++)
		for (uint32_t tid = 0; tid < threads; tid++)
			wrong += sums[wid][tid] != expected(tid, wid);
	return (int)wrong;
}
