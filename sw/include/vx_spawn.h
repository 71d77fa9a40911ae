/* vx_spawn.h - names of Vortex for grids and blocks, in kernels
 * SPDX-License-Identifier: Apache-2.0
 *
 * For programs of a host with vortex.h (doc/vortex.md). Each core executes
 * main. Its calls of vx_spawn_threads are for all cores together, which have to
 * make the same; the dispatcher of blocks deals the grid out.
 */
#ifndef WW_VX_SPAWN_H
#define WW_VX_SPAWN_H

#include "vx_intrinsics.h"
#include "../vortex.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef union {
	struct {
		uint32_t x, y, z;
	};
	uint32_t m[3];
} dim3_t;

typedef void (*vx_kernel_func_cb)(void *arg);

/* Calls KERNEL(ARG) in each thread of a grid of blocks, with DIMENSION sides
 * each; BLOCK may be NULL: a block is a thread. Returns 0 when all are done; -1
 * if there cannot be such blocks. For main. */
int vx_spawn_threads(uint32_t dimension, const uint32_t *grid,
		     const uint32_t *block, vx_kernel_func_cb kernel,
		     const void *arg);

/* Where the warps of blocks of one thread begin: these are threads of a block
 * of the hardware. */
void ww_vortex_threads(void);
extern struct ww_vortex ww_vortex_cores[];

static inline __attribute__((always_inline)) int ww_vortex_single_(void)
{
	return ww_csr_constant(WW_CSR_LAUNCH_PC) ==
	       (uint32_t)&ww_vortex_threads;
}

static inline __attribute__((always_inline)) dim3_t ww_vortex_block_(void)
{
	dim3_t p = { { ww_block(0), ww_block(1), ww_block(2) } };

	if (!ww_vortex_single_())
		return p;
	p.x = p.x * ww_block_size(0) + ww_thread(0);
	p.y = p.y * ww_block_size(1) + ww_thread(1);
	p.z = p.z * ww_block_size(2) + ww_thread(2);
	return p;
}
static inline __attribute__((always_inline)) dim3_t ww_vortex_thread_(void)
{
	dim3_t p = { { 0, 0, 0 } };

	if (ww_vortex_single_())
		return p;
	p.x = ww_thread(0);
	p.y = ww_thread(1);
	p.z = ww_thread(2);
	return p;
}
static inline __attribute__((always_inline)) dim3_t ww_vortex_threads_(void)
{
	dim3_t p = { { 1, 1, 1 } };

	if (ww_vortex_single_())
		return p;
	p.x = ww_block_size(0);
	p.y = ww_block_size(1);
	p.z = ww_block_size(2);
	return p;
}
static inline __attribute__((always_inline)) dim3_t ww_vortex_blocks_(void)
{
	const struct ww_vortex *v = &ww_vortex_cores[ww_core_id()];
	dim3_t p = { { ww_blocks(0), ww_blocks(1), ww_blocks(2) } };

	if (!ww_vortex_single_())
		return p;
	p.x = v->grid[0];
	p.y = v->grid[1];
	p.z = v->grid[2];
	return p;
}

#define blockIdx ww_vortex_block_()
#define threadIdx ww_vortex_thread_()
#define blockDim ww_vortex_threads_()
#define gridDim ww_vortex_blocks_()

/* BYTES of shared memory for the block. */
void ww_vortex_no_local(uint32_t bytes);
static inline __attribute__((always_inline)) void *
ww_vortex_local_(uint32_t bytes)
{
	if (ww_same(bytes) > ww_csr_constant(WW_CSR_BLOCK_SMEM_SIZE))
		ww_vortex_no_local(bytes);
	return (void *)ww_csr_constant(WW_CSR_BLOCK_SMEM);
}
#define __local_mem(bytes) ww_vortex_local_((uint32_t)(bytes))

/* The barrier of the block, and its two halves. */
#define __syncthreads() ww_sync()
#define __syncthreads_arrive() ww_arrive()
#define __syncthreads_wait(token) ww_wait(token)

#ifdef __cplusplus
}
#endif

#endif
