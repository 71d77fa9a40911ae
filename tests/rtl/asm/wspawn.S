/* wspawn.S - all warps are woken again and again
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x20, 10			# rounds
	csrr	x22, WW_CSR_NUM_WARPS
	addi	x22, x22, -1
	li	x23, 0
1:	wake_all worker, x25
	meet
	wait_alone
	add	x23, x23, x22
	la	x5, table
	li	x6, 0
	csrr	x7, WW_CSR_NUM_WARPS
2:	lw	x8, 0(x5)		# every worker counted once in its word
	add	x6, x6, x8
	addi	x5, x5, 4
	addi	x7, x7, -1
	bnez	x7, 2b
	check_eq x6, x23
	addi	x20, x20, -1
	bnez	x20, 1b
	csrr	x5, WW_CSR_NUM_WARPS
	li	x6, 1
	bleu	x5, x6, 3f
	la	x7, nothing		# rd = x0: nothing is written
	wspawn	x0, x7, x6
	wait_alone
3:	pass
worker:	meet
	csrr	x10, WW_CSR_TMASK
	li	x11, 1
	bne	x10, x11, 4f
	csrr	x12, WW_CSR_WARP_ID
	bne	x12, x25, 4f		# lowest-numbered inactive warp
	slli	x13, x12, 2
	la	x14, table
	add	x14, x14, x13
	lw	x15, 0(x14)
	addi	x15, x15, 1
	sw	x15, 0(x14)
	fence
4:	halt
nothing: bnez	x0, 4b
	ebreak
	footer
	.bss
	.balign	4
table:	.space	128
