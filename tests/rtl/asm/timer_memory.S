/* timer_memory.S - interrupts among loads, stores, branches and products
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	wake_all worker, x20
	li	x20, 0
	csrr	x5, WW_CSR_NUM_WARPS	# time for the handlers of all
	addi	x5, x5, 1
	slli	x5, x5, 9
	csrw	WW_CSR_MTICK, x5
worker:	la	x21, words
	slli	x22, x20, 6
	add	x21, x21, x22
	li	x10, 0
	li	x24, 0
	enable	handler
	li	x5, 200
1:	sw	x5, 0(x21)
	sh	x5, 6(x21)
	lw	x6, 0(x21)
	lhu	x7, 6(x21)
	add	x8, x6, x7
	sub	x8, x8, x5
	sub	x8, x8, x5
	or	x10, x10, x8
	andi	x9, x5, 3
	beqz	x9, 2f
	lb	x11, 0(x21)
	j	3f
2:	fence
	amount = 17
	slli	x11, x5, amount
	srli	x11, x11, amount
	xor	x11, x11, x5
	or	x10, x10, x11
3:	addi	x5, x5, -1
	bnez	x5, 1b
	li	x5, 1			# gto has let this warp run before the first tick
	beqz	x24, 1b
	csrci	WW_CSR_MSTATUS, MIE
	beqz	x10, 4f
	la	x21, wrong
	sw	x10, 0(x21)
	fence
4:	meet
	bnez	x20, 5f
	csrwi	WW_CSR_MTICK, 0
	wait_alone
	la	x21, wrong
	lw	x10, 0(x21)
	check	x10, 0
	addi	x3, x3, 1
	beqz	x24, fail
	pass
5:	halt
handler:
	lw	x25, 0(x21)		# what the warp stored last is there
	sw	x25, 32(x21)
	lw	x26, 32(x21)
	xor	x26, x26, x25
	or	x10, x10, x26
	addi	x24, x24, 1
	mret
	footer
	.bss
	.balign	64
wrong:	.space	64
words:	.space	2048
