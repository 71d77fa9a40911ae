/* trap_smem_below.S - there is no RAM right below shared memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0xfefffffc
	traps	0xfefffffc
	lw	x6, 0(x5)
	no_trap
