/* trap_then_mexit.S - a trap before a write of mexit is held
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x6, worker
	wspawn	x0, x6, x0
	wait_alone
	csrwi	WW_CSR_MEXIT, 0
	no_trap
worker:
	traps	0
	ecall
	no_trap
