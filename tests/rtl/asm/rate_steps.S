/* rate_steps.S - one warp reads mcycle around what it does, for tests/rtl/rate.t
 * SPDX-License-Identifier: Apache-2.0
 *
 * All of it twice, so that the second time finds its instructions in a cache.
 */
#include "test.inc"

	.macro	measured
	csrr	x10, mcycle
	.endm

	start
	li	x20, 2
	li	x5, 3
	li	x6, 1
1:	measured			# 16 independent instructions
	.rept	4
	addi	x11, x5, 1
	addi	x12, x5, 2
	addi	x13, x5, 3
	addi	x14, x5, 4
	.endr
	measured			# 16, each of which needs the one before
	.rept	16
	addi	x6, x6, 1
	.endr
	measured
	.rept	8			# 8 multiplications, each of which needs the one before
	mul	x5, x5, x5
	.endr
	measured
	li	x7, 16			# 15 times back, 8 instructions each time
2:	addi	x11, x6, 1
	addi	x12, x6, 2
	addi	x13, x6, 3
	addi	x14, x6, 4
	addi	x15, x6, 5
	addi	x16, x6, 6
	addi	x7, x7, -1
	bnez	x7, 2b
	measured
	.rept	4			# 4 branches that are predicted wrongly
	bnez	x20, 3f
	nop
3:	nop
	.endr
	measured
	addi	x20, x20, -1
	bnez	x20, 1b
	pass
