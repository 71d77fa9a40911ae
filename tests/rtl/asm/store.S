/* store.S - every store at every offset; the bytes beside it stay
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.macro	st op:req, offset:req, first:req, second:req
	li	x8, 0x11223344
	li	x9, 0x55667788
	sw	x8, 0(x5)
	sw	x9, 4(x5)
	\op	x7, \offset(x5)
	lw	x10, 0(x5)
	check	x10, \first
	lw	x10, 4(x5)
	check	x10, \second
	.endm

	start
	la	x5, data
	li	x7, 0xa1b2c3d4
	st	sb, 0, 0x112233d4, 0x55667788
	st	sb, 1, 0x1122d444, 0x55667788
	st	sb, 2, 0x11d43344, 0x55667788
	st	sb, 3, 0xd4223344, 0x55667788
	st	sb, 4, 0x11223344, 0x556677d4
	st	sb, 7, 0x11223344, 0xd4667788
	st	sh, 0, 0x1122c3d4, 0x55667788
	st	sh, 2, 0xc3d43344, 0x55667788
	st	sh, 4, 0x11223344, 0x5566c3d4
	st	sh, 6, 0x11223344, 0xc3d47788
	st	sw, 0, 0xa1b2c3d4, 0x55667788
	st	sw, 4, 0x11223344, 0xa1b2c3d4
	la	x11, data + 2048
	sw	x7, -2048(x11)
	lw	x10, 0(x5)
	check	x10, 0xa1b2c3d4
	la	x11, data - 2044
	sb	x0, 2047(x11)
	lw	x10, 0(x5)
	check	x10, 0x00b2c3d4
	li	x12, 16			# a run of stores, then loads, all offsets mod 64
	mv	x13, x5
1:	sw	x12, 0(x13)
	sb	x12, 3(x13)
	addi	x13, x13, 4
	addi	x12, x12, -1
	bnez	x12, 1b
	li	x12, 16
	mv	x13, x5
2:	lw	x14, 0(x13)
	slli	x15, x12, 24
	or	x15, x15, x12
	check_eq x14, x15
	addi	x13, x13, 4
	addi	x12, x12, -1
	bnez	x12, 2b
	pass
	footer
	.bss
	.balign	64
data:	.space	128
