/* float_regs.S - the registers of floating point: loads, stores, moves, all 32 of them, hazards
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +f

	.macro	each_reg do:vararg
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	\do	\n
	.endr
	.irp	n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	\do	\n
	.endr
	.endm

	.macro	is_zero n
	fmv.x.w	x5, f\n
	or	x6, x6, x5
	.endm

	.macro	number n
	li	x5, 0x3f800000 + \n
	fmv.w.x	f\n, x5
	.endm

	.macro	is_number n
	fmv.x.w	x5, f\n
	check	x5, 0x3f800000 + \n
	.endm

	.macro	x_number n
	.if	\n != 3 && \n != 31 && \n != 0
	li	x\n, 1000 + \n
	.endif
	.endm

	start
	li	x6, 0
	each_reg is_zero		# since reset
	check	x6, 0
	each_reg number			# f0 too
	each_reg x_number		# and these are others
	each_reg is_number
	la	x9, words
	flw	f1, 0(x9)
	flw	f2, 4(x9)
	fadd.s	f3, f1, f2		# right behind a load
	fsw	f3, 8(x9)		# right behind what it stores
	lw	x7, 8(x9)
	check	x7, 0x40600000		# 1.5 + 2
	fmul.s	f3, f3, f1
	fmadd.s	f4, f1, f2, f3		# a chain, and f1 is not x1
	fmv.x.w	x7, f4
	check	x7, 0x41040000		# 3 + 5.25
	flt.s	x7, f1, f2
	check	x7, 1
	fcvt.w.s x7, f4, rtz
	check	x7, 8
	li	x8, -3
	fcvt.s.w f0, x8
	fmv.x.w	x7, f0
	check	x7, 0xc0400000
	fclass.s x7, f0
	check	x7, 2
	fsgnjn.s f5, f0, f0
	fsqrt.s	f6, f5
	fdiv.s	f7, f5, f6
	fmv.x.w	x7, f7
	check	x7, 0x3fddb3d8
	li	x5, 0x7f800001		# moves keep what is no number
	fmv.w.x	f8, x5
	fsw	f8, 12(x9)
	flw	f9, 12(x9)
	fmv.x.w	x7, f9
	check	x7, 0x7f800001
	# threads have their own; a clone takes them along
	csrr	x20, WW_CSR_NUM_THREADS
	li	x5, 0x40a00000
	fmv.w.x	f31, x5
	fmv.w.x	f0, x5
	addi	x10, x20, -1
	clone	x10
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	addi	x11, x20, -1
	fmv.x.w	x12, f31
	fmv.x.w	x13, f0
	fcvt.s.w f10, x5
	la	x9, table
	slli	x6, x5, 2
	add	x9, x9, x6
	fsw	f10, 0(x9)		# each its own place
	flw	f11, 0(x9)
	fcvt.w.s x14, f11
	xor	x15, x14, x5
	sub	x16, x5, x11
	snez	x16, x16
	addi	x16, x16, -1		# ones in the last thread
	li	x17, 0x40a00000
	xor	x12, x12, x17
	xor	x13, x13, x17
	or	x12, x12, x13
	and	x12, x12, x16
	or	x15, x15, x12
	sw	x15, 0(x9)
	one_lane
	la	x9, table
	csrr	x5, WW_CSR_NUM_THREADS
1:	lw	x7, 0(x9)
	check	x7, 0
	addi	x9, x9, 4
	addi	x5, x5, -1
	bnez	x5, 1b
	pass
	footer

	.data
	.align	4
words:	.word	0x3fc00000, 0x40000000, 0, 0
table:	.fill	32, 4, 0
