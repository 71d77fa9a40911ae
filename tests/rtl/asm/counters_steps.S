/* counters_steps.S - a counter is read at every distance in time, again and again: reads that come
 * at the same step of the walk over the counters must not keep a counter from being visited
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

#define COUNT(event)      (WW_CSR_HPMCOUNTER3 - 3 + WW_EVENT_##event)

	/* 24 reads, PAD instructions and what a loop takes apart. */
	.macro	laps pad:req
	li	x7, 24
1:	csrr	x5, COUNT(THREADS)
	.rept	\pad
	addi	x8, x8, 1
	.endr
	addi	x7, x7, -1
	bnez	x7, 1b
	.endm

	start
	csrr	x9, COUNT(ISSUED)
	.set	pad, 0
	.rept	34
	laps	pad
	.set	pad, pad + 1
	.endr
	csrr	x6, COUNT(ISSUED)
	sub	x6, x6, x9
	addi	x3, x3, 1
	li	x31, 34 * (1 + 24 * 3) + 24 * (33 * 34 / 2) + 1
	bne	x6, x31, fail
	csrr	x6, COUNT(THREADS)
	csrr	x6, COUNT(IDLE)
	pass
	footer
