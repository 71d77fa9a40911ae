/* trap_csr_write.S - a write to a CSR; csrrs with x0 is none, with a zero register it is
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrrs	x5, WW_CSR_TMASK, x0
	li	x6, 0
	traps	0xcc4322f3
	csrrs	x5, WW_CSR_TMASK, x6
	no_trap
