/* trap_wspawn_fetch.S - a warp woken outside RAM traps, not the one that wakes it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0x40000000
	csrr	x6, WW_CSR_NUM_WARPS
	li	x7, 1
	beq	x6, x7, 1f
	wspawn	x8, x5, x0
	wait_alone
	li	x10, 3			# the run has a fault all the same
	ebreak
1:	jr	x5
	.globl	trap_pc
	.globl	trap_tval
	.set	trap_pc, 0x40000000
	.set	trap_tval, 0x40000000
