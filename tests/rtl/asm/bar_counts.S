/* bar_counts.S - a warp comes to a barrier with a smaller number than those who wait there
 * SPDX-License-Identifier: Apache-2.0
 *
 * It releases them all: waiters go on when they are as many as the last one to come says.
 */
#include "test.inc"

	start
	la	x21, flag
	la	x22, worker
	li	x23, 0			# barriers 0 to 3
1:	wspawn	x10, x22, x23
2:	lw	x24, 0(x21)		# it is about to wait
	beqz	x24, 2b
	sw	x0, 0(x21)
	li	x24, 200
3:	addi	x24, x24, -1
	bnez	x24, 3b
	li	x24, 1
	bar	x23, x24
	wait_alone
	addi	x23, x23, 1
	li	x24, 4
	bne	x23, x24, 1b
	lw	x24, 4(x21)
	check	x24, 4
	li	x23, 100		# alone: it never waits
4:	bar	x0, x0
	addi	x23, x23, -1
	bnez	x23, 4b
	pass
	footer

worker:	li	x11, 1
	la	x21, flag
	sw	x11, 0(x21)
	fence
	csrr	x12, WW_CSR_NUM_WARPS
	bar	x10, x12
	lw	x11, 4(x21)
	addi	x11, x11, 1
	sw	x11, 4(x21)
	fence
	halt
	.bss
	.balign	4
flag:	.space	8
