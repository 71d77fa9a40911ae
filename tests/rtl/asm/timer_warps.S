/* timer_warps.S - every warp takes the ticks, each with its own registers and handler
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	wake_all worker, x20
	li	x20, 0
	meet
	csrr	x5, WW_CSR_NUM_WARPS	# time for the handlers of all
	addi	x5, x5, 1
	slli	x5, x5, 8
	csrw	WW_CSR_MTICK, x5
	j	work
worker:	meet
work:	la	x23, other
	andi	x22, x20, 1
	bnez	x22, 1f
	la	x23, handler
1:	csrw	WW_CSR_MTVEC, x23
	csrr	x22, WW_CSR_MTVEC
	beqz	x22, fail
	csrsi	WW_CSR_MSTATUS, MIE
	la	x21, words
	slli	x22, x20, 6
	add	x21, x21, x22
	li	x24, 0
	li	x5, 0
2:	addi	x5, x5, 1		# until this warp has had five
	sw	x5, 0(x21)
	lw	x6, 0(x21)
	bne	x5, x6, bad
	li	x7, 5
	bltu	x24, x7, 2b
	csrci	WW_CSR_MSTATUS, MIE
	meet
	bnez	x20, 3f
	wait_alone
	la	x21, wrong
	lw	x6, 0(x21)
	check	x6, 0
	pass
3:	halt
bad:	la	x21, wrong
	sw	x5, 0(x21)
	fence
	ebreak
handler:
	count_handler x24
other:	addi	x25, x24, 1
	mv	x24, x25
	mret
	footer
	.bss
	.balign	64
wrong:	.space	64
words:	.space	2048
