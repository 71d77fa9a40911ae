/* mem_code_conflict.S - routines of one set, more than ways, called by warps in different orders
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	ROUTINES, 11		# at a distance of 4 KiB

	start
	everybody
	la	x10, routines
	li	x11, 0			# the sum
	li	x12, 0			# its expectation
	andi	x13, x7, 7		# where this warp begins
	li	x14, 3 * ROUTINES
1:	slli	x16, x13, 12
	add	x16, x16, x10
	jalr	x1, 0(x16)
	slli	x12, x12, 1
	add	x12, x12, x13
	addi	x13, x13, 3
	li	x16, ROUTINES
	bltu	x13, x16, 2f
	sub	x13, x13, x16
2:	addi	x14, x14, -1
	bnez	x14, 1b
	same	x11, x12
	verdict
	footer
	.balign	4096
routines:
	.set	i, 0
	.rept	ROUTINES
	.balign	4096
	slli	x11, x11, 1
	addi	x11, x11, i
	ret
	.set	i, i + 1
	.endr
