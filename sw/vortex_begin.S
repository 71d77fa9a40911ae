/* vortex_begin.S - where the launches of a program for vortex.h begin
 * SPDX-License-Identifier: Apache-2.0
 *
 * main keeps its stack while a grid runs: the thread of the grid that has the same stack begins
 * below.
 */
#include "warpwright_isa.h"
#include "vortex.h"

#ifdef __riscv_float_abi_single
	.equ	FRAME, 112
#else
	.equ	FRAME, 64
#endif

	/* t0 = the struct ww_vortex of this core; uses t1. */
	.macro	this_core
	la	t0, ww_vortex_cores
	csrr	t1, WW_CSR_CORE_ID
	slli	t1, t1, WW_VORTEX_SHIFT
	add	t0, t0, t1
	.endm

	/* INSN is sw or lw: what a function keeps. */
	.macro	kept insn
	\insn	ra, 0(sp)
	\insn	tp, 4(sp)
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	\insn	s\n, 8 + 4 * \n(sp)
	.endr
#ifdef __riscv_float_abi_single
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	f\insn	fs\n, 56 + 4 * \n(sp)
	.endr
#endif
	.endm

	/* A warp of a grid begins: t0 as this_core has it, sp is below main's. */
	.macro	grid_begins
	call	t6, ww_block_begin
	this_core
	lw	t1, WW_VORTEX_SP(t0)
	lui	t2, %hi(__stack_stride)
	addi	t2, t2, %lo(__stack_stride)
	sub	t1, sp, t1
	sltu	t2, t1, t2
	neg	t2, t2
	and	t1, t1, t2
	sub	sp, sp, t1
	.endm

	/* The entry NAME of a launch; its code follows. */
	.macro	entry name
	.section .text.ww_kernel.\name, "ax"
	.globl	\name
	.type	\name, @function
\name:
	.endm

/* Blocks of several threads: those of the grid. */
	entry	ww_vortex_groups
	grid_begins
	lw	a0, WW_VORTEX_ARG(t0)
	lw	t1, WW_VORTEX_KERNEL(t0)
	jalr	t1
	tmc	zero
	.size	ww_vortex_groups, . - ww_vortex_groups

/* Blocks of one thread: threads of blocks of the hardware. */
	entry	ww_vortex_threads
	grid_begins
	mv	a0, t0
	call	ww_vortex_run
	tmc	zero
	.size	ww_vortex_threads, . - ww_vortex_threads

/* main goes on: the grid is done. */
	entry	ww_vortex_resume
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	this_core
	lw	sp, WW_VORTEX_SP(t0)
	sw	zero, WW_VORTEX_STATE(t0)
	kept	lw
	addi	sp, sp, FRAME
	ret
	.size	ww_vortex_resume, . - ww_vortex_resume

/* void ww_vortex_yield(uint32_t *sp): ends this launch of main. */
	.section .text.ww_vortex_yield, "ax"
	.globl	ww_vortex_yield
	.type	ww_vortex_yield, @function
ww_vortex_yield:
	addi	sp, sp, -FRAME
	kept	sw
	sw	sp, 0(a0)
	tmc	zero
	.size	ww_vortex_yield, . - ww_vortex_yield
