/* race.S - all warps add to one word without a lock: any sum will do
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	wake_all worker, x20
	li	x20, 0
worker:	la	x5, word
	li	x6, 20
1:	lw	x7, 0(x5)
	addi	x7, x7, 1
	sw	x7, 0(x5)
	addi	x6, x6, -1
	bnez	x6, 1b
	fence
	bnez	x20, 9f
	wait_alone
	lw	x7, 0(x5)		# at least what one warp adds alone, at most all
	li	x6, 2
	addi	x3, x3, 1
	bltu	x7, x6, fail
	csrr	x8, WW_CSR_NUM_WARPS
	li	x9, 0
2:	addi	x9, x9, 20
	addi	x8, x8, -1
	bnez	x8, 2b
	addi	x3, x3, 1
	bltu	x9, x7, fail
	pass
9:	halt
	footer
	.bss
	.balign	4
word:	.space	4
