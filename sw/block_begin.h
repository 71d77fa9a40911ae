/* block_begin.h - the registers with which a warp of a launch begins
 * SPDX-License-Identifier: Apache-2.0
 *
 * block_begin sets gp, sp and tp: tp is where the stack of the warp's thread 0
 * ends, the stacks of the others are below. It uses t0 to t4.
 */
#ifndef WW_BLOCK_BEGIN_H
#define WW_BLOCK_BEGIN_H

	.macro	block_begin
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
	.endm

#endif
