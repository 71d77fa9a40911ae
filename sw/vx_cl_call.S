/* vx_cl_call.S - call a kernel with some of the threads of a warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * void vx_cl_call(nd, here, item, entry, count). In assembly since no value may be computed between
 * the two tmc: the threads that sleep meanwhile would not have it. Their sp and the registers that
 * a callee saves are what they were.
 */
#include "warpwright_isa.h"

	.section .text.vx_cl_call, "ax"
	.globl	vx_cl_call
	.type	vx_cl_call, @function
vx_cl_call:
	addi	sp, sp, -16
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	csrr	s0, WW_CSR_NUM_THREADS
	tmc	a4
	jalr	a3
	tmc	s0
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
	.size	vx_cl_call, . - vx_cl_call
