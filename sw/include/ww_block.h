/* ww_block.h - kernels that hardware gives out in blocks of threads
 * SPDX-License-Identifier: Apache-2.0
 *
 * For machines with gpu.dispatch (doc/blocks.md). A launch has a grid of
 * blocks; each block has up to three sides of threads, which are in one core at
 * a time and share its shared memory and its barrier.
 *
 *	WW_KERNEL(saxpy, struct saxpy *a)
 *	{
 *		uint32_t i = ww_block(0) * ww_block_size(0) + ww_thread(0);
 *
 *		a->y[i] += a->k * a->x[i];
 *	}
 *
 * A launch names saxpy; its argument is what the function receives. A grid that
 * does not fit the threads exactly needs a condition: __if, or plain C.
 * Directions are 0, 1, 2 for x, y, z.
 */
#ifndef WW_BLOCK_H
#define WW_BLOCK_H

#include "warpwright.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the warps of a launch of the kernel NAME begin: they call FUNCTION.
 * Both are strings. The linker makes each call one instruction. */
#define ww_entry_(name, function) \
	__asm__(".pushsection .text.ww_kernel." name ", \"ax\"\n" \
		"\t.option push\n" \
		"\t.option relax\n" \
		"\t.globl " name "\n" \
		"\t.type " name ", @function\n" \
		name ":\n" \
		"\tcall t6, ww_block_begin\n" \
		"\tcall " function "\n" \
		"\ttmc zero\n" \
		"\t.size " name ", . - " name "\n" \
		"\t.option pop\n" \
		"\t.popsection\n");

/* The kernel NAME, and the head of its function. WW_KERNELS_: run --grid reads
 * the source. */
#ifdef WW_KERNELS_
#define WW_KERNEL(name, argument) __global__ void name##__threads(argument)
#else
#define WW_KERNEL(name, argument) \
	ww_entry_(#name, #name "__threads") \
	WW_C_NAME_ __attribute__((used)) void name##__threads(argument); \
	WW_C_NAME_ void name##__threads(argument)
#ifdef __cplusplus
#define WW_C_NAME_ extern "C"
#else
#define WW_C_NAME_
#endif
#endif

/* The block of this thread, in direction D of the grid; how many there are. */
#define ww_block(d) ww_csr_constant(WW_CSR_BLOCK_X + (d))
#define ww_blocks(d) ww_csr_constant(WW_CSR_GRID_X + (d))

/* Threads of a block, in direction D. */
#define ww_block_size(d) ww_csr_constant(WW_CSR_BLOCK_DIM_X + (d))

/* The number of this thread in its block: x first, then y, then z. */
static inline uint32_t ww_block_thread(void)
{
	return ww_csr_constant(WW_CSR_BLOCK_THREAD);
}

/* The place of this thread in its block, in direction D. */
static inline uint32_t ww_thread(uint32_t d)
{
	uint32_t n = ww_block_thread(), x = ww_block_size(0);

	if (d == 0)
		return (ww_block_size(1) | ww_block_size(2)) == 1 ? n : n % x;
	n /= x;
	return d == 1 ? n % ww_block_size(1) : n / ww_block_size(1);
}

/* In front of a variable without initial value: in plain C it is in the block's
 * shared memory. ww-clc finds it by its section. ww_dynamic, behind extern: an
 * array behind those variables, whose size the launch decides. */
#ifdef __ww_plain__
#define WW_SHARED \
	static __attribute__((section(".ww_shared"), loader_uninitialized))
#define ww_dynamic __attribute__((section(".ww_shared")))
#else
#define WW_SHARED _Pragma("GCC error \"WW_SHARED is for plain C (WW_PLAIN)\"")
#endif

/* The block's shared memory behind these variables, and its bytes. What it
 * holds at the start is what the last block has left. */
static inline void *ww_shared(void)
{
#ifdef __ww_plain__
	extern ww_dynamic char ww_behind_[];

	return ww_behind_;
#else
	return (void *)ww_csr_read(WW_CSR_BLOCK_SMEM);
#endif
}
static inline uint32_t ww_shared_size(void)
{
	return ww_csr_constant(WW_CSR_BLOCK_SMEM_SIZE) -
	       ((uint32_t)ww_shared() - ww_csr_constant(WW_CSR_BLOCK_SMEM));
}

/* Waits for all warps of the block that have not ended. */
static inline void ww_sync(void)
{
	__asm__ volatile("bar.sync" ::: "memory");
}

/* The two halves of ww_sync: arrives, and gives the phase; waits for the end of
 * that phase. A warp must not arrive twice in a phase. */
static inline uint32_t ww_arrive(void)
{
	uint32_t phase;

	__asm__ volatile("bar.arrive %0" : "=r"(phase) : : "memory");
	return phase;
}
static inline void ww_wait(uint32_t phase)
{
	__asm__ volatile("bar.wait %0" : : "r"(phase) : "memory");
}

#ifdef __cplusplus
}
#endif

#endif
