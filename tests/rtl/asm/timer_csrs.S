/* timer_csrs.S - without a timer its CSRs read zero and keep nothing
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	.irp	csr, WW_CSR_MTICK, WW_CSR_MTVEC, WW_CSR_MEPC, WW_CSR_MSTATUS
	li	x5, -1
	csrrw	x6, \csr, x5
	check	x6, 0
	csrrs	x6, \csr, x5
	check	x6, 0
	csrrc	x6, \csr, x5
	check	x6, 0
	csrrwi	x6, \csr, 31
	check	x6, 0
	csrrsi	x6, \csr, 31
	check	x6, 0
	csrr	x6, \csr
	check	x6, 0
	.endr
	li	x5, 100
1:	addi	x5, x5, -1		# no ticks, then
	bnez	x5, 1b
	pass
	footer
