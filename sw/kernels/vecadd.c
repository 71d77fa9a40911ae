/* vecadd.c - z = x + y over 1000 elements on 16 software warps of 64 threads
 * SPDX-License-Identifier: Apache-2.0
 *
 * The last warps have nothing to do for some of their threads: the guard
 * diverges. Prints the sum of z and exits with 0 if every element is right.
 */
#include "warpwright.h"

enum { COUNT = 1000, WARPS = 16, THREADS = 64 };

struct vecadd {
	const uint32_t *x, *y;
	uint32_t *z;
	uint32_t count;
};

static uint32_t x[COUNT], y[COUNT], z[WARPS * THREADS];

static void add(uint32_t tid, uint32_t wid, void *arg)
{
	const struct vecadd *v = arg;
	uint32_t i = wid * THREADS + tid;

	__if(i < v->count) {
		v->z[i] = v->x[i] + v->y[i];
	} __else {
		v->z[i] = 0xFFFFFFFF;
	} __endif
}

int main(void)
{
	struct vecadd args = { x, y, z, COUNT };
	uint32_t sum = 0, wrong = 0;

	for (uint32_t i = 0; i < COUNT; i++) {
		x[i] = i * i;
		y[i] = 3 * i + 1;
	}
	ww_spawn(WARPS, THREADS, add, &args);
	for (uint32_t i = 0; i < WARPS * THREADS; i++) {
		uint32_t want = i < COUNT ? i * i + 3 * i + 1 : 0xFFFFFFFF;
		wrong += z[i] != want;
		sum += i < COUNT ? z[i] : 0;
	}
	ww_puts("vecadd: sum ");
	ww_print_uint(sum);
	ww_puts(", wrong ");
	ww_print_uint(wrong);
	ww_puts("\n");
	return wrong != 0;
}
