/* vx_cl_fold.S - the rows of a folded group take turns on their warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * The last row may have fewer items than a warp has threads. Threads that sleep meanwhile have
 * nothing in their registers but tp and sp, which change while all are awake; the rest is found by
 * tp. At a barrier sp is the same distance from the end of the stack in all rows, VX_FOLD_FRAME, so
 * it changes from row to row as tp does.
 */
#include "warpwright_isa.h"
#include "vx_runtime.h"
#include "vx_cl.h"
#include "vx_switch.h"

	.section .text.vx_cl_fold, "ax"

	/* Wakes all threads; a0 = the struct vx_fold of this warp. */
	.macro	wake_all
	csrr	t0, WW_CSR_NUM_THREADS
	tmc	t0
	lw	a0, VX_WARP_RESULT(tp)
	.endm

	/* REG = the threads of the row at tp; uses t1. */
	.macro	count_threads reg
	lw	t1, VX_FOLD_BOTTOM(a0)
	csrr	\reg, WW_CSR_NUM_THREADS
	bne	tp, t1, 91f
	lw	\reg, VX_FOLD_LAST(a0)
91:
	.endm

	/* Who looks for the software warp finds the copy of this row. */
	.macro	tell_current
	lw	t0, VX_WARP_HW(tp)
	sw	tp, VX_HW_CURRENT(t0)
	.endm

/* void vx_cl_fold(struct vx_fold *f) */
	.globl	vx_cl_fold
	.type	vx_cl_fold, @function
vx_cl_fold:
	addi	sp, sp, -SAVED
	callee_saved save
	stack_of_thread t0
	sw	sp, VX_WARP_SP(t0)
	sw	tp, VX_FOLD_MAIN(a0)
	lw	tp, VX_FOLD_FIRST(a0)
start:
	tell_current
	stack_of_thread sp
	csrr	t0, WW_CSR_THREAD_ID
	lw	a2, VX_FOLD_ITEM(a0)
	lw	a1, VX_FOLD_HERE(a0)
	lw	a3, VX_FOLD_ENTRY(a0)
	add	a2, a2, t0
	count_threads a4
	lw	a0, VX_FOLD_ND(a0)
	tmc	a4
	jalr	a3
	wake_all
	lw	t0, VX_FOLD_ENDED(a0)
	addi	t0, t0, 1
	sw	t0, VX_FOLD_ENDED(a0)
	stack_of_thread sp
	lw	t0, VX_FOLD_FRAME(a0)
	sub	sp, sp, t0
next:
	lw	t1, VX_FOLD_BOTTOM(a0)
	lw	t2, VX_FOLD_STEP(a0)
	lw	t3, VX_FOLD_STARTS(a0)
	beq	tp, t1, all_were
	sub	tp, tp, t2
	sub	sp, sp, t2
	bnez	t3, start_next
resume:
	tell_current
	count_threads t3
	lw	t0, VX_WARP_VALUE(tp)
	tmc	t3
	lw	s0, 12(sp)
	addi	sp, sp, 16
	jr	t0
start_next:
	lw	t2, VX_FOLD_ITEM(a0)
	lw	t3, VX_FOLD_ITEMS(a0)
	add	t2, t2, t3
	sw	t2, VX_FOLD_ITEM(a0)
	j	start
	/* All rows have been at the barrier, or have returned. */
all_were:
	lw	t0, VX_FOLD_ENDED(a0)
	bnez	t0, 2f
	beqz	t3, 1f
	/* The first barrier: thread 0, which has an item in each row, knows the frame. */
	sub	t3, tp, sp
	li	t1, 1
	tmc	t1
	sw	t3, VX_FOLD_FRAME(a0)
	sw	zero, VX_FOLD_STARTS(a0)
	csrr	t1, WW_CSR_NUM_THREADS
	tmc	t1
	lw	t3, VX_FOLD_FRAME(a0)
	stack_of_thread sp
	sub	sp, sp, t3
1:	lw	t3, VX_FOLD_FIRST(a0)
	lw	t1, VX_FOLD_WARPS(a0)
	sub	t2, t3, tp
	add	sp, sp, t2
	mv	tp, t3
	fence
	bar	zero, t1
	j	resume
2:	lw	tp, VX_FOLD_MAIN(a0)
	tell_current
	stack_of_thread t0
	lw	sp, VX_WARP_SP(t0)
	lw	t0, VX_FOLD_ENDED(a0)
	lw	t1, VX_FOLD_ROWS(a0)
	bne	t0, t1, 3f
	callee_saved restore
	addi	sp, sp, SAVED
	ret
3:	li	t0, 1
	tmc	t0
	tail	vx_cl_apart
	.size	vx_cl_fold, . - vx_cl_fold

/* The barrier of a folded group, called through t0. Keeps s0, sp, gp and tp: a kernel itself puts
 * what it needs of other registers onto the stacks of its threads. */
	.globl	vx_cl_turn
	.type	vx_cl_turn, @function
vx_cl_turn:
	addi	sp, sp, -16
	sw	s0, 12(sp)
	sw	t0, VX_WARP_VALUE(tp)
	wake_all
	j	next
	.size	vx_cl_turn, . - vx_cl_turn
