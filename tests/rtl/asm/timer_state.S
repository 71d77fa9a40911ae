/* timer_state.S - what taking an interrupt and mret do to mepc and mstatus
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	csrr	x5, WW_CSR_MSTATUS
	check	x5, 0
	csrr	x5, WW_CSR_MEPC
	check	x5, 0
	csrr	x5, WW_CSR_MTVEC
	check	x5, 0
	li	x6, -1			# only the bits that exist
	csrw	WW_CSR_MEPC, x6
	csrrw	x5, WW_CSR_MEPC, x0
	check	x5, -4
	csrw	WW_CSR_MTVEC, x6
	csrrw	x5, WW_CSR_MTVEC, x0
	check	x5, -4
	csrci	WW_CSR_MSTATUS, MIE
	li	x6, 0xfffffff7
	csrw	WW_CSR_MSTATUS, x6
	csrrs	x5, WW_CSR_MSTATUS, x0
	check	x5, MPIE
	csrrc	x5, WW_CSR_MSTATUS, x6
	check	x5, MPIE
	csrr	x5, WW_CSR_MSTATUS
	check	x5, 0
	la	x6, 1f			# mret as a jump: MPIE goes to MIE
	csrw	WW_CSR_MEPC, x6
	mret
	j	fail
1:	csrr	x5, WW_CSR_MSTATUS
	check	x5, MPIE
	la	x6, 2f
	csrw	WW_CSR_MEPC, x6
	mret
	j	fail
2:	csrr	x5, WW_CSR_MSTATUS
	check	x5, MIE | MPIE
	enable	handler
	li	x6, 777
	csrw	WW_CSR_MTICK, x6
	csrrw	x5, WW_CSR_MTICK, x6	# restarts
	check	x5, 777
	csrrsi	x5, WW_CSR_MTICK, 2
	check	x5, 777
	csrrci	x5, WW_CSR_MTICK, 1
	check	x5, 779
	csrr	x5, WW_CSR_MTICK
	check	x5, 778
	li	x20, 0
wait:	beqz	x20, wait
waited:	csrr	x5, WW_CSR_MTICK
	check	x5, 0
	csrr	x5, WW_CSR_MSTATUS
	check	x5, MIE | MPIE
	la	x6, wait		# one of the two instructions
	sub	x7, x21, x6
	srli	x7, x7, 3
	check	x7, 0
	check	x22, MPIE
	pass
handler:
	csrr	x21, WW_CSR_MEPC
	csrr	x22, WW_CSR_MSTATUS
	csrwi	WW_CSR_MTICK, 0
	li	x20, 1
	mret
	footer
