/* speculate_units.S - multiplications and divisions behind an instruction that traps
 * SPDX-License-Identifier: Apache-2.0
 *
 * As speculate_traps.S: the last program needs what the others may have lost.
 */
#include "test.inc"

	start
	li	x20, 3
0:	la	x5, table
1:	lw	x6, 0(x5)
	beqz	x6, 2f
	li	x7, 100
	wspawn	x24, x6, x7
	wait_alone
	addi	x5, x5, 4
	j	1b
2:	addi	x20, x20, -1
	bnez	x20, 0b
	pass

	.balign	4
divide:
	all_lanes
	li	x8, 3
	traps	0
	lw	x7, 0(x0)
	div	x9, x24, x8
	add	x9, x9, x9
multiply:
	all_lanes
	li	x8, 3
	lw	x7, 0(x0)
	mul	x9, x24, x8
	mul	x10, x24, x8
	mul	x11, x24, x8
both:	li	x8, 3
	sw	x7, 0(x0)
	mul	x9, x24, x8
	addi	x10, x8, 1
	addi	x11, x8, 1
	rem	x12, x24, x8
everything:
	all_lanes
	li	x8, 3
	div	x9, x24, x8
	mul	x10, x9, x8
	mul	x11, x10, x8
	rem	x12, x11, x8
	div	x10, x11, x12
	sub	x10, x10, x9
	halt

	.data
	.balign	4
table:	.word	divide, multiply, both, everything, 0
