/* timer_nested.S - MIE is off in the handler; it may be set there again
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	enable	handler
	li	x20, 0
	li	x21, 0
	li	x22, 0
	tick	150
1:	li	x7, 6
	bltu	x21, x7, 1b
	csrci	WW_CSR_MSTATUS, MIE
	check	x22, 0
	pass
handler:
	bnez	x20, nested
	addi	x20, x20, 1
	li	x8, 100			# longer than the period: one is pending, and waits
2:	addi	x8, x8, -1
	bnez	x8, 2b
	csrr	x9, WW_CSR_MEPC
	csrsi	WW_CSR_MSTATUS, MIE	# now
	nop
	csrci	WW_CSR_MSTATUS, MIE
	csrw	WW_CSR_MEPC, x9
	li	x10, MPIE
	csrw	WW_CSR_MSTATUS, x10
	addi	x20, x20, -1
	beqz	x20, 3f
	li	x22, 1
3:	mret
nested:	addi	x21, x21, 1
	li	x7, 6
	bltu	x21, x7, 4f
	csrwi	WW_CSR_MTICK, 0
4:	mret
	footer
