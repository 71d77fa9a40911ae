/* loop_leaps.S - loops, and code in the blocks of instructions that hold their branches
 * SPDX-License-Identifier: Apache-2.0
 *
 * For fetch.loops: behind a block with the branch of a loop it fetches the begin of the loop,
 * before it has seen the branch. The block is also left in other ways here.
 */
#include "test.inc"

	.equ	TURNS, 9

	/* A loop of FILL + 3 instructions. */
	.macro	turns fill:req
	li	x5, TURNS
	li	x6, 0
1:	addi	x6, x6, 1
	.rept	\fill
	addi	x7, x7, 1
	.endr
	addi	x5, x5, -1
	bnez	x5, 1b
	check	x6, TURNS
	.endm

	start
	csrr	x10, WW_CSR_NUM_WARPS	# other warps have loops of their own
	la	x11, others
2:	addi	x10, x10, -1
	beqz	x10, alone
	wspawn	x12, x11, x10
	j	2b

alone:	.irp	fill, 0, 1, 2, 3, 4, 5, 6, 7, 20, 33
	turns	\fill
	.endr
	wait_alone
	all_lanes
	.irp	fill, 0, 1, 2, 3, 4, 5, 6, 7, 20, 33
	turns	\fill
	.endr

	/* A loop in a loop. */
	li	x8, 0
	li	x9, TURNS
3:	li	x5, 3
4:	addi	x8, x8, 1
	addi	x5, x5, -1
	bnez	x5, 4b
	addi	x9, x9, -1
	bnez	x9, 3b
	check	x8, 3 * TURNS

	/* The block is entered behind the branch by every second jump, at the end in front of the
	 * loop, where a jump leaves it. */
	.irp	nops, 0, 1, 2, 3
	li	x5, 3
	li	x6, 0
	li	x8, 8
	j	5f
	.balign	64
	.rept	\nops
	nop
	.endr
4:	j	9f
5:	addi	x6, x6, 1
	addi	x5, x5, -1
	bnez	x5, 5b
6:	addi	x6, x6, 16
	addi	x8, x8, -1
	beqz	x8, 8f
	andi	x9, x8, 1
	li	x5, 3
	bnez	x9, 7f
	j	5b
7:	j	6b
8:	j	4b
9:	check	x6, 4 * 3 + 8 * 16
	.endr

	/* In place of the branch stands another instruction, then another branch, to the block
	 * before. */
	la	x9, changed
	li	x13, 0
again:	li	x5, TURNS
	li	x6, 0
	j	begin
	.balign	64
	.rept	15
	nop
	.endr
early:	addi	x6, x6, 2
begin:	addi	x6, x6, 1
	addi	x5, x5, -1
changed: bnez	x5, begin
	addi	x13, x13, 1
	li	x14, 2
	beq	x13, x14, second
	bltu	x14, x13, third
	check	x6, TURNS
	li	x10, 0x00000013		# nop
	j	change
second:	check	x6, 1
	la	x11, other
	lw	x10, 0(x11)
change:	sw	x10, 0(x9)
	fence.i
	j	again
third:	check	x6, TURNS + 2 * (TURNS - 1)
	pass

	/* Twice the same loop, in blocks of its own. */
others:	li	x13, TURNS
	andi	x12, x12, 1
	beqz	x12, 11f
	.balign	64
10:	turns	2
	turns	5
	addi	x13, x13, -1
	bnez	x13, 10b
	halt
	.balign	64
11:	turns	2
	turns	5
	addi	x13, x13, -1
	bnez	x13, 11b
	halt
	footer
1:	.space	12			# as much as between early and changed
other:	bnez	x5, 1b			# is copied, not executed
