/* vx_cl_call.S - warps begin with the rows of a launch; a row with some of the threads of a warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * void vx_cl_start(warps): main's core alone, which has nothing in its caches when a launch begins,
 * so this takes few lines, and no barrier, since the kernel has them. Warps 0 to WARPS - 1 call
 * vx_cl_run(tid, wid); the stacks of their threads are those of vx_spawn, and tp is the end of
 * thread 0's. Returns when the others have halted.
 *
 * void vx_cl_call(nd, here, item, entry, count). In assembly since no value may be computed between
 * the two tmc: the threads that sleep meanwhile would not have it. Their sp and the registers that
 * a callee saves are what they were.
 */
#include "warpwright_isa.h"
#include "vx_runtime.h"
#include "vx_switch.h"

	.section .sbss.vx_cl_main_sp, "aw", @nobits
	.balign	4
vx_cl_main_sp:
	.space	4

	.section .text.vx_cl_start, "ax"
	.globl	vx_cl_start
	.type	vx_cl_start, @function
vx_cl_start:
	addi	sp, sp, -SAVED
	callee_saved save
	save	tp, 13
	la	t0, vx_cl_main_sp
	sw	sp, 0(t0)
	fence
	la	t0, warp_begins
1:	addi	a0, a0, -1
	beqz	a0, 2f
	wspawn	zero, t0, zero
	j	1b
	/* Warp 0: below main's stack, or where main's is none of the threads'. */
2:	csrr	t0, WW_CSR_NUM_THREADS
	tmc	t0
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	la	t0, vx_cl_main_sp
	lw	t3, 0(t0)
	.option	push
	.option	norelax
	addi	t0, zero, %lo(__main_shares)
	.option	pop
	bnez	t0, threads_begin
	la	t3, __stack_top
	j	threads_begin

warp_begins:				# thread 0, with nothing in its registers
	csrr	t0, WW_CSR_NUM_THREADS
	tmc	t0
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	csrr	t0, WW_CSR_MHARTID
	csrr	t1, WW_CSR_THREAD_ID
	sub	t0, t0, t1
	stack_distance t0
	la	t3, __stack_top
	sub	t3, t3, t0
threads_begin:				# t3 = the end of thread 0's stack
	mv	tp, t3
	stack_of_thread t0
	mv	sp, t0
	csrr	a0, WW_CSR_THREAD_ID
	csrr	a1, WW_CSR_WARP_ID
	call	vx_cl_run
	fence
	csrr	t0, WW_CSR_WARP_ID
	bnez	t0, 4f
	li	t0, 1
	tmc	t0
3:	csrr	t1, WW_CSR_ACTIVE_WARPS
	bne	t1, t0, 3b
	la	t0, vx_cl_main_sp
	lw	sp, 0(t0)
	callee_saved restore
	restore	tp, 13
	addi	sp, sp, SAVED
	ret
4:	tmc	zero
	.size	vx_cl_start, . - vx_cl_start

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
