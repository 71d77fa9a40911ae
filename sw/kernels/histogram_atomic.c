/* histogram_atomic.c - how often each value occurs, by atomic additions
 * SPDX-License-Identifier: Apache-2.0
 *
 * The work of histogram.c (3,000 values below 32, small ones more often)
 * without counters for each thread: each warp has one set of BINS, in shared
 * memory if there is some, to which its threads add at once. Behind a barrier
 * thread t adds those of the warps of bin t.
 */
#include "histogram.h"

#ifndef SUITE_HOST
#include "histogram_atomic.data.h"
#include "vx_atomic.h"

struct histogram {
	const uint32_t *x;
	uint32_t n, warps;
	uint32_t *sums;    /* [warp][bin] */
	uint32_t *bins;
};

static void histogram(uint32_t tid, uint32_t wid)
{
	const struct histogram *h = vx_get_arg();
	uint32_t threads = ww_num_threads(), step = h->warps * threads;
	uint32_t n = h->n;
	uint32_t *sums = h->sums + wid * BINS, i = wid * threads + tid;
	const uint32_t *x = h->x;

	for (uint32_t bin = tid; bin - tid < BINS; bin += threads) {
		__if(bin < BINS) {
			sums[bin] = 0;
		} __endif
	}
	suite_together();
	if (i - tid + 3 * step + threads <= n) {
		uint32_t a = x[i], b = x[i + step], c = x[i + 2 * step],
			 d = x[i + 3 * step];

		i += 4 * step;
		for (; i - tid + 3 * step + threads <= n; i += 4 * step) {
			atomicAdd(&sums[a], 1);
			a = x[i];
			atomicAdd(&sums[b], 1);
			b = x[i + step];
			atomicAdd(&sums[c], 1);
			c = x[i + 2 * step];
			atomicAdd(&sums[d], 1);
			d = x[i + 3 * step];
		}
		atomicAdd(&sums[a], 1);
		atomicAdd(&sums[b], 1);
		atomicAdd(&sums[c], 1);
		atomicAdd(&sums[d], 1);
	}
	for (; i - tid + threads <= n; i += step)
		atomicAdd(&sums[x[i]], 1);
	__if(i < n) {
		atomicAdd(&sums[x[i]], 1);
	} __endif
	suite_meet(h->warps);
	for (uint32_t first = wid * threads; first < BINS; first += step) {
		uint32_t bin = first + tid;

		__if(bin < BINS) {
			uint32_t sum = 0;

			for (uint32_t w = 0; w < h->warps; w++)
				sum += h->sums[w * BINS + bin];
			h->bins[bin] = sum;
		} __endif
	}
}

int main(void)
{
	static uint32_t ram[32 * BINS], bins[BINS];
	uint32_t warps = ww_num_warps();
	uint32_t *room = suite_scratch(warps * BINS * 4, ram);
	struct histogram args = { x, N, warps, room, bins };
	uint32_t start = ww_cycle();

	vx_spawnWarps(warps, ww_num_threads(), histogram, &args);
	suite_cycles("histogram_atomic", ww_cycle() - start);
	return suite_finish("histogram_atomic", bins, want, BINS);
}

#endif
