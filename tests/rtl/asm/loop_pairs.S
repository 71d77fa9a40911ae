/* loop_pairs.S - two branches backward with one offset, side by side
 * SPDX-License-Identifier: Apache-2.0
 *
 * For fetch.loops: both branches are in one block of instructions. The loop of the first may begin
 * in the block before that of the second. They are taken in turn, so each of them stands where
 * fetch has followed the other.
 */
#include "test.inc"

	.equ	TURNS, 8

	/* NOPS in front shift all to another place of the block; FILL more instructions are in the
	 * loop. The first branch is taken for odd counts. */
	.macro	pair nops:req, fill:req
	.balign	64
	.rept	\nops
	nop
	.endr
	li	x6, TURNS
	li	x7, 0
	li	x8, 0
1:	addi	x7, x7, 1
2:	addi	x8, x8, 1
	addi	x6, x6, -1
	andi	x9, x6, 1
	.rept	\fill
	addi	x10, x10, 1
	.endr
	bnez	x9, 1b
	bnez	x6, 2b
	check	x7, 1 + TURNS / 2
	check	x8, TURNS
	.endm

	/* The second branch alone for some turns, then the first one. */
	.macro	rows nops:req, fill:req
	.balign	64
	.rept	\nops
	nop
	.endr
	li	x6, 2 * TURNS
	li	x7, 0
	li	x8, 0
3:	addi	x7, x7, 1
4:	addi	x8, x8, 1
	addi	x6, x6, -1
	sltiu	x9, x6, TURNS
	.rept	\fill
	addi	x10, x10, 1
	.endr
	beqz	x9, 3b
	bnez	x6, 4b
	check	x7, 1 + TURNS
	check	x8, 2 * TURNS
	.endm

	start
	csrr	x10, WW_CSR_NUM_WARPS	# other warps run the same
	la	x11, others
5:	addi	x10, x10, -1
	beqz	x10, all
	wspawn	x12, x11, x10
	j	5b

all:	.irp	nops, 0, 1, 2, 3
	.irp	fill, 0, 1, 2, 3, 4, 5
	pair	\nops, \fill
	rows	\nops, \fill
	.endr
	.endr
	wait_alone
	pass
others:	li	x13, 6
	.balign	64
6:	addi	x13, x13, -1
	andi	x9, x13, 1
	addi	x14, x14, 1
	bnez	x9, 6b
	bnez	x13, 6b
	halt
	footer
