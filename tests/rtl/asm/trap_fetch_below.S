/* trap_fetch_below.S - a jump below RAM
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0x7ffffffc
	jr	x5
	.globl	trap_pc
	.globl	trap_tval
	.set	trap_pc, 0x7ffffffc
	.set	trap_tval, 0x7ffffffc
	no_trap
