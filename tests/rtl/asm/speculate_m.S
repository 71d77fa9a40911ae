/* speculate_m.S - multiplications and divisions on the wrong path of a branch
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	li	x20, 1
	li	x24, 40
	li	x5, 1000
	li	x6, 7
	li	x18, 0
1:	bnez	x20, 2f
	div	x7, x5, x6
	mul	x8, x5, x6
	rem	x9, x5, x6
2:	div	x10, x5, x6
	bnez	x20, 3f
	mul	x7, x5, x6
	mul	x8, x5, x6
	mul	x9, x5, x6
	mul	x5, x5, x6
3:	mul	x11, x5, x6
	bnez	x20, 4f
	addi	x11, x0, 1
	rem	x11, x5, x6
4:	add	x12, x10, x11
	bnez	x20, 5f
	mul	x12, x5, x6
	addi	x13, x0, 5
	addi	x14, x0, 5
5:	add	x18, x18, x12
	addi	x24, x24, -1
	bnez	x24, 1b
	check	x18, 285680

	/* Products beside what wants their result slots. */
	li	x24, 30
	li	x8, 3
	li	x18, 0
6:	mul	x9, x8, x24
	addi	x10, x8, 1
	addi	x11, x8, 2
	addi	x12, x8, 3
	mul	x13, x8, x8
	mul	x14, x9, x8
	addi	x15, x8, 4
	add	x18, x18, x9
	add	x18, x18, x13
	add	x18, x18, x14
	mul	x16, x8, x8
	addi	x17, x8, 4
	bnez	x20, 7f
	mul	x16, x8, x20
7:	add	x18, x18, x16
	mul	x10, x10, x11
	sub	x18, x18, x10
	addi	x24, x24, -1
	bnez	x24, 6b
	check	x18, 5520
	li	x24, 20
	li	x18, 0
8:	mul	x9, x8, x24
	addi	x10, x8, 1
	addi	x11, x8, 2
	add	x18, x18, x9
	.rept	6
	addi	x11, x11, 1
	.endr
	mul	x9, x8, x24
	nop
	nop
	sub	x18, x9, x18
	.rept	6
	addi	x11, x11, 1
	.endr
	addi	x24, x24, -1
	bnez	x24, 8b
	check	x18, 0
	pass
	footer
