/* corners_m.S - every product and quotient of every pair of corner values
 * SPDX-License-Identifier: Apache-2.0
 *
 * a = b x (a / b) + a mod b, signed and unsigned; mul, mulh and mulhu are symmetric.
 */
#include "test.inc"

	.macro	symmetric op:req
	\op	x9, x7, x8
	\op	x10, x8, x7
	check_eq x9, x10
	.endm

	.macro	division div:req, rem:req
	\div	x9, x7, x8
	\rem	x10, x7, x8
	mul	x9, x9, x8
	add	x9, x9, x10
	check_eq x9, x7
	.endm

	start
	li	x5, 0
1:	la	x6, values
	add	x11, x6, x5
	lw	x7, 0(x11)
	li	x12, 0
2:	add	x11, x6, x12
	lw	x8, 0(x11)
	symmetric mul
	symmetric mulh
	symmetric mulhu
	mulhsu	x9, x7, x8
	division div, rem
	division divu, remu
	addi	x12, x12, 4
	li	x11, 20
	bne	x12, x11, 2b
	addi	x5, x5, 4
	bne	x5, x11, 1b
	.irp	op, mul, mulh, mulhsu, mulhu, div, divu, rem, remu
	li	x7, 5
	\op	x9, x0, x7
	\op	x9, x7, x0
	\op	x0, x7, x7
	\op	x9, x7, x7
	mv	x10, x7
	\op	x10, x10, x7
	mv	x10, x7
	\op	x10, x7, x10
	.endr
	all_lanes
	li	x7, 5
	li	x8, 3
	.irp	op, mul, mulh, mulhsu, mulhu, div, divu, rem, remu
	\op	x9, x7, x8
	.endr
	one_lane
	check	x9, 2
	pass
	footer
	.data
	.balign	4
values:	.word	0, 1, -1, 0x80000000, 0x7fffffff
