/* timer_edges.S - ticks beside every split, join and change of MIE
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	li	x20, 0
	li	x21, 0
	li	x22, 0
	enable	handler
	tick	331			# meets the loop at all places in turn
	li	x10, 500
1:	li	x21, 1			# no interrupt from the split on
	split	x10
	addi	x21, x21, 1
	addi	x21, x21, -1
	join
	li	x21, 0
	csrci	WW_CSR_MSTATUS, MIE
	addi	x22, x22, 1
	addi	x22, x22, -1
	csrsi	WW_CSR_MSTATUS, MIE
	addi	x10, x10, -1
	bnez	x10, 1b
	csrwi	WW_CSR_MTICK, 0
	check	x23, 0
	addi	x3, x3, 1
	li	x7, 5
	bltu	x20, x7, fail
	pass
handler:
	or	x23, x23, x22		# never with MIE off
	addi	x24, x21, -1
	seqz	x24, x24
	sub	x24, x21, x24		# 2 between the additions
	srli	x24, x24, 1
	or	x23, x23, x24
	addi	x20, x20, 1
	mret
	footer
