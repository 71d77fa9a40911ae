/* f_registers.S - registers f: reset, moves, loads, stores, hazards beside x, masks, clone
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +f

	/* f0 to f31 = BASE + number. */
	.macro	fill base:req
	li	x5, \base
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	fmv.w.x	f\n, x5
	addi	x5, x5, 1
	.endr
	.irp	n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	fmv.w.x	f\n, x5
	addi	x5, x5, 1
	.endr
	.endm

	/* Are they? STEP: by one each, or all the same. */
	.macro	filled base:req, step=1
	li	x5, \base
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	fmv.x.w	x6, f\n
	check_eq x6, x5
	addi	x5, x5, \step
	.endr
	.irp	n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	fmv.x.w	x6, f\n
	check_eq x6, x5
	addi	x5, x5, \step
	.endr
	.endm

	start
	filled	0, 0
	fill	0x7f800001		/* signaling NaNs */
	filled	0x7f800001
	csrr	x8, fcsr
	check	x8, 0

	/* Each thread has its own; a word of memory goes through as it is. */
	all_lanes
	csrr	x10, WW_CSR_THREAD_ID
	slli	x11, x10, 3
	la	x12, words
	add	x12, x12, x11
	fmv.w.x	f0, x10
	fsw	f0, 4(x12)
	flw	f31, 4(x12)
	fmv.x.w	x13, f31
	sub	x14, x13, x10
	fcvt.s.w f1, x10
	fadd.s	f2, f1, f1		/* 2 n */
	fsw	f2, 0(x12)
	flw	f3, 0(x12)
	fcvt.w.s x15, f3
	slli	x16, x10, 1
	sub	x16, x16, x15
	or	x14, x14, x16
	sw	x14, 0(x12)
	li	x5, 1
	tmc	x5
	csrr	x17, WW_CSR_NUM_THREADS
	la	x12, words
1:	lw	x14, 0(x12)
	check	x14, 0
	addi	x12, x12, 8
	addi	x17, x17, -1
	bnez	x17, 1b

	/* A number names two registers: while one waits, the other does not, and keeps its own. */
	li	x5, 0x40400000
	fmv.w.x	f5, x5
	fmv.w.x	f6, x5
	li	x6, 7
	fdiv.s	f6, f5, f6
	addi	x6, x6, 1
	fmv.x.w	x7, f6
	check	x6, 8
	check	x7, 0x3f800000
	la	x12, three
	flw	f7, 0(x12)
	li	x7, 9
	fadd.s	f8, f7, f7
	fmv.x.w	x8, f8
	check	x7, 9
	check	x8, 0x40c00000
	lw	x9, 0(x12)
	fmv.w.x	f9, x9
	fmul.s	f9, f9, f9
	fsw	f9, 4(x12)
	lw	x9, 4(x12)
	check	x9, 0x41100000
	/* A result on its way is overwritten, by a load and a move. */
	fsqrt.s	f10, f7
	flw	f10, 0(x12)
	fmv.x.w	x9, f10
	check	x9, 0x40400000
	fdiv.s	f10, f7, f9
	fmv.w.x	f10, x0
	fmv.x.w	x9, f10
	check	x9, 0
	/* f0 holds what is written, x0 does not; third operands are of f. */
	fadd.s	f0, f7, f7
	fmv.x.w	x9, f0
	check	x9, 0x40c00000
	feq.s	x0, f7, f7
	mv	x9, x0
	check	x9, 0
	fmadd.s	f11, f7, f7, f0
	fmv.x.w	x9, f11
	check	x9, 0x41700000
	fmv.x.w	x0, f11
	mv	x9, x0
	check	x9, 0

	/* Threads that are not active keep theirs. */
	all_lanes
	fmv.w.x	f12, x0
	li	x5, 1
	tmc	x5
	li	x5, 77
	fmv.w.x	f12, x5
	all_lanes
	csrr	x6, WW_CSR_THREAD_ID
	seqz	x6, x6
	neg	x6, x6
	andi	x6, x6, 77
	fmv.x.w	x7, f12
	sub	x7, x7, x6
	csrr	x10, WW_CSR_THREAD_ID
	slli	x11, x10, 3
	la	x12, words
	add	x12, x12, x11
	sw	x7, 0(x12)
	li	x5, 1
	tmc	x5
	csrr	x17, WW_CSR_NUM_THREADS
	la	x12, words
1:	lw	x14, 0(x12)
	check	x14, 0
	addi	x12, x12, 8
	addi	x17, x17, -1
	bnez	x17, 1b

	/* Clone takes f along, with what is still on its way. */
	fill	0x1000
	li	x5, 0x40400000
	fmv.w.x	f31, x5
	fmv.w.x	f1, x5
	fdiv.s	f31, f31, f1
	csrr	x18, WW_CSR_NUM_THREADS
	addi	x18, x18, -1
	clone	x18
	all_lanes
	la	x12, words
	csrr	x10, WW_CSR_THREAD_ID
	slli	x11, x10, 3
	add	x12, x12, x11
	fsw	f0, 0(x12)
	fsw	f31, 4(x12)
	li	x5, 1
	tmc	x5
	slli	x11, x18, 3
	la	x12, words
	add	x12, x12, x11
	lw	x5, 0(x12)
	check	x5, 0x1000
	lw	x5, 4(x12)
	check	x5, 0x3f800000
	pass
	footer

	.data
	.balign	4
three:	.word	0x40400000, 0
words:	.space	256
