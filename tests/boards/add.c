/* add.c - z = x + y, for boards with little memory; the results are in z
 * SPDX-License-Identifier: Apache-2.0
 *
 * -DFAIL=N: the exit code is N.
 */
#include "warpwright.h"

#ifndef FAIL
#define FAIL 0
#endif

enum { WARPS = 2, THREADS = 4, COUNT = 16 };

static uint32_t x[COUNT], y[COUNT];
uint32_t z[COUNT];

static void add(uint32_t tid, uint32_t wid, void *arg)
{
	for (uint32_t i = wid * THREADS + tid; i < COUNT;
	     i += WARPS * THREADS) {
		__if(x[i] & 1) {
			z[i] = x[i] + y[i];
		} __else {
			z[i] = x[i] - y[i];
		} __endif
	}
	(void)arg;
}

int main(void)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < COUNT; i++) {
		x[i] = 7 * i + 0x1000;
		y[i] = i * i;
	}
	ww_spawn(WARPS, THREADS, add, NULL);
	for (uint32_t i = 0; i < COUNT; i++)
		sum += z[i];
	ww_puts("sum ");
	ww_print_int((int)sum);
	ww_puts("\n");
	return FAIL;
}
