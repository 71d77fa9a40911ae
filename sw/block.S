/* block.S - where the warps of a launch begin: stack and argument, then the kernel
 * SPDX-License-Identifier: Apache-2.0
 *
 * The entry of a kernel (WW_KERNEL of ww_block.h) loads t6 with the address of its function and
 * comes here with all threads of the warp. Nothing is in the other registers. tp is where the
 * stack of the warp's thread 0 ends, the stacks of the others are below.
 */
#include "warpwright_isa.h"

	.section .text.ww_block_begin, "ax"
	.globl	ww_block_begin
	.type	ww_block_begin, @function
ww_block_begin:
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	lui	t1, %hi(__stack_shift)
	addi	t1, t1, %lo(__stack_shift)
	addi	t2, zero, %lo(__stack_gaps)
	la	tp, __stack_top
	.option	pop
	andi	t2, t2, 64
	csrr	t0, WW_CSR_MHARTID
	csrr	t3, WW_CSR_THREAD_ID
	sub	t0, t0, t3		# hart of thread 0
	sll	t4, t0, t1
	sub	tp, tp, t4
	sll	t4, t3, t1
	sub	sp, tp, t4
	beqz	t2, 1f
	slli	t0, t0, 6
	sub	tp, tp, t0
	slli	t4, t3, 6
	sub	sp, sp, t0
	sub	sp, sp, t4
1:	csrr	a0, WW_CSR_LAUNCH_ARG
	jalr	t6
	tmc	zero
	.size	ww_block_begin, . - ww_block_begin
