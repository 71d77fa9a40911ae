/* async.c - requests that main does not wait for: several kernels at once,
 * handles
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

enum { JOBS = 20, WARPS = 7, THREADS = 5 };

static volatile uint32_t calls[JOBS][WARPS][THREADS], mains;
static volatile uint32_t flag, seen;

static void one(uint32_t tid, uint32_t wid)
{
	volatile uint32_t (*c)[THREADS] = vx_get_arg();

	c[wid][tid] += 1;
}

static void two(uint32_t tid, uint32_t wid)
{
	volatile uint32_t (*c)[THREADS] = vx_get_arg();

	vx_yield();
	c[wid][tid] += 2;
	vx_yield();
}

/* These two need each other: they run at the same time. */
static void say(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
	flag = 1;
	while (!seen)
		vx_yield();
}

static void answer(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
	while (!flag)
		vx_yield();
	seen = 1;
}

static void count_main(uint32_t tid, uint32_t wid)
{
	(void)wid;
	__if(tid == 0) {
		mains++;
	} __endif
}

int main(void)
{
	vx_handle handle[JOBS], first, second;
	uint32_t wrong = 0;

	for (uint32_t i = 0; i < JOBS; i++)
		handle[i] = vx_spawnWarps(WARPS, THREADS, i % 2 ? two : one,
					  (void *)calls[i], VX_ASYNC);
	/* A synchronous request meanwhile. */
	vx_spawnWarps(1, 3, count_main, NULL);
	wrong += mains != 1;
	for (uint32_t i = JOBS; i-- > 0;)
		vx_wait(handle[i]);
	for (uint32_t i = 0; i < JOBS; i++) {
		wrong += !vx_done(handle[i]);
		for (uint32_t w = 0; w < WARPS; w++)
			for (uint32_t t = 0; t < THREADS; t++)
				wrong += calls[i][w][t] != 1 + i % 2;
	}
	first = vx_spawnWarps(1, 1, answer, NULL, VX_ASYNC);
	second = vx_spawnWarps(1, 1, say, NULL, VX_ASYNC);
	while (!vx_done(first))
		;
	vx_wait(second);
	vx_wait(second);
	wrong += !seen || !vx_done(first);
	/* Nothing to do is done. */
	vx_wait(vx_spawnWarps(0, 5, one, NULL, VX_ASYNC));
	/* All halted: the light way may follow. */
	wrong += ww_active_warps() != 1;
	return (int)wrong;
}
