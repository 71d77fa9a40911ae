/* VX_types.h - names of Vortex for CSRs, in kernels
 * SPDX-License-Identifier: Apache-2.0
 *
 * Those that this machine has.
 */
#ifndef WW_VX_TYPES_H
#define WW_VX_TYPES_H

#include "warpwright_isa.h"

#define VX_CSR_FFLAGS		WW_CSR_FFLAGS
#define VX_CSR_FRM		WW_CSR_FRM
#define VX_CSR_FCSR		WW_CSR_FCSR
/* In main: the address of the arguments. */
#define VX_CSR_MSCRATCH		WW_CSR_LAUNCH_ARG
#define VX_CSR_MCYCLE		WW_CSR_MCYCLE
#define VX_CSR_MCYCLE_H		WW_CSR_MCYCLEH
#define VX_CSR_MINSTRET		WW_CSR_MINSTRET
#define VX_CSR_MINSTRET_H	WW_CSR_MINSTRETH
#define VX_CSR_MHARTID		WW_CSR_MHARTID
#define VX_CSR_THREAD_ID	WW_CSR_THREAD_ID
#define VX_CSR_WARP_ID		WW_CSR_WARP_ID
#define VX_CSR_CORE_ID		WW_CSR_CORE_ID
#define VX_CSR_ACTIVE_WARPS	WW_CSR_ACTIVE_WARPS
#define VX_CSR_ACTIVE_THREADS	WW_CSR_TMASK
#define VX_CSR_NUM_THREADS	WW_CSR_NUM_THREADS
#define VX_CSR_NUM_WARPS	WW_CSR_NUM_WARPS
#define VX_CSR_NUM_CORES	WW_CSR_NUM_CORES
/* Of the block, not of the core. */
#define VX_CSR_LOCAL_MEM_BASE	WW_CSR_BLOCK_SMEM

#endif
