/* timer_barrier.S - a warp at a barrier takes the interrupt when it goes on
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	wake_all worker, x20
	li	x20, 0
	csrr	x5, WW_CSR_NUM_WARPS
	li	x6, 2
	bltu	x5, x6, alone
	li	x7, 400			# the others wait meanwhile
1:	addi	x7, x7, -1
	bnez	x7, 1b
	tick	3000
	li	x7, 4000
2:	addi	x7, x7, -1
	bnez	x7, 2b
	meet
	csrwi	WW_CSR_MTICK, 0
	meet
	wait_alone
	la	x21, words
	slli	x5, x5, 2
	add	x5, x21, x5
	addi	x21, x21, 4
3:	lw	x6, 0(x21)		# each had the one that was pending, first
	addi	x3, x3, 1
	beqz	x6, fail
	addi	x21, x21, 4
	bne	x21, x5, 3b
alone:	pass
worker:	csrr	x5, WW_CSR_NUM_WARPS
	li	x24, 0
	enable	handler
	bar	x0, x5
	.rept	8			# it may let a few instructions pass
	nop
	.endr
	mv	x25, x24
	csrci	WW_CSR_MSTATUS, MIE
	la	x21, words
	slli	x22, x20, 2
	add	x21, x21, x22
	sw	x25, 0(x21)
	meet
	halt
handler:
	count_handler x24
	footer
	.bss
	.balign	64
words:	.space	128
