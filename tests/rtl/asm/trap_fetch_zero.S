/* trap_fetch_zero.S - a jump to address zero, as through a null pointer
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	jr	x0
	.globl	trap_pc
	.globl	trap_tval
	.set	trap_pc, 0
	.set	trap_tval, 0
	no_trap
