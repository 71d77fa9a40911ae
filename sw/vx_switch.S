/* vx_switch.S - software warps begin, end, are switched out and go on
 * SPDX-License-Identifier: Apache-2.0
 *
 * tp points to the struct vx_warp of the software warp that runs, in all its threads; in the
 * scheduler, on a stack of its own, it is zero. vx_runtime.h has the layout; vx_sched.c decides
 * what runs.
 *
 * The timer interrupt is on while software warps run. Where it finds the code of the library it
 * returns at once, and inside a split it does not come, so only kernels are preempted.
 */
#include "warpwright_isa.h"
#include "vx_runtime.h"
#include "vx_switch.h"

	.equ	MIE, 8

	/* Where an interrupt may come, THROUGH is another register: gp changes
	 * once, as the interrupt leaves it. */
	.macro	global_pointer through=gp
	.option	push
	.option	norelax
91:	auipc	\through, %pcrel_hi(__global_pointer$)
	addi	gp, \through, %pcrel_lo(91b)
	.option	pop
	.endm

	.section .rodata.vx_switch, "a"
	.balign	4
no_limit:
	.word	0

	.section .text.vx_switch, "ax"

/* Another core's warp 0, from crt0.S, its thread 0 alone and without a stack, until a request is to
 * leave core 0, or main has ended. */
	.globl	vx_other_core
	.type	vx_other_core, @function
vx_other_core:
	csrr	a0, WW_CSR_CORE_ID
	la	a1, vx_cores
	slli	a0, a0, 2
	add	a1, a1, a0
	la	a2, ww_ended
1:	fence
	lw	a0, 0(a2)
	bnez	a0, 3f
	lw	a0, 0(a1)
	beqz	a0, 1b
	fence
	csrr	t0, WW_CSR_MHARTID
	stack_distance t0
	la	sp, __stack_top
	sub	sp, sp, t0
	call	vx_core_runs
3:	tmc	zero
	.size	vx_other_core, . - vx_other_core

/* void vx_run_here(void): warp 0's thread 0, alone, and returns so. */
	.globl	vx_run_here
	.type	vx_run_here, @function
vx_run_here:
	addi	sp, sp, -SAVED
	callee_saved save
	save	tp, 13
	hardware_warp t0
	sw	sp, VX_HW_MAIN_SP(t0)
	.option	push
	.option	norelax
	addi	t1, zero, %lo(__main_shares)
	.option	pop
	addi	a0, sp, -VX_WARP_SIZE	# what is below are stacks
	beqz	t1, 2f
1:	andi	a0, a0, -16
	j	enter
2:	csrr	t1, WW_CSR_CORE_ID	# main's is none of them
	bnez	t1, 1b
	la	a0, __stack_top - VX_WARP_SIZE
	j	1b
	.size	vx_run_here, . - vx_run_here

/* A hardware warp woken by wspawn: thread 0, with nothing of use in its registers. */
	.globl	vx_entry
	.type	vx_entry, @function
vx_entry:
	global_pointer
	csrr	t0, WW_CSR_MHARTID
	stack_distance t0
	la	a0, __stack_top
	sub	a0, a0, t0
	addi	a0, a0, -VX_WARP_SIZE
enter:
	lui	t0, %hi(tick)
	addi	t0, t0, %lo(tick)
	csrw	mtvec, t0
	hardware_warp a1
	lw	sp, VX_HW_STACK(a1)
	li	tp, 0			# no software warp
	call	vx_entered
	/* Thread 0, on the scheduler's stack; a0 = the software warp to run, or null. */
dispatch:
	beqz	a0, leave
	lw	t0, VX_WARP_LANES(a0)
	tmc	t0
	global_pointer t1
	hardware_warp t0
	lw	tp, VX_HW_CURRENT(t0)
	stack_of_thread t0
	lw	t1, VX_WARP_RESUME(tp)
	bnez	t1, 3f
	mv	sp, t0
	csrsi	mstatus, MIE
begin:
	lw	t1, VX_WARP_TID(tp)
	lw	a1, VX_WARP_WID(tp)
	lw	t0, VX_WARP_LOOP(tp)
	csrr	a0, WW_CSR_THREAD_ID
	add	a0, a0, t1
	li	a2, 0			# one alone: there is none below 0
	la	a3, no_limit
	jalr	t0			# it has no bit 0, see VX_POINTER
	li	t0, 1
	tmc	t0
next:
	mv	a0, tp
	call	vx_next
	beqz	a0, 2f
	lw	t1, VX_WARP_LANES(tp)
	li	t0, VX_MANY
	beq	a0, t0, many
	lw	t0, VX_WARP_SETUP(tp)
	bltu	t0, t1, 1f
	tmc	t1
	j	begin
1:	mv	a0, tp			# more threads than before
	sw	t1, VX_WARP_SETUP(tp)
	j	dispatch
2:	lw	t0, VX_WARP_HW(tp)
	lw	sp, VX_HW_STACK(t0)
	mv	a0, tp
	li	tp, 0
	call	vx_ended
	j	dispatch
	/* Software warps of one round, one after the other, as long as their wid is below the limit
	 * of this hardware warp. The loop stores the wid of the next one and then reads the limit.
	 * An interrupt between the two takes the next one for begun: settle leaves it to us. */
