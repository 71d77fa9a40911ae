/* scan.h - prefix sums within a warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * A tile is SCAN_SERIAL words per thread. Its word i lies at SCAN_AT(i) of the
 * room: threads that access words in a row and threads that go through
 * SCAN_SERIAL words of their own both have banks for themselves.
 */
#ifndef SCAN_H
#define SCAN_H

#include "suite.h"

enum { SCAN_SERIAL = 8 };

#define SCAN_AT(i)         ((i) + (i) / SCAN_SERIAL)
/* Words of scratch memory for a warp: a tile, and two words per thread for the
 * sums of threads. */
#define SCAN_ROOM(threads) ((threads) * (SCAN_SERIAL + 3))

#ifndef SUITE_HOST

/* To be called once before the others. */
static inline void scan_begin(uint32_t tid, uint32_t *room)
{
	room[(SCAN_SERIAL + 1) * ww_num_threads() + tid] = 0;
}

/* The sum of VALUE over the threads before this one; *TOTAL becomes that over
 * all threads. Each adds the sum that ends 1, 2, 4 ... threads before it;
 * before thread 0 there are as many zeros as threads. */
static inline uint32_t scan_threads(uint32_t tid, uint32_t value,
				    uint32_t *room, uint32_t *total)
{
	uint32_t threads = ww_num_threads(), sum = value;
	uint32_t *sums = room + (SCAN_SERIAL + 2) * threads;

	sums[tid] = sum;
	suite_together();
	for (uint32_t step = 1; step < threads; step *= 2) {
		sum += *(sums + tid - step);
		suite_together();
		sums[tid] = sum;
		suite_together();
	}
	*total = sums[threads - 1];
	suite_together();
	return sum - value;
}

/* Replaces each word of the tile in ROOM by CARRY and the sum of those before
 * it. Returns what to carry to the next tile. */
static inline uint32_t scan_tile(uint32_t tid, uint32_t *room, uint32_t carry)
{
	uint32_t *own = room + tid * (SCAN_SERIAL + 1), sum = 0, total;

	suite_together();
#pragma GCC unroll 8
	for (uint32_t k = 0; k < SCAN_SERIAL; k++)
		sum += own[k];
	sum = carry + scan_threads(tid, sum, room, &total);
#pragma GCC unroll 8
	for (uint32_t k = 0; k < SCAN_SERIAL; k++) {
		uint32_t word = own[k];

		own[k] = sum;
		sum += word;
	}
	suite_together();
	return carry + total;
}

#endif

#endif
