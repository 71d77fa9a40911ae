/* matmul_tiled.c - the product of two 8 x 8 matrices by way of shared memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * Two warps of 32 threads: every thread loads an element of A and of B into the
 * tiles and, when all have, computes an element of the product from them. So
 * the core must have these. A counts from 1 to 64 and B is the identity, as in
 * the measurements that this is compared with. Exit code 0 if the product is A.
 * With -DREGION it prints the cycles from the kernel's first instruction to the
 * barrier behind its last store, as warp 0 sees them.
 */
#include "warpwright.h"

#define ROW(i) \
	(i), (i) + 1, (i) + 2, (i) + 3, (i) + 4, (i) + 5, (i) + 6, (i) + 7

enum { N = 8, COUNT = N * N, WARPS = 2, THREADS = COUNT / WARPS };

static int32_t a[COUNT] __attribute__((aligned(64))) = {
	ROW(1), ROW(9), ROW(17), ROW(25), ROW(33), ROW(41), ROW(49), ROW(57)
};
static int32_t b[COUNT] = {
	1, 0, 0, 0, 0, 0, 0, 0,  0, 1, 0, 0, 0, 0, 0, 0,
	0, 0, 1, 0, 0, 0, 0, 0,  0, 0, 0, 1, 0, 0, 0, 0,
	0, 0, 0, 0, 1, 0, 0, 0,  0, 0, 0, 0, 0, 1, 0, 0,
	0, 0, 0, 0, 0, 0, 1, 0,  0, 0, 0, 0, 0, 0, 0, 1
};
static int32_t product[COUNT];

struct tiles {
	int32_t a[COUNT], b[COUNT];
};

static uint32_t cycles;

static void multiply(uint32_t tid, uint32_t wid, void *arg)
{
	struct tiles *tile = (struct tiles *)0xFF000000u;
	uint32_t begin = ww_cycle(), i = wid * THREADS + tid;

	(void)arg;
	tile->a[i] = a[i];
	tile->b[i] = b[i];
	ww_fence();
	ww_bar(0, WARPS);

	const int32_t *row = &tile->a[i & -N], *column = &tile->b[i % N];
	int32_t sum = 0;

#pragma GCC unroll 8
	for (int k = 0; k < N; k++) {
		/* loads all at once would need saved registers */
		if (k == N / 2)
			__asm__ volatile("" : : : "memory");
		sum += row[k] * column[k * N];
	}
	product[i] = sum;
	ww_fence();
	ww_bar(0, WARPS);
	if (wid == 0)
		cycles = ww_cycle() - begin;
}

int main(void)
{
	int32_t wrong = 0;

	ww_spawn(WARPS, THREADS, multiply, NULL);
	for (int i = 0; i < COUNT; i++)
		wrong |= product[i] ^ a[i];
#ifdef REGION
	ww_print_uint(cycles);
	ww_putc('\n');
#endif
	return wrong != 0;
}
