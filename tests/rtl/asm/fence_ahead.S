/* fence_ahead.S - stores to code that is being fetched ahead, then fence.i
 * SPDX-License-Identifier: Apache-2.0
 *
 * In every round all lines are forgotten, the routine's first line is fetched, and while the
 * lines behind it are on their way the routine writes into one of them.
 */
#include "test.inc"

	start
	la	x5, routine
	li	x8, 200
	li	x12, 0
1:	addi	x12, x12, 1
	andi	x12, x12, 1023
	slli	x9, x12, 20
	li	x10, 0x00050513		# addi x10, x10, 0
	or	x9, x9, x10
	li	x10, 0
	fence.i
	jal	x1, routine
	check_eq x10, x12
	addi	x8, x8, -1
	bnez	x8, 1b
	pass
	footer
	.section .code, "awx"
	.balign	256
routine:
	.rept	5
	nop
	.endr
	sw	x9, 64(x5)
	fence.i
	.rept	50
	nop
	.endr
	ret
