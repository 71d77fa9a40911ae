/* trap_csr_unknown.S - a CSR that does not exist
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	traps	0x34102573
	csrr	x10, 0x341		# mepc
	no_trap
