/* spawn.S - run a kernel on the lanes of a warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * struct ww_task (ww.c): 0 kernel, 4 argument, 8 software warps, 12 software
 * threads of each, 16 hardware warps taking part, 20 lanes in use of each,
 * 24 where the stack of warp 0, thread 0 ends.
 *
 * All lanes start at once and find out for themselves, from their numbers
 * and the task, what they need: nothing is handed from lane to lane.
 */
#include "warpwright_isa.h"

	.equ	FRAME, 48
	.text

	/* gp, s0 = task, t1 = log2 of the stack of a thread. */
	.macro	lane_begins
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	la	s0, ww_task
	lui	t1, %hi(__stack_shift)
	addi	t1, t1, %lo(__stack_shift)
	.endm

/* void ww_warp_run(void)
 *
 * Warp 0's share of the task; called by its thread 0, alone, and returns so.
 */
	.globl	ww_warp_run
	.type	ww_warp_run, @function
ww_warp_run:
	addi	sp, sp, -FRAME
	sw	ra, 44(sp)
	sw	s0, 40(sp)
	sw	s1, 36(sp)
	sw	s2, 32(sp)
	sw	s3, 28(sp)
	sw	s4, 24(sp)
	sw	s5, 20(sp)
	sw	s6, 16(sp)
	sw	s7, 12(sp)
	sw	s8, 8(sp)
	la	s0, ww_task
	lw	s3, 20(s0)
	sw	sp, 24(s0)
	tmc	s3
	lane_begins
	csrr	t0, WW_CSR_THREAD_ID
	.option	push
	.option	norelax
	addi	t2, zero, %lo(__main_shares)
	.option	pop
	lw	sp, 24(s0)
	beqz	t2, 2f
1:	sll	t0, t0, t1
	sub	sp, sp, t0
	jal	s8, ww_task_run
	li	t0, 1
	tmc	t0
	lw	sp, 24(s0)
	lw	ra, 44(sp)
	lw	s0, 40(sp)
	lw	s1, 36(sp)
	lw	s2, 32(sp)
	lw	s3, 28(sp)
	lw	s4, 24(sp)
	lw	s5, 20(sp)
	lw	s6, 16(sp)
	lw	s7, 12(sp)
	lw	s8, 8(sp)
	addi	sp, sp, FRAME
	ret
2:	la	sp, __stack_top		# main's stack is none of the threads'
	j	1b
	.size	ww_warp_run, . - ww_warp_run

/* A warp woken by wspawn begins here, with nothing of use in its registers. */
	.globl	ww_warp_entry
	.type	ww_warp_entry, @function
ww_warp_entry:
	.option	push
	.option	norelax
	la	s0, ww_task		# there is no gp yet
	.option	pop
	lw	s3, 20(s0)
	tmc	s3
	lane_begins
	csrr	t0, WW_CSR_MHARTID
	la	sp, __stack_top
	sll	t0, t0, t1
	sub	sp, sp, t0
	jal	s8, ww_task_run
	fence
	lw	t1, 16(s0)
	li	t0, 0
	bar	t0, t1
	tmc	zero
	.size	ww_warp_entry, . - ww_warp_entry

/* In all lanes in use; s0 = task, s8 = where to return to. This warp takes the
 * software warps h, h + N, h + 2N ... where h is its number and N the warps
 * taking part; the threads of each go through the lanes T at a time. A lane
 * outside tmask during the last of these rounds keeps its registers. */
ww_task_run:
	lw	s3, 20(s0)
	csrr	s4, WW_CSR_WARP_ID
	lw	s2, 12(s0)		# software threads
	lw	s1, 8(s0)		# software warps
	lw	s7, 0(s0)
	bgtu	s2, s3, 1f
	bgeu	s4, s1, 4f		# s4 = software warp
	csrr	s5, WW_CSR_THREAD_ID	# one round: the lanes in use are its threads
	lw	s6, 4(s0)
	lw	s2, 16(s0)
	mv	tp, s0			# vx_get_arg
5:	mv	a0, s5
	mv	a1, s4
	mv	a2, s6
	jalr	s7
	add	s4, s4, s2
	bltu	s4, s1, 5b
	jr	s8
1:	bgeu	s4, s1, 4f
	li	s5, 0			# s5 = first software thread in the lanes
2:	sub	s6, s2, s5
	bleu	s6, s3, 3f
	mv	s6, s3			# s6 = lanes of this round
3:	csrr	a0, WW_CSR_THREAD_ID
	lw	a2, 4(s0)
	mv	tp, s0			# vx_get_arg
	add	a0, a0, s5
	mv	a1, s4
	tmc	s6
	jalr	s7
	tmc	s3
	add	s5, s5, s3
	bltu	s5, s2, 2b
	lw	t0, 16(s0)
	add	s4, s4, t0
	j	1b
4:	jr	s8
