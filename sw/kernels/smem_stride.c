/* smem_stride.c - cycles of loads from shared memory,
 * for several distances between threads
 * SPDX-License-Identifier: Apache-2.0
 *
 * One warp, all its threads: 64 loads in a row to 16 registers, so that none
 * waits for another; thread t reads word t x stride. Stride 0 is a broadcast.
 * Prints a line each: stride and cycles, the instructions around the loads
 * included. Needs 4 KB of shared memory for 32 threads at stride 32.
 */
#include "warpwright.h"

enum { LOADS = 64, MAX = 6 };

static const uint32_t strides[MAX] = { 0, 1, 2, 3, 16, 32 };
static uint32_t cycles[MAX];

static uint32_t measure(uint32_t address)
{
	uint32_t begin;

	ww_fence();
	begin = ww_cycle();
	__asm__ volatile(
		".rept %1\n\t"
		".irp r, t0,t1,t2,t3,t4,t5,t6,a2,a3,a4,a5,a6,a7,s2,s3,s4\n\t"
		"lw \\r, 0(%0)\n\t"
		".endr\n\t"
		".endr"
		: : "r"(address), "i"(LOADS / 16)
		: "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a2", "a3", "a4",
		  "a5", "a6", "a7", "s2", "s3", "s4", "memory");
	ww_fence();
	return ww_cycle() - begin;
}

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	(void)wid;
	(void)arg;
	for (int i = 0; i < MAX; i++) {
		uint32_t address = 0xFF000000u + 4 * tid * strides[i];

		measure(address); /* the instructions are in the cache then */
		cycles[i] = measure(address);
	}
}

int main(void)
{
	ww_spawn(1, ww_num_threads(), kernel, NULL);
	for (int i = 0; i < MAX; i++) {
		ww_print_uint(strides[i]);
		ww_putc(' ');
		ww_print_uint(cycles[i]);
		ww_putc('\n');
	}
	return 0;
}
