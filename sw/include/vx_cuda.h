/* vx_cuda.h - the names of CUDA, for kernels that come from there
 * SPDX-License-Identifier: Apache-2.0
 *
 * All that this core has: votes, bits and barriers below; atomics, shuffles and
 * functions of float from vx_atomic.h, vx_shuffle.h, vx_math.h and vx_sfu.h.
 * The call of one that the core does not have is an error of the compiler,
 * which names the parameter. doc/runtime.md says what differs from CUDA.
 */
#ifndef VX_CUDA_H
#define VX_CUDA_H

#include "warpwright.h"

#ifdef __riscv_atomic
#include "vx_atomic.h"
#else
int vx_atomics_(void) ww_needs_("isa.a", "true");
#define atomicAdd(p, v) vx_atomics_()
#define atomicSub(p, v) vx_atomics_()
#define atomicExch(p, v) vx_atomics_()
#define atomicAnd(p, v) vx_atomics_()
#define atomicOr(p, v) vx_atomics_()
#define atomicXor(p, v) vx_atomics_()
#define atomicMin(p, v) vx_atomics_()
#define atomicMax(p, v) vx_atomics_()
#define atomicCAS(p, compare, v) vx_atomics_()
#endif

#ifdef __riscv_xshfl
#include "vx_shuffle.h"
#else
int vx_shuffles_(void) ww_needs_("isa.shfl", "true");
#define __shfl_sync(mask, v, ...) vx_shuffles_()
#define __shfl_up_sync(mask, v, ...) vx_shuffles_()
#define __shfl_down_sync(mask, v, ...) vx_shuffles_()
#define __shfl_xor_sync(mask, v, ...) vx_shuffles_()
#define __reduce_add_sync(mask, v) vx_shuffles_()
#define __reduce_min_sync(mask, v) vx_shuffles_()
#define __reduce_max_sync(mask, v) vx_shuffles_()
#define __reduce_and_sync(mask, v) vx_shuffles_()
#define __reduce_or_sync(mask, v) vx_shuffles_()
#define __reduce_xor_sync(mask, v) vx_shuffles_()
#endif

#if defined __riscv_flen || defined __riscv_zfinx
#ifdef __riscv_xsfu
#include "vx_sfu.h"
#else
#include "vx_math.h"
#endif
#else
int vx_floats_(void) ww_needs_("isa.f", "zfinx");
#define sqrtf(x) vx_floats_()
#define rsqrtf(x) vx_floats_()
#define fmaf(a, b, c) vx_floats_()
#define fminf(a, b) vx_floats_()
#define fmaxf(a, b) vx_floats_()
#define fabsf(x) vx_floats_()
#define floorf(x) vx_floats_()
#define ceilf(x) vx_floats_()
#define truncf(x) vx_floats_()
#define roundf(x) vx_floats_()
#define rintf(x) vx_floats_()
#define expf(x) vx_floats_()
#define exp2f(x) vx_floats_()
#define logf(x) vx_floats_()
#define log2f(x) vx_floats_()
#define powf(x, y) vx_floats_()
#define sinf(x) vx_floats_()
#define cosf(x) vx_floats_()
#define tanhf(x) vx_floats_()
#define fmodf(x, y) vx_floats_()
#endif

#define warpSize ww_num_threads()

/* Votes of the active threads, for every core. MASK names threads that are
 * active, as in CUDA; what others would say is not waited for. */
#define __ballot_sync(mask, c) (ww_ballot((c) != 0) & (uint32_t)(mask))
#define __any_sync(mask, c) ((void)(mask), (int)ww_any((c) != 0))
#define __all_sync(mask, c) ((void)(mask), (int)ww_all((c) != 0))
#define __activemask() ww_tmask()

#ifdef WW_BLOCKS
#include "ww_block.h"

/* Kernels that a launch gives out in blocks, without a main: run --grid, which
 * defines WW_BLOCKS, makes an entry for each. WW_KERNELS_: run reads the
 * source. Behind extern it writes ww_dynamic for __shared__. */
#ifndef WW_KERNELS_
#define __global__ static inline __attribute__((always_inline))
#define __shared__ WW_SHARED
#endif
#define __device__ __attribute__((unused))
#define __constant__ const
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)

#define __syncthreads() ww_sync()

struct ww_place_ { uint32_t x, y, z; };

#define threadIdx \
	((struct ww_place_){ ww_thread(0), ww_thread(1), ww_thread(2) })
#define blockIdx ((struct ww_place_){ ww_block(0), ww_block(1), ww_block(2) })
#define blockDim ((struct ww_place_){ ww_block_size(0), ww_block_size(1), \
	ww_block_size(2) })
#define gridDim \
	((struct ww_place_){ ww_blocks(0), ww_blocks(1), ww_blocks(2) })

#else
#define __global__ \
	_Pragma("GCC error \"__global__: compiled by run --grid N --block N\"")
#define __shared__ _Pragma("GCC error \"no __shared__: vx_sm_malloc(BYTES)\"")
#define __syncthreads() vx_syncthreads()
#endif

/* The threads of a warp are in step: only the compiler must keep the order. An
 * instruction without effect tells --check of it (sanitize/order.h). */
#ifdef __ww_check__
#define __syncwarp(...) \
	__asm__ volatile("slti zero, zero, 77" : : : "memory")
#else
#define __syncwarp(...) __asm__ volatile("" : : : "memory")
#endif

/* Bits. None of these branches. */
static inline int __popc(uint32_t x) { return __builtin_popcount(x); }
static inline int __popcll(uint64_t x) { return __builtin_popcountll(x); }

/* How many zeros are above the first one; 32, or 64, if there is none. */
static inline int __clz(uint32_t x)
{
	return __builtin_clz(x | 1) + (x == 0);
}
/* __builtin_clzll is a branch on cores with Zbb. */
static inline int __clzll(uint64_t x)
{
	int high = __clz((uint32_t)(x >> 32)), low = __clz((uint32_t)x);

	return high + (low & -(high >> 5));
}

/* The number of the lowest one, from 1 on; 0 if there is none. */
static inline int __ffs(uint32_t x) { return 32 - __clz(x & (0 - x)); }
static inline int __ffsll(uint64_t x) { return 64 - __clzll(x & (0 - x)); }

#endif
