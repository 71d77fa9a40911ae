/* trap_fetch_beyond.S - a jump behind the end of RAM
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, __stack_top		# the end of RAM
	jr	x5
	.globl	trap_pc
	.set	trap_pc, __stack_top
	no_trap