many:
	tmc	t1
	csrr	s1, WW_CSR_THREAD_ID
	lw	t0, VX_WARP_SHARE(tp)
	lw	s0, VX_WARP_TID(tp)
	lw	a1, VX_WARP_WID(tp)
	lw	s3, VX_WARP_LOOP(tp)
	lw	s4, VX_WARP_HW(tp)
	lw	t1, VX_SHARE_REQUEST(t0)
	andi	t2, s3, VX_POINTER
	add	s0, s0, s1
	lw	s1, VX_REQUEST_STRIDE(t1)
	addi	s4, s4, VX_HW_LIMIT
	beqz	t2, 1f
	la	s3, calls
1:	mv	a0, s0
	mv	a2, s1
	mv	a3, s4
	jalr	s3
	mv	a1, a0
	lw	t0, VX_WARP_RESUME(tp)
	lw	t1, VX_WARP_VALUE(tp)
	li	t2, VX_PREEMPTED
	bne	t0, t2, 4f
	beq	t1, a1, 1b
4:	sub	a1, a1, s1		# the last one that has run, for settle
	sw	a1, VX_WARP_WID(tp)
	li	t0, 1
	tmc	t0
	j	next
3:	lw	sp, VX_WARP_SP(t0)
	li	t2, VX_PREEMPTED
	beq	t1, t2, 4f
	csrsi	mstatus, MIE
	callee_saved restore
	addi	sp, sp, SAVED
	ret
4:	csrci	mstatus, MIE		# mepc is ours until mret
	restore	t0, CALLER + 15
	csrw	mepc, t0
	callee_saved restore
	caller_saved restore
	addi	sp, sp, PREEMPTED
	mret

	/* The vx_loop of kernels that have none. */
	.type	calls, @function
calls:
	addi	sp, sp, -32
	save	ra, 0
	save	s0, 1
	save	s1, 2
	save	s2, 3
	save	s3, 4
	save	s4, 5
	lw	s3, VX_WARP_LOOP(tp)
	mv	s0, a0
	mv	s1, a2
	mv	s2, a1
	mv	s4, a3
1:	mv	a0, s0
	mv	a1, s2
	jalr	s3
	add	s2, s2, s1
	sw	s2, VX_WARP_WID(tp)
	lw	t0, 0(s4)
	bltu	s2, t0, 1b
	mv	a0, s2
	restore	ra, 0
	restore	s0, 1
	restore	s1, 2
	restore	s2, 3
	restore	s3, 4
	restore	s4, 5
	addi	sp, sp, 32
	ret

leave:
	csrci	mstatus, MIE
	csrr	t0, WW_CSR_WARP_ID
	beqz	t0, 1f
	tmc	zero
1:	hardware_warp t0
	lw	sp, VX_HW_MAIN_SP(t0)
	callee_saved restore
	restore	tp, 13
	addi	sp, sp, SAVED
	ret
	.size	vx_entry, . - vx_entry

/* void vx_switch_out(void): all threads of a software warp, which waits for what
 * its struct says. */
	.globl	vx_switch_out
	.type	vx_switch_out, @function
vx_switch_out:
	addi	sp, sp, -SAVED
	callee_saved save
	stack_of_thread t0
	sw	sp, VX_WARP_SP(t0)
	li	t0, 1
	tmc	t0
	lw	t0, VX_WARP_HW(tp)
	lw	sp, VX_HW_STACK(t0)
	mv	a0, tp
	li	tp, 0
	call	vx_blocked
	j	dispatch
	.size	vx_switch_out, . - vx_switch_out

	/* tp = this hardware warp's struct vx_hw; uses gp. */
	.macro	tick_warp
	csrr	gp, WW_CSR_CORE_ID
	la	tp, vx_hws
	slli	gp, gp, 2
	add	tp, tp, gp
	csrr	gp, WW_CSR_WARP_ID
	lw	tp, 0(tp)
	slli	gp, gp, VX_HW_SHIFT
	add	tp, tp, gp
	.endm

	.balign	4
	.type	tick, @function
/* All threads that were active. gp and tp can be had again; everything else is the kernel's. */
tick:
	csrr	gp, mepc
	la	tp, __vx_text
	bltu	gp, tp, 1f
	la	tp, __vx_text_end
	bltu	gp, tp, 2f
1:	tick_warp
	lw	gp, VX_HW_TICKED(tp)
	bnez	gp, 4f
	li	gp, 1			# a whole period before it is switched out
	sw	gp, VX_HW_TICKED(tp)
	j	3f
2:	tick_warp
3:	lw	tp, VX_HW_CURRENT(tp)
	global_pointer
	mret
4:	lw	tp, VX_HW_CURRENT(tp)
	addi	sp, sp, -PREEMPTED
	callee_saved save
	caller_saved save
	csrr	gp, mepc
	save	gp, CALLER + 15
	global_pointer
	stack_of_thread t0
	sw	sp, VX_WARP_SP(t0)
	li	t0, 1
	tmc	t0
	lw	t0, VX_WARP_HW(tp)
	lw	sp, VX_HW_STACK(t0)
	mv	a0, tp
	li	tp, 0
	call	vx_preempted
	j	dispatch
	.size	tick, . - tick
