/* counters_full.S - all warps and all their threads issue without a pause,
 * and what they do is counted
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

#define COUNT(event)      (WW_CSR_HPMCOUNTER3 - 3 + WW_EVENT_##event)

	.macro	busy times:req
	.rept	\times
	.irp	r, 8, 9, 10, 11, 12, 13, 14, 15
	addi	x\r, x\r, 1
	.endr
	.endr
	.endm

	start
	wake_all work, x5
	j	work2
work:	nop
work2:	all_lanes
	meet
	.irp	step, 12, 9, 5, 17
	busy	\step
	csrr	x6, COUNT(THREADS)
	csrr	x7, COUNT(FULL)
	.endr
	busy	24
	csrr	x5, WW_CSR_WARP_ID
	beqz	x5, 1f
	halt
1:	wait_alone
	csrr	x6, COUNT(THREADS)
	csrr	x7, COUNT(FULL)
	csrr	x7, COUNT(ISSUED)
	pass
