/* trap_fetch_console.S - a jump to the console
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0xfffff000
	jr	x5
	.globl	trap_pc
	.globl	trap_tval
	.set	trap_pc, 0xfffff000
	.set	trap_tval, 0xfffff000
	no_trap
