/* spawn.S - run a kernel on the lanes of a warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * struct ww_task (ww.c): 0 kernel, 4 argument, 8 software warps, 12 software
 * threads of each, 16 hardware warps taking part.
 */
#include "warpwright_isa.h"

	.equ	FRAME, 48
	.text

/* A warp woken by wspawn begins here: a0 = task, everything else stale. */
	.globl	ww_warp_entry
	.type	ww_warp_entry, @function
ww_warp_entry:
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	csrr	t0, WW_CSR_WARP_ID
	csrr	t1, WW_CSR_NUM_THREADS
	mv	t2, t0
	li	t0, 0
1:	beqz	t2, 2f			# t0 = warp * threads; there may be no mul
	add	t0, t0, t1
	addi	t2, t2, -1
	j	1b
2:	lui	t1, %hi(__stack_shift)
	addi	t1, t1, %lo(__stack_shift)
	sll	t0, t0, t1
	la	sp, __stack_top
	sub	sp, sp, t0
	mv	s0, a0
	call	ww_warp_run
	fence
	lw	t1, 16(s0)
	li	t0, 0
	bar	t0, t1
	tmc	zero
	.size	ww_warp_entry, . - ww_warp_entry

/* void ww_warp_run(const struct ww_task *task)
 *
 * Called by thread 0 of a warp with only that thread active, and returns so.
 * This warp takes the software warps h, h + N, h + 2N ... where h is its
 * number and N the warps taking part; the threads of each go through the
 * lanes T at a time.
 *
 * clone gives every lane a copy of thread 0, loop counters included, so
 * that the loops below run in all lanes alike; a lane outside tmask during
 * the kernel keeps its own.
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
	mv	s0, a0
	lw	s1, 8(s0)		# software warps
	lw	s2, 12(s0)		# software threads
	csrr	s3, WW_CSR_NUM_THREADS
	bleu	s3, s2, 1f
	mv	s3, s2			# lanes in use
1:	beqz	s3, 6f
	lui	s7, %hi(__stack_shift)
	addi	s7, s7, %lo(__stack_shift)
	li	t0, 1
2:	beq	t0, s3, 3f
	clone	t0
	addi	t0, t0, 1
	j	2b
3:	tmc	s3
	csrr	t0, WW_CSR_THREAD_ID	# every lane its own stack
	sll	t0, t0, s7
	sub	sp, sp, t0
	csrr	s4, WW_CSR_WARP_ID
4:	bgeu	s4, s1, 5f		# s4 = software warp
	li	s5, 0			# s5 = first software thread in the lanes
7:	sub	s6, s2, s5
	bleu	s6, s3, 8f
	mv	s6, s3			# s6 = lanes of this round
8:	csrr	a0, WW_CSR_THREAD_ID
	add	a0, a0, s5
	mv	a1, s4
	lw	a2, 4(s0)
	lw	t0, 0(s0)
	tmc	s6
	jalr	t0
	tmc	s3
	add	s5, s5, s3
	bltu	s5, s2, 7b
	lw	t0, 16(s0)
	add	s4, s4, t0
	j	4b
5:	csrr	t0, WW_CSR_THREAD_ID
	sll	t0, t0, s7
	add	sp, sp, t0
	li	t0, 1
	tmc	t0
6:	lw	ra, 44(sp)
	lw	s0, 40(sp)
	lw	s1, 36(sp)
	lw	s2, 32(sp)
	lw	s3, 28(sp)
	lw	s4, 24(sp)
	lw	s5, 20(sp)
	lw	s6, 16(sp)
	lw	s7, 12(sp)
	addi	sp, sp, FRAME
	ret
	.size	ww_warp_run, . - ww_warp_run
