/* float_hazards.S - results and third operands next to other units: order, overlap, registers
 * SPDX-License-Identifier: Apache-2.0
 */
#include "float.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	addi	x5, x5, 1
	fcvt.s.w x6, x5			/* 1, 2, 3 ... */
	fadd.s	x7, x6, x6
	fmul.s	x8, x7, x6		/* 2 n n */
	fmadd.s	x9, x8, x6, x7		/* 2 n n n + 2 n */
	fnmsub.s x10, x7, x6, x9
	fcvt.w.s x11, x10		/* 2 n n n + 2 n - 2 n n */
	mv	x12, x5
	slli	x13, x5, 1
	addi	x14, x12, -1
	li	x15, 0
	/* The same with integers, without products: n times n times 2 n. */
	mv	x16, x0
	mv	x17, x5
1:	add	x16, x16, x13
	addi	x17, x17, -1
	mv	x18, x17
	csrr	x19, WW_CSR_THREAD_ID
	bgtz	x17, 2f
	j	3f
2:	j	1b
3:	one_lane
	check	x16, 2
	check	x11, 2

	/* Third operands that an ALU, a load, and the unit itself have just made. */
	li	x5, 0x40000000
	li	x6, 0x40400000
	li	x9, 0x3f800000
	fmadd.s	x7, x5, x6, x9
	lui	x9, 0x40a00
	fmadd.s	x8, x5, x6, x9
	la	x10, five
	lw	x9, 0(x10)
	fmadd.s	x11, x5, x6, x9
	fadd.s	x9, x9, x9
	fmadd.s	x12, x5, x6, x9
	check	x7, 0x40e00000
	check	x8, 0x41300000
	check	x11, 0x41300000
	check	x12, 0x41800000

	/* Written again while the first result is on its way: division, then the ALU and a load. */
	fdiv.s	x7, x5, x6
	li	x7, 7
	check	x7, 7
	fsqrt.s	x7, x6
	lw	x7, 0(x10)
	check	x7, 0x40a00000
	fdiv.s	x7, x5, x6
	fadd.s	x7, x5, x6
	check	x7, 0x40a00000
	fadd.s	x7, x5, x6
	fdiv.s	x7, x6, x5
	check	x7, 0x3fc00000

	/* Read before it is written: sources of what is slow. */
	fdiv.s	x7, x5, x6
	li	x5, 0
	li	x6, 0
	check	x7, 0x3f2aaaab
	li	x5, 0x40000000
	li	x6, 0x40400000

	/* Many on their way at once, in the order of their registers. */
	fadd.s	x10, x5, x6
	fmul.s	x11, x5, x6
	fsub.s	x12, x5, x6
	fdiv.s	x13, x6, x5
	fadd.s	x14, x6, x6
	fmul.s	x15, x6, x6
	fsqrt.s	x16, x15
	fadd.s	x17, x14, x15
	fmin.s	x18, x5, x6
	fmax.s	x19, x5, x6
	fle.s	x20, x5, x6
	fclass.s x21, x5
	fcvt.w.s x22, x6
	fcvt.s.w x23, x22
	fdiv.s	x24, x5, x6
	fdiv.s	x25, x6, x5
	check	x10, 0x40a00000
	check	x11, 0x40c00000
	check	x12, 0xbf800000
	check	x13, 0x3fc00000
	check	x14, 0x40c00000
	check	x15, 0x41100000
	check	x16, 0x40400000
	check	x17, 0x41700000
	check	x18, 0x40000000
	check	x19, 0x40400000
	check	x20, 1
	check	x21, 0x40
	check	x22, 3
	check	x23, 0x40400000
	check	x24, 0x3f2aaaab
	check	x25, 0x3fc00000

	/* Behind a branch that goes elsewhere: no result, no flags. */
	csrwi	fflags, 0
	li	x7, 1
	li	x8, 8
4:	addi	x8, x8, -1
	beqz	x8, 5f
	j	4b
	fdiv.s	x7, x5, x0
5:	bnez	x7, 6f
	fdiv.s	x7, x5, x0
	fadd.s	x7, x5, x6
	fsqrt.s	x7, x6
6:	csrr	x9, fflags
	check	x9, 0
	check	x7, 1

	/* Then it is not what comes next, whether an odd number has been begun or an even one. */
	fdiv.s	x7, x6, x5
	check	x7, 0x3fc00000
	li	x8, 1
	bnez	x8, 7f
	fdiv.s	x7, x5, x0
7:	fdiv.s	x7, x5, x6
	check	x7, 0x3f2aaaab
	fsqrt.s	x7, x16
	check	x7, 0x3fddb3d7
	pass
	footer
	.data
	.balign	4
five:	.word	0x40a00000
