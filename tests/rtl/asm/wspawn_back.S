/* wspawn_back.S - warp 1 starts warp 0 again, which has halted with a load under way
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each time warp 0 loads into x11, or into another register, and halts. What wspawn writes into x11
 * comes later than the load, however long that takes.
 */
#include "test.inc"

	start
	la	x5, words
	li	x10, 0			# rounds
	la	x7, other
	wspawn	x0, x7, x0
	/* Warp 0, at its first start and at each further one. */
again:	la	x5, words
	lw	x10, 0(x5)
	csrr	x6, WW_CSR_WARP_ID
	check	x6, 0
	beqz	x10, 1f
	slli	x6, x10, 8		# what the other warp has written
	check_eq x11, x6
1:	addi	x10, x10, 1
	sw	x10, 0(x5)
	li	x6, 9
	fence
	beq	x10, x6, 2f
	slli	x6, x10, 6
	add	x6, x6, x5
	andi	x7, x10, 1
	bnez	x7, 3f
	fence
	lw	x11, 0(x6)
	halt
3:	fence
	lw	x12, 0(x6)
	halt
2:	pass
fail:	li	x6, 9			# the other one ends, too
	sw	x3, 4(x5)
	fence
	sw	x6, 0(x5)
	fence
	mv	a0, x3
	ebreak

other:	la	x5, words
	la	x7, again
4:	csrr	x31, WW_CSR_ACTIVE_WARPS
	addi	x31, x31, -2		# nobody but this one
	bnez	x31, 4b
	lw	x10, 0(x5)
	li	x12, 9
	beq	x10, x12, 5f
	slli	x12, x10, 8
	wspawn	x11, x7, x12
	j	4b
5:	lw	x10, 4(x5)		# what a warp has in x10 as it halts is the exit code
	halt

	.data
	.balign	64
words:	.zero	640
