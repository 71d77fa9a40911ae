/* mem_token.S - a token goes round the warps; each spins on a flag, in one line or in its own
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	ROUNDS, 3

	start
	everybody
	csrr	x10, WW_CSR_NUM_WARPS
	addi	x11, x10, -1
	la	x12, sum
	li	x13, 2			# distance of the flags: 4 bytes, then 256
1:	la	x14, flags
	addi	x15, x7, 1
	and	x15, x15, x11
	sll	x15, x15, x13
	add	x15, x15, x14		# the next warp's flag
	sll	x16, x7, x13
	add	x16, x16, x14		# this warp's
	lw	x17, 0(x16)		# tokens it has seen
	li	x18, ROUNDS
	phase
	bnez	x7, 3f
2:	lw	x19, 0(x12)		# with the token
	addi	x19, x19, 1
	sw	x19, 0(x12)
	fence
	lw	x20, 0(x15)
	addi	x20, x20, 1
	sw	x20, 0(x15)
	addi	x18, x18, -1
	beqz	x18, 4f
3:	lw	x21, 0(x16)
	beq	x21, x17, 3b
	mv	x17, x21
	fence
	j	2b
4:	phase
	addi	x13, x13, 6
	li	x14, 8
	bleu	x13, x14, 1b
	lw	x19, 0(x12)		# 2 x ROUNDS x warps
	slli	x20, x10, 1
	mv	x21, x20
	add	x20, x20, x21
	add	x20, x20, x21
	same	x19, x20
	verdict
	footer
	.bss
	.balign	256
flags:	.space	32 * 256
sum:	.space	4
