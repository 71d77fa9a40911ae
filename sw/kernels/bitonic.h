/* bitonic.h - a step of bitonic sorting, for any number of elements
 * SPDX-License-Identifier: Apache-2.0
 *
 * Sorted runs of J elements become sorted runs of 2 J by a mirror step, which
 * compares the first run's element i with the second's J - 1 - i, and steps of
 * distance J / 2, J / 4 ... 1. All steps put the smaller element first. So
 * elements that are not there, behind the last, need not be: they would be the
 * largest and stay where they are.
 *
 * N is the kernel's; for SUITE_HOST this is the whole kernel.
 */
#ifndef BITONIC_H
#define BITONIC_H

#include "suite.h"

#ifdef SUITE_HOST
#include <stdlib.h>

static uint32_t x[N], want[N];

static int compare(const void *a, const void *b)
{
	uint32_t l = *(const uint32_t *)a, r = *(const uint32_t *)b;

	return (l > r) - (l < r);
}

int main(void)
{
	for (uint32_t i = 0; i < N; i++)
		x[i] = want[i] = suite_random(i) % 5 ? suite_random(i) : i % 7;
	qsort(want, N, sizeof want[0], compare);
	emit("x", x, N);
	emit("want", want, N);
	return 0;
}

#else

/* The second element of a pair is at the first one's place xor this. */
static inline uint32_t bitonic_mirror(uint32_t distance)
{
	return 2 * distance - 1;
}

/* Puts pair P of a step in order. DISTANCE is a power of two; OTHER is it or
 * its mirror. */
static inline void bitonic_pair(uint32_t *x, uint32_t n, uint32_t p,
				uint32_t distance, uint32_t other)
{
	uint32_t first = 2 * p - (p & (distance - 1)), second = first ^ other;

	__if(second < n) {
		uint32_t a = x[first], b = x[second],
			 swap = (a ^ b) & -(uint32_t)(a > b);

		x[first] = a ^ swap;
		x[second] = b ^ swap;
	} __endif
}

/* The power of two that is N or the next. */
static inline uint32_t bitonic_size(uint32_t n)
{
	uint32_t size = 1;

	while (size < n)
		size *= 2;
	return size;
}

#endif
#endif
