/* block.S - where the warps of a launch begin: stack and argument
 * SPDX-License-Identifier: Apache-2.0
 *
 * The entry of a kernel (WW_KERNEL of ww_block.h) calls this with all threads of the warp; t6 is
 * where to return. Nothing is in the other registers. tp becomes where the stack of the warp's
 * thread 0 ends, the stacks of the others are below.
 */
#include "warpwright_isa.h"

	.section .text.ww_block_begin, "ax"
	.globl	ww_block_begin
	.type	ww_block_begin, @function
ww_block_begin:
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	la	sp, __stack_top
#ifdef __riscv_mul
	lui	t1, %hi(__stack_stride)
	addi	t1, t1, %lo(__stack_stride)
	csrr	t0, WW_CSR_MHARTID
	csrr	t3, WW_CSR_THREAD_ID
	mul	t0, t0, t1
	mul	t3, t3, t1
	sub	sp, sp, t0
	add	tp, sp, t3
#else
	addi	t1, zero, %lo(__stack_shift)
	addi	t2, zero, %lo(__stack_gaps)
	csrr	t0, WW_CSR_MHARTID
	csrr	t3, WW_CSR_THREAD_ID
	sll	t4, t0, t1
	sub	sp, sp, t4
	slli	t0, t0, 6
	and	t0, t0, t2
	sub	sp, sp, t0
	sll	t4, t3, t1
	add	tp, sp, t4
	slli	t3, t3, 6
	and	t3, t3, t2
	add	tp, tp, t3
#endif
	.option	pop
	csrr	a0, WW_CSR_LAUNCH_ARG
	jr	t6
	.size	ww_block_begin, . - ww_block_begin
