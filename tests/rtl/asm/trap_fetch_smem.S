/* trap_fetch_smem.S - shared memory holds no instructions
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0xFF000000
	li	x6, 0x00100073		# ebreak
	sw	x6, 0(x5)
	fence.i
	jr	x5
	no_trap
	.globl	trap_pc, trap_tval
	.set	trap_pc, 0xFF000000
	.set	trap_tval, 0xFF000000
	footer
