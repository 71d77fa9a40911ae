/* corners.S - every operation on every pair of corner values, in pairs of threads too
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each operation is done twice, with its operands in the same order and as `op b, a`; for
 * those that are symmetric both must give the same. The branches say what slt and xor say.
 */
#include "test.inc"

	.macro	both op:req
	\op	x9, x7, x8
	\op	x10, x8, x7
	.endm

	.macro	symmetric op:req
	both	\op
	check_eq x9, x10
	.endm

	/* x9 = 1 if OP branches. */
	.macro	taken op:req
	li	x9, 1
	\op	x7, x8, 1f
	li	x9, 0
1:
	.endm

	start
	li	x5, 0
4:	la	x6, values
	add	x11, x6, x5
	lw	x7, 0(x11)
	li	x12, 0
5:	add	x11, x6, x12
	lw	x8, 0(x11)
	symmetric add
	symmetric xor
	symmetric or
	symmetric and
	both	sll
	both	srl
	both	sra
	sub	x9, x7, x8
	sub	x10, x8, x7
	add	x9, x9, x10
	check	x9, 0
	slt	x13, x7, x8
	sltu	x14, x7, x8
	xor	x15, x7, x8
	seqz	x15, x15
	taken	beq
	check_eq x9, x15
	taken	bne
	xori	x9, x9, 1
	check_eq x9, x15
	taken	blt
	check_eq x9, x13
	taken	bge
	xori	x9, x9, 1
	check_eq x9, x13
	taken	bltu
	check_eq x9, x14
	taken	bgeu
	xori	x9, x9, 1
	check_eq x9, x14
	split	x8
	join
	addi	x12, x12, 4
	li	x11, 20
	bne	x12, x11, 5b
	addi	x5, x5, 4
	bne	x5, x11, 4b
	/* x0 on either side. */
	li	x7, 5
	.irp	op, add, sub, sll, slt, sltu, xor, srl, sra, or, and
	\op	x9, x0, x7
	\op	x9, x7, x0
	\op	x0, x7, x7
	\op	x9, x7, x7
	mv	x10, x7
	\op	x10, x10, x7
	mv	x10, x7
	\op	x10, x7, x10
	.endr
	.irp	op, beq, bne, blt, bge, bltu, bgeu
	\op	x0, x7, 3f
3:	\op	x7, x0, 3f
3:	\op	x7, x7, 3f
3:
	.endr
	split	x0
	join
	/* The same values in all threads, then others in each. */
	all_lanes
	li	x7, 5
	li	x8, 3
	.irp	op, add, sub, sll, slt, sltu, xor, srl, sra, or, and
	\op	x9, x7, x8
	.endr
	.irp	op, beq, bne, blt, bge, bltu, bgeu
	\op	x7, x8, 3f
3:
	.endr
	one_lane
	pass
	footer
	.data
	.balign	4
values:	.word	0, 1, -1, 0x80000000, 0x7fffffff
