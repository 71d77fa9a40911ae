/* vx_cl_fold.S - the rows of a folded group take turns on their warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * The last row may have fewer items than a warp has threads. Threads that sleep meanwhile have
 * nothing in their registers but tp, which changes while all are awake; the rest is found by it.
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

	/* REG = the threads of the row that runs next; uses t1, t2. */
	.macro	count_threads reg
	lw	t1, VX_FOLD_NOW(a0)
	lw	t2, VX_FOLD_ROWS(a0)
	addi	t1, t1, 1
	csrr	\reg, WW_CSR_NUM_THREADS
	bne	t1, t2, 91f
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
	stack_of_thread t0
	mv	sp, t0
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
next:
	lw	t0, VX_FOLD_NOW(a0)
	lw	t1, VX_FOLD_ROWS(a0)
	addi	t0, t0, 1
	beq	t0, t1, all_were
	sw	t0, VX_FOLD_NOW(a0)
	lw	t1, VX_FOLD_STEP(a0)
	lw	t2, VX_FOLD_ITEM(a0)
	lw	t3, VX_FOLD_ITEMS(a0)
	lw	t4, VX_FOLD_STARTS(a0)
	sub	tp, tp, t1
	add	t2, t2, t3
	sw	t2, VX_FOLD_ITEM(a0)
	bnez	t4, start
resume:
	tell_current
	stack_of_thread t0
	lw	sp, VX_WARP_SP(t0)
	count_threads t0
	tmc	t0
	callee_saved restore
	addi	sp, sp, SAVED
	ret
	/* t1 rows have been at the barrier, or have returned. */
all_were:
	lw	t0, VX_FOLD_ENDED(a0)
	bnez	t0, 1f
	lw	t1, VX_FOLD_WARPS(a0)
	sw	zero, VX_FOLD_NOW(a0)
	sw	zero, VX_FOLD_STARTS(a0)
	lw	tp, VX_FOLD_FIRST(a0)
	fence
	bar	t0, t1
	j	resume
1:	lw	tp, VX_FOLD_MAIN(a0)
	tell_current
	stack_of_thread t0
	lw	sp, VX_WARP_SP(t0)
	lw	t0, VX_FOLD_ENDED(a0)
	lw	t1, VX_FOLD_ROWS(a0)
	bne	t0, t1, 2f
	callee_saved restore
	addi	sp, sp, SAVED
	ret
2:	li	t0, 1
	tmc	t0
	tail	vx_cl_apart
	.size	vx_cl_fold, . - vx_cl_fold

/* void vx_cl_turn(void) */
	.globl	vx_cl_turn
	.type	vx_cl_turn, @function
vx_cl_turn:
	addi	sp, sp, -SAVED
	callee_saved save
	stack_of_thread t0
	sw	sp, VX_WARP_SP(t0)
	wake_all
	j	next
	.size	vx_cl_turn, . - vx_cl_turn

/* The same, called through t0: keeps all other registers, so that kernels with barriers keep none
 * for a call that is rare. */
	.equ	BELOW, 4 * CALLER & -16
	.globl	vx_cl_turn_all
	.type	vx_cl_turn_all, @function
vx_cl_turn_all:
	addi	sp, sp, -PREEMPTED
	caller_saved save
	save	ra, CALLER + 15
	addi	sp, sp, BELOW
	call	vx_cl_turn
	addi	sp, sp, -BELOW
	restore	ra, CALLER + 15
	caller_saved restore
	addi	sp, sp, PREEMPTED
	jr	t0
	.size	vx_cl_turn_all, . - vx_cl_turn_all
