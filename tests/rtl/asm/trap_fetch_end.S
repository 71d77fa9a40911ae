/* trap_fetch_end.S - straight on from the last word of RAM
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, __stack_top - 4	# the end of RAM
	li	x6, 0x00000013		# nop
	sw	x6, 0(x5)
	fence.i
	jr	x5
	.globl	trap_pc
	.set	trap_pc, __stack_top
	.globl	trap_tval
	.set	trap_tval, __stack_top
	no_trap
