/* vx_switch.h - macros for assembly that changes from stack to stack
 * SPDX-License-Identifier: Apache-2.0
 *
 * Behind warpwright_isa.h and vx_runtime.h. tp points to the struct vx_warp
 * whose stacks are meant.
 */
#ifndef VX_SWITCH_H
#define VX_SWITCH_H

	/* Slots: what callees keep, from CALLER on the rest and mepc. */
#ifdef __riscv_flen
	.equ	CALLER, 26
	.equ	SAVED, 112
	.equ	PREEMPTED, 256
#else
	.equ	CALLER, 13
	.equ	SAVED, 64
	.equ	PREEMPTED, 128
#endif

	/* REG, the number of a stack, becomes its distance from the first: by
	 * __stack_stride, 2^__stack_shift + 2^VX_GAP_SHIFT, each; uses t1, t2.
	 * __stack_gaps is -1, or 0 for stacks without a gap. */
	.macro	stack_distance reg
	lui	t1, %hi(__stack_shift)
	addi	t1, t1, %lo(__stack_shift)
	.option	push
	.option	norelax			# %lo is no part of an address
	andi	t2, \reg, %lo(__stack_gaps)
	.option	pop
	slli	t2, t2, VX_GAP_SHIFT
	sll	\reg, \reg, t1
	add	\reg, \reg, t2
	.endm

	/* REG = the end of this thread's stack; uses t1, t2. */
	.macro	stack_of_thread reg
	csrr	\reg, WW_CSR_THREAD_ID
	stack_distance \reg
	sub	\reg, tp, \reg
	.endm

	.macro	save reg, slot
	sw	\reg, (4 * (\slot))(sp)
	.endm

	.macro	restore reg, slot
	lw	\reg, (4 * (\slot))(sp)
	.endm

#ifdef __riscv_flen
	.macro	save_f reg, slot
	fsw	\reg, (4 * (\slot))(sp)
	.endm

	.macro	restore_f reg, slot
	flw	\reg, (4 * (\slot))(sp)
	.endm

#endif
	.macro	callee_saved operation
	\operation ra, 0
	\operation s0, 1
	\operation s1, 2
	\operation s2, 3
	\operation s3, 4
	\operation s4, 5
	\operation s5, 6
	\operation s6, 7
	\operation s7, 8
	\operation s8, 9
	\operation s9, 10
	\operation s10, 11
	\operation s11, 12
#ifdef __riscv_flen
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	\operation\()_f fs\n, 14 + \n
	.endr
#endif
	.endm

	.macro	caller_saved operation
	\operation t0, CALLER
	\operation t1, CALLER + 1
	\operation t2, CALLER + 2
	\operation a0, CALLER + 3
	\operation a1, CALLER + 4
	\operation a2, CALLER + 5
	\operation a3, CALLER + 6
	\operation a4, CALLER + 7
	\operation a5, CALLER + 8
	\operation a6, CALLER + 9
	\operation a7, CALLER + 10
	\operation t3, CALLER + 11
	\operation t4, CALLER + 12
	\operation t5, CALLER + 13
	\operation t6, CALLER + 14
	#ifdef __riscv_flen
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	\operation\()_f ft\n, CALLER + 16 + \n
	.endr
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	\operation\()_f fa\n, CALLER + 28 + \n
	.endr
#endif
	.endm
#endif
