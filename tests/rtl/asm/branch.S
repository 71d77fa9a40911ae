/* branch.S - every branch, taken and not, forwards and backwards
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.macro	taken op:req, a:req, b:req
	li	x5, \a
	li	x6, \b
	addi	x3, x3, 1
	\op	x5, x6, 1f
	j	fail
	.balign	4
1:
	.endm
	.macro	falls op:req, a:req, b:req
	li	x5, \a
	li	x6, \b
	addi	x3, x3, 1
	\op	x5, x6, fail
	.endm
	.macro	backwards op:req, a:req, b:req
	li	x5, \a
	li	x6, \b
	addi	x3, x3, 1
	j	2f
1:	j	3f
2:	\op	x5, x6, 1b
	j	fail
3:
	.endm

	start
	taken	beq, 0, 0
	taken	beq, -1, -1
	falls	beq, 0, 1
	falls	beq, 0x80000000, 0
	taken	bne, 0, 1
	taken	bne, 1, 0x80000001
	falls	bne, 7, 7
	taken	blt, -1, 0
	taken	blt, 0x80000000, 0x7fffffff
	falls	blt, 0, 0
	falls	blt, 0, -1
	falls	blt, 0x7fffffff, 0x80000000
	taken	bge, 0, 0
	taken	bge, 0, -1
	taken	bge, 0x7fffffff, 0x80000000
	falls	bge, -1, 0
	falls	bge, 0x80000000, 0x7fffffff
	taken	bltu, 0, -1
	taken	bltu, 0x7fffffff, 0x80000000
	falls	bltu, -1, 0
	falls	bltu, 5, 5
	falls	bltu, 0x80000000, 0x7fffffff
	taken	bgeu, 5, 5
	taken	bgeu, -1, 0
	taken	bgeu, 0x80000000, 0x7fffffff
	falls	bgeu, 0, -1
	falls	bgeu, 0x7fffffff, 0x80000000
	backwards beq, 3, 3
	backwards bne, 3, 4
	backwards blt, -3, 4
	backwards bge, 4, -3
	backwards bltu, 3, 4
	backwards bgeu, 4, 3
	li	x5, 0			# a branch behind a branch, all falling
	li	x6, 1
	beq	x5, x6, fail
	bne	x5, x5, fail
	blt	x6, x5, fail
	bgeu	x5, x6, fail
	beq	x5, x5, far
back:	check	x7, 77
	pass
	footer
	.space	3000
far:	li	x7, 77
	bne	x5, x6, back
	j	fail
