/* histogram.c - how often each value occurs
 * SPDX-License-Identifier: Apache-2.0
 *
 * Without atomic operations: each thread counts in a histogram of its own.
 * These lie side by side, one thread's counter of a bin beside the next
 * thread's: each thread has its own bank of shared memory. Each warp merges
 * those of its threads, thread t one bin, starting at thread t's counter so
 * that again each has its bank; behind a barrier all warps merge those of the
 * warps.
 */
#include "histogram.h"

#ifndef SUITE_HOST
#include "histogram.data.h"

struct histogram {
	const uint32_t *x;
	uint32_t n, warps;
	uint32_t *threads; /* [warp][bin][thread] */
	uint32_t *sums;    /* [warp][bin] */
	uint32_t *bins;
};

/* Counts in COUNTERS, those of one thread, which are STRIDE apart. */
static void count(const struct histogram *h, uint32_t tid, uint32_t wid,
		  uint32_t *counters, uint32_t stride)
{
	const uint32_t *x = h->x;
	uint32_t step = h->warps * stride, row = wid * stride, i = row + tid,
		 n = h->n;

	for (uint32_t b = 0; b < BINS; b++)
		counters[b * stride] = 0;
	for (; row + step + stride <= n; row += 2 * step, i += 2 * step) {
		uint32_t a = x[i], b = x[i + step];

		counters[a * stride]++;
		counters[b * stride]++;
	}
	for (; row + stride <= n; row += step, i += step)
		counters[x[i] * stride]++;
	__if(i < n) {
		counters[x[i] * stride]++;
	} __endif
}

/* Sums of the threads' counters of a warp. */
static void merge_threads(uint32_t tid, uint32_t threads,
			  const uint32_t *counters, uint32_t *sums)
{
	for (uint32_t first = 0; first < BINS; first += threads) {
		uint32_t bin = first + tid;

		__if(bin < BINS) {
			const uint32_t *c = counters + bin * threads;
			uint32_t sum = 0;

			for (uint32_t t = 0; t < threads; t++)
				sum += c[(tid + t) & (threads - 1)];
			sums[bin] = sum;
		} __endif
	}
}

static void histogram(uint32_t tid, uint32_t wid)
{
	const struct histogram *h = vx_get_arg();
	uint32_t threads = ww_num_threads(), warps = h->warps;
	uint32_t *counters = h->threads + wid * threads * BINS;

	count(h, tid, wid, counters + tid, threads);
	suite_together();
	merge_threads(tid, threads, counters, h->sums + wid * BINS);
	suite_meet(warps);
	for (uint32_t first = wid * threads; first < BINS;
	     first += warps * threads) {
		uint32_t bin = first + tid;

		__if(bin < BINS) {
			uint32_t sum = 0;

			for (uint32_t w = 0; w < warps; w++)
				sum += h->sums[w * BINS + bin];
			h->bins[bin] = sum;
		} __endif
	}
}

int main(void)
{
	static uint32_t ram[(1024 + 32) * BINS], bins[BINS];
	uint32_t warps = ww_num_warps(), threads = ww_num_threads();
	uint32_t counters = warps * threads * BINS;
	uint32_t *room = suite_scratch((counters + warps * BINS) * 4, ram);
	struct histogram args = { x, N, warps, room, room + counters, bins };
	uint32_t start = ww_cycle();

	vx_spawnWarps(warps, threads, histogram, &args);
	suite_cycles("histogram", ww_cycle() - start);
	return suite_finish("histogram", bins, want, BINS);
}

#endif
