/* histogram.h - the values of histogram.c and histogram_atomic.c, and how often
 * each occurs
 * SPDX-License-Identifier: Apache-2.0
 *
 * N (3,000) values below BINS (32), small ones more often.
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include "suite.h"

#ifndef N
#define N 3000
#endif
#ifndef BINS
#define BINS 32
#endif

#ifdef SUITE_HOST

static uint32_t x[N], want[BINS];

int main(void)
{
	for (uint32_t i = 0; i < N; i++) {
		uint32_t a = suite_random(2 * i) % BINS,
			 b = suite_random(2 * i + 1) % BINS;

		x[i] = a < b ? a : b;
		want[x[i]]++;
	}
	emit("x", x, N);
	emit("want", want, BINS);
	return 0;
}

#endif

#endif
