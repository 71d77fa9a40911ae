/* timer_spawn.S - wspawn clears MIE of the warp it starts, and leaves mtvec
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	la	x6, worker
	enable	handler
	li	x5, 0
	wspawn	x5, x6, x0
	wait_alone
	li	x7, 1
	wspawn	x5, x6, x7
	wait_alone
	la	x8, word
	lw	x9, 0(x8)
	check	x9, 0
	pass
worker:	bnez	x5, again
	enable	handler
	halt
again:	csrr	x9, WW_CSR_MSTATUS
	la	x10, handler
	csrr	x11, WW_CSR_MTVEC
	xor	x11, x11, x10
	or	x9, x9, x11
	la	x8, word
	sw	x9, 0(x8)
	fence
	halt
handler:
	mret
	footer
	.data
	.balign	4
word:	.word	1
