/* vx_intrinsics.h - names of Vortex for what a thread asks its core, in kernels
 * SPDX-License-Identifier: Apache-2.0
 *
 * For programs of a host with vortex.h (doc/vortex.md), in plain C or C++.
 * Votes and shuffles of Vortex are in vx.h, which this includes. There is no
 * vx_tmc, vx_wspawn, vx_split and their like: the compiler and the dispatcher
 * of blocks do that.
 */
#ifndef WW_VX_INTRINSICS_H
#define WW_VX_INTRINSICS_H

#ifdef __cplusplus
extern "C" {
#endif

#include "warpwright.h"
#include "ww_block.h"
#include "VX_types.h"

#ifndef __ww_plain__
#error "a kernel in the manner of Vortex is plain C or C++: ww-cc --plain"
#endif

#define __UNIFORM__

#define csr_read(csr) ((size_t)ww_csr_read(csr))

static inline int vx_thread_id(void) { return (int)ww_thread_id(); }
static inline int vx_warp_id(void) { return (int)ww_warp_id(); }
static inline int vx_core_id(void) { return (int)ww_core_id(); }
static inline int vx_hart_id(void)
{
	return (int)ww_csr_constant(WW_CSR_MHARTID);
}
static inline int vx_num_threads(void) { return (int)ww_num_threads(); }
static inline int vx_num_cores(void) { return (int)ww_num_cores(); }
static inline size_t vx_active_threads(void) { return ww_tmask(); }
static inline size_t vx_active_warps(void) { return ww_active_warps(); }
static inline void vx_fence(void) { ww_fence(); }

/* vx.h has these names for something else: the warps of all cores; a barrier of
 * software warps. Barrier ID of the block waits for COUNT warps. */
#define vx_num_warps() ((int)ww_num_warps())
#define vx_barrier(id, count) ww_bar((uint32_t)(id), (uint32_t)(count))

/* The linker takes main's launch from the library. */
void ww_vortex(void);
static void (*const ww_vortex_main_)(void) __attribute__((used)) = ww_vortex;

#ifdef __cplusplus
}
#endif

#endif
