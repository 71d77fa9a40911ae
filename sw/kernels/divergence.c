/* divergence.c - nested __if on all warps and threads, checked on warp 0
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each thread classifies its number by a tree of conditions four levels deep
 * and runs a loop whose trip count differs between threads. Prints the number
 * of wrong results and exits with 0 if there are none.
 */
#include "warpwright.h"

enum { WARPS = 8, THREADS = 32, COUNT = WARPS * THREADS };

static uint32_t class_of[COUNT], steps_of[COUNT];

static uint32_t classify(uint32_t i)
{
	uint32_t c;

	__if(i & 1) {
		__if(i & 2) {
			__if(i % 3 == 0) {
				c = 1;
			} __else {
				c = 2;
				__if(i > 100) {
					c += 10;
				} __endif
			} __endif
			c += 100;
		} __else {
			c = 3;
		} __endif
	} __else {
		__if(i < COUNT) {	/* all agree */
			__if((i & 4) == 0) {
				__if(i % 5 == 0) {
					c = 4;
				} __else {
					c = 5;
				} __endif
			} __else {
				c = 6;
			} __endif
		} __else {
			c = 7;
		} __endif
		c += 200;
	} __endif
	return c;
}

static uint32_t classify_plain(uint32_t i)
{
	if (i & 1)
		return i & 2 ? (i % 3 == 0 ? 101 : i > 100 ? 112 : 102) : 3;
	return (i & 4 ? 6 : i % 5 == 0 ? 4 : 5) + 200;
}

/* Steps of the Collatz sequence to 1, at most LIMIT: the loop is as long as
 * the slowest thread needs. */
enum { LIMIT = 24 };

static uint32_t collatz(uint32_t n)
{
	uint32_t steps = 0;

	for (int i = 0; i < LIMIT; i++) {
		__if(n > 1) {
			__if(n & 1) {
				n = 3 * n + 1;
			} __else {
				n >>= 1;
			} __endif
			steps++;
		} __endif
	}
	return steps;
}

static uint32_t collatz_plain(uint32_t n)
{
	uint32_t steps = 0;

	for (; n > 1 && steps < LIMIT; steps++)
		n = n & 1 ? 3 * n + 1 : n >> 1;
	return steps;
}

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	uint32_t i = wid * THREADS + tid;

	(void)arg;
	class_of[i] = classify(i);
	steps_of[i] = collatz(i);
}

int main(void)
{
	uint32_t wrong = 0;

	ww_spawn(WARPS, THREADS, kernel, NULL);
	for (uint32_t i = 0; i < COUNT; i++)
		wrong += (class_of[i] != classify_plain(i)) |
			 (steps_of[i] != collatz_plain(i));
	ww_puts("divergence: wrong ");
	ww_print_uint(wrong);
	ww_puts("\n");
	return wrong != 0;
}
