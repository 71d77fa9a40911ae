/* bar_subset.S - barriers of one warp, of pairs, and a count below those who wait
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0
	li	x6, 1
	bar	x5, x6			# alone: goes on at once
	bar	x5, x0			# n = 0 as well
	csrr	x7, WW_CSR_NUM_WARPS
	li	x8, 2
	bltu	x7, x8, 9f
	/* Pairs (0,1) at barrier 0; the other warps wait in between. */
	wake_all worker, x20
	li	x20, 0
worker:	li	x5, 0
	li	x6, 1
	li	x8, 2
	li	x9, 30
	bgeu	x20, x8, 5f
	la	x10, turn
1:	andi	x11, x9, 1		# strict alternation through the barrier
	bne	x11, x20, 2f
	lw	x12, 0(x10)
	addi	x12, x12, 1
	sw	x12, 0(x10)
	fence
2:	bar	x5, x8
	addi	x9, x9, -1
	bnez	x9, 1b
	bnez	x20, 4f
	lw	x12, 0(x10)
	check	x12, 30
	csrr	x13, WW_CSR_NUM_WARPS
	bar	x6, x13			# barrier 1: all of them
	wait_alone
9:	pass
4:
5:	li	x6, 1
	csrr	x13, WW_CSR_NUM_WARPS
	bar	x6, x13
	halt
	footer
	.bss
	.balign	4
turn:	.space	4
