/* pieces.c - requests of many software warps: each runs once, in the order of
 * its hardware warp's share, and with all its threads
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

#ifndef MOST
#define MOST 300
#endif

enum {
	CORES = 16, WARPS = 32, STEPS = MOST > 100 ? 23 : 61,
	/* On two cores 256 software warps for each of eight hardware warps:
	 * these have more pieces. */
	LONG = 8 * 256 + 3
};

static uint8_t calls[LONG], others[LONG];
static volatile uint32_t last[CORES][WARPS]; /* started there */
static volatile uint32_t bad;
static uint32_t threads;

static void started(uint32_t tid, uint32_t wid)
{
	__if(tid == 0) {
		volatile uint32_t *before = &last[ww_core_id()][ww_warp_id()];

		bad |= *before > wid;
		*before = wid + 1;
		calls[wid]++;
	} __endif
}

static void plain(uint32_t tid, uint32_t wid)
{
	uint32_t mask = ww_tmask();

	__if(mask != (threads == 32 ? ~0u : (1u << threads) - 1)) {
		bad = 2;
	} __endif
	started(tid, wid);
}

static void gives_way(uint32_t tid, uint32_t wid)
{
	started(tid, wid);
	if (wid % 7 == 2)
		vx_yield();
}

static void in_rounds(uint32_t tid, uint32_t wid) { started(tid, wid); }

static void other(uint32_t tid, uint32_t wid)
{
	__if(tid == 0) {
		others[wid]++;
	} __endif
}

static void begin(void)
{
	for (uint32_t c = 0; c < CORES; c++)
		for (uint32_t w = 0; w < WARPS; w++)
			last[c][w] = 0;
}

/* Of the first ALL software warps those that did not run once, which 0 to N - 1
 * should have. */
static uint32_t wrong(uint8_t *counts, uint32_t n, uint32_t all)
{
	uint32_t sum = 0;

	for (uint32_t w = 0; w < all; w++) {
		sum += counts[w] != (w < n);
		counts[w] = 0;
	}
	return sum;
}

int main(void)
{
	static const vx_kernel kernels[] = { plain, gives_way, in_rounds };
	uint32_t n = 0;

	threads = ww_num_threads();
	for (uint32_t size = 1; size <= MOST; size += size / STEPS + 1)
		for (uint32_t k = 0; k < 3; k++) {
			begin();
			vx_spawnWarps(size, k == 2 ? threads + 1 : threads,
				      kernels[k], NULL);
			n += wrong(calls, size, MOST);
		}
	if (MOST > 100 && vx_num_warps() <= 4) {
		begin();
		vx_spawnWarps(LONG - 1, threads, plain, NULL);
		n += wrong(calls, LONG - 1, LONG);
	}
	/* A second request finds the first one in the middle. */
	begin();
	vx_handle first = vx_spawnWarps(MOST, threads, in_rounds, NULL,
					VX_ASYNC);
	vx_handle second = vx_spawnWarps(MOST / 2, threads, other, NULL,
					 VX_ASYNC);

	vx_wait(second);
	vx_wait(first);
	n += wrong(calls, MOST, MOST) + wrong(others, MOST / 2, MOST);
	return (int)(n + bad);
}
