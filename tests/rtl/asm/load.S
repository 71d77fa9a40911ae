/* load.S - every load at every offset, sign and zero extension
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.macro	ld op:req, offset:req, want:req
	\op	x6, \offset(x5)
	check	x6, \want
	.endm

	start
	la	x5, data
	ld	lb, 0, 0xffffff80
	ld	lb, 1, 0x7f
	ld	lb, 2, 0
	ld	lb, 3, 0xffffffff
	ld	lb, 4, 0x11
	ld	lb, 7, 0xffffff84
	ld	lbu, 0, 0x80
	ld	lbu, 1, 0x7f
	ld	lbu, 2, 0
	ld	lbu, 3, 0xff
	ld	lbu, 7, 0x84
	ld	lh, 0, 0x7f80
	ld	lh, 2, 0xffffff00
	ld	lh, 4, 0x2211
	ld	lh, 6, 0xffff8433
	ld	lhu, 0, 0x7f80
	ld	lhu, 2, 0xff00
	ld	lhu, 6, 0x8433
	ld	lw, 0, 0xff007f80
	ld	lw, 4, 0x84332211
	ld	lw, 8, 0x00000001
	ld	lw, -4, 0xcafef00d
	ld	lhu, -2, 0xcafe
	ld	lb, -1, 0xffffffca
	la	x5, data + 2048
	ld	lw, -2048, 0xff007f80
	ld	lbu, -2045, 0xff
	la	x5, data - 2047 + 7
	ld	lbu, 2047, 0x84
	la	x5, data + 4		# the base is the destination
	lw	x5, 0(x5)
	check	x5, 0x84332211
	pass
	footer
	.data
	.balign	64
	.word	0, 0, 0, 0xcafef00d
data:	.byte	0x80, 0x7f, 0x00, 0xff, 0x11, 0x22, 0x33, 0x84
	.word	1
