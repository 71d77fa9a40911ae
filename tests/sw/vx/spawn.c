/* spawn.c - requests of all shapes, flags and id functions:
 * every thread is called exactly once
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

#ifndef MOST
#define MOST 40
#endif

enum { MOST_WARPS = MOST, MOST_THREADS = MOST };

static uint8_t calls[MOST_WARPS][MOST_THREADS];
static volatile uint32_t bad;
static int token;

static __attribute__((noinline)) uint32_t deep(volatile uint32_t *up,
					       uint32_t n)
{
	volatile uint32_t own[8];

	for (uint32_t i = 0; i < 8; i++)
		own[i] = *up + n;
	return n == 0 ? own[3] : deep(own, n - 1) + own[7] - *up - n;
}

static void count(uint32_t tid, uint32_t wid)
{
	volatile uint32_t own = tid * 1000 + wid;
	uint32_t sum = deep(&own, 5);

	__if((tid < MOST_THREADS) & (wid < MOST_WARPS)) {
		calls[wid][tid]++;
	} __else {
		bad = 1;
	} __endif
	__if((sum != tid * 1000 + wid + 15) | (vx_get_arg() != &token)) {
		bad = 2;
	} __endif
}

/* Ids backwards, and warp and thread changed for each other. */
static void other_ids(uint32_t *tid, uint32_t *wid)
{
	uint32_t t = *tid;

	*tid = MOST_THREADS - 1 - *wid;
	*wid = t;
}

static int has(uint32_t id, uint32_t n, int odd, int even)
{
	return id < n && (!odd || id % 2 == 1) && (!even || id % 2 == 0);
}

static uint32_t wrong(uint32_t warps, uint32_t threads, uint32_t flags,
		      int other)
{
	uint32_t n = 0;

	for (uint32_t w = 0; w < MOST_WARPS; w++)
		for (uint32_t t = 0; t < MOST_THREADS; t++) {
			uint32_t i = other ? MOST_THREADS - 1 - t : w,
				 j = other ? w : t;

			n += calls[w][t] !=
			     (has(i, warps, flags & VX_ODD_WARPS,
				  flags & VX_EVEN_WARPS) &&
			      has(j, threads, flags & VX_ODD_THREADS,
				  flags & VX_EVEN_THREADS));
			calls[w][t] = 0;
		}
	return n;
}

int main(void)
{
	static const uint8_t sizes[] = { 0, 1,         2,         3,   5,
					 8, 31 % MOST, 33 % MOST, MOST };
	static const uint32_t flags[] = { VX_ODD_WARPS, VX_EVEN_WARPS,
					  VX_ODD_THREADS, VX_EVEN_THREADS,
					  VX_ODD_WARPS | VX_EVEN_THREADS };
	uint32_t n = 0;

	for (uint32_t i = 0; i < sizeof sizes; i++)
		for (uint32_t j = 0; j < sizeof sizes; j += 1 + i % 2) {
			vx_spawnWarps(sizes[i], sizes[j], count, &token);
			n += wrong(sizes[i], sizes[j], 0, 0);
		}
	for (uint32_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
		for (uint32_t j = 0; j < 5; j++) {
			vx_spawnWarps(sizes[8 - j], sizes[4 + j], count, &token,
				      flags[i]);
			n += wrong(sizes[8 - j], sizes[4 + j], flags[i], 0);
		}
	vx_spawnWarps(9, 7, count, &token, 0, other_ids);
	n += wrong(9, 7, 0, 1);
	vx_spawnWarps(7, 9, count, &token, VX_ODD_WARPS | VX_EVEN_THREADS,
		      other_ids);
	n += wrong(7, 9, VX_ODD_WARPS | VX_EVEN_THREADS, 1);
	return (int)(n + bad);
}
