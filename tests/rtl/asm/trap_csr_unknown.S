/* trap_csr_unknown.S - a CSR that does not exist
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	traps	0x34002573
	csrr	x10, 0x340		# mscratch
	no_trap
