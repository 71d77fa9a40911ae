/* mem_mail.S - words are handed from warp to warp without a fence: each carries its number
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	LETTERS, 12

	/* Warp w takes from box w and puts into box w + 1; a box is zero when its letter
	 * has been taken. Warp 0 only puts, the last one only takes. */
	start
	everybody
	one_lane
	csrr	x10, WW_CSR_NUM_WARPS
	addi	x10, x10, -1
	slli	x12, x7, 2
	la	x13, boxes
	add	x13, x13, x12
	li	x15, 1
1:	slli	x16, x15, 8		# what warp 0 writes
	beqz	x7, 3f
2:	lw	x16, 0(x13)
	beqz	x16, 2b
	sw	x0, 0(x13)
3:	beq	x7, x10, 5f
	addi	x16, x16, 1		# every warp adds 1
4:	lw	x17, 4(x13)
	bnez	x17, 4b
	sw	x16, 4(x13)
5:	slli	x17, x15, 8
	add	x17, x17, x7
	beq	x7, x10, 6f
	addi	x17, x17, 1
6:	same	x16, x17
	addi	x15, x15, 1
	li	x17, LETTERS
	bleu	x15, x17, 1b
	verdict
	footer
	.bss
	.balign	64
boxes:	.space	33 * 4
