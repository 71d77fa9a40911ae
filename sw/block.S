/* block.S - where the warps of a launch begin: stack and argument
 * SPDX-License-Identifier: Apache-2.0
 *
 * The entry of a kernel (WW_KERNEL of ww_block.h) calls this with all threads of the warp; t6 is
 * where to return. Nothing is in the other registers. tp becomes where the stack of the warp's
 * thread 0 ends, the stacks of the others are below.
 */
#include "warpwright_isa.h"
#include "block_begin.h"

	.section .text.ww_block_begin, "ax"
	.globl	ww_block_begin
	.type	ww_block_begin, @function
ww_block_begin:
	block_begin
	csrr	a0, WW_CSR_LAUNCH_ARG
	jr	t6
	.size	ww_block_begin, . - ww_block_begin
