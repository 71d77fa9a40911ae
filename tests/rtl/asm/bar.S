/* bar.S - all warps meet at a barrier, many times, no warp a round ahead
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	/* Each round a warp sets its word to the round, meets the others,
	 * reads all words, meets them again. */
	start
	wake_all worker, x20
	li	x20, 0
worker:	csrr	x5, WW_CSR_NUM_WARPS
	la	x6, table
	slli	x7, x20, 2
	add	x7, x7, x6
	li	x8, 1			# round
	li	x9, 0			# barrier
	li	x10, 0			# faults
	li	x11, 12
1:	sw	x8, 0(x7)
	fence
	bar	x9, x5
	mv	x12, x6
	mv	x13, x5
2:	lw	x14, 0(x12)
	xor	x14, x14, x8
	or	x10, x10, x14
	addi	x12, x12, 4
	addi	x13, x13, -1
	bnez	x13, 2b
	bar	x9, x5
	addi	x8, x8, 1
	bleu	x8, x11, 1b
	beqz	x10, 3f
	la	x12, wrong
	sw	x10, 0(x12)
	fence
3:	bar	x9, x5
	bnez	x20, 4f
	wait_alone
	la	x12, wrong
	lw	x10, 0(x12)
	check	x10, 0
	pass
4:	halt
	footer
	.bss
	.balign	4
wrong:	.space	4
table:	.space	128
