/* trap_csr_sources.S - writes to a CSR that can only be read,
 * from every register whose number has one bit
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	.irp	n, 1, 2, 4, 8, 16
	la	x10, w\n
	wspawn	x0, x10, x0
	wait_alone
	.endr
	pass
	traps	0xcc40a2f3
w1:	csrrs	x5, WW_CSR_TMASK, x1
	halt
w2:	csrrs	x5, WW_CSR_TMASK, x2
	halt
w4:	csrrs	x5, WW_CSR_TMASK, x4
	halt
w8:	csrrs	x5, WW_CSR_TMASK, x8
	halt
w16:	csrrs	x5, WW_CSR_TMASK, x16
	halt
