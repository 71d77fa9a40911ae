/* vx_cl_begin.S - where the warps of a launch of an OpenCL kernel begin
 * SPDX-License-Identifier: Apache-2.0
 *
 * The argument of the launch is a struct ww_cl_launch. A launch finds nothing in the caches, so the
 * way to a kernel whose items need not be together takes two lines of code and no stack.
 */
#include "warpwright_isa.h"
#include "block_begin.h"
#include "vx_runtime.h"
#include "vx_cl.h"

	.section .text.vx_cl_blocks, "ax"
	.balign	64
	.globl	vx_cl_blocks
	.type	vx_cl_blocks, @function
vx_cl_blocks:
	csrr	a0, WW_CSR_LAUNCH_ARG
#ifdef __riscv_mul
	/* The lines of the launch come while the registers are set. */
	lw	a3, VX_ND_TOGETHER(a0)
	lw	a4, VX_ND_BLOCK_WARPS(a0)
	lw	a5, VX_ND_ENTRY(a0)
#endif
	block_begin
	/* Above each stack there is a struct vx_warp, as in a program with a main, and above that a
	 * struct ww_cl_here. */
	addi	sp, sp, -VX_WARP_SIZE - VX_HERE_SIZE
	addi	tp, tp, -VX_WARP_SIZE - VX_HERE_SIZE
#ifdef __riscv_mul
	csrr	a2, WW_CSR_BLOCK_X
	csrr	t0, WW_CSR_BLOCK_WARP
	csrr	a1, WW_CSR_THREAD_ID
	mul	a2, a2, a4
	add	a2, a2, t0
	bnez	a3, 1f
	jalr	a5			# (launch, thread, warp)
	tmc	zero
#endif
1:	call	vx_cl_block
	tmc	zero
	.size	vx_cl_blocks, . - vx_cl_blocks
