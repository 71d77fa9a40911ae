/* trap_fsw_access.S - fsw outside RAM
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +f

	start
	li	x5, 0xf0000000
	traps	0xf0000000
	fsw	f6, 0(x5)
	no_trap
