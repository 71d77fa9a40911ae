/* reset_regs.S - every register of every thread reads zero after reset
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

/* The other registers of all threads, as they were left by reset, or'ed into x1. */
	.macro	gather
	.irp	r, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
	or	x1, x1, x\r
	.endr
	.irp	r, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	or	x1, x1, x\r
	.endr
	.endm

	.globl	_start
_start:
	or	x1, x1, x2
	or	x1, x1, x3
	csrr	x2, WW_CSR_NUM_THREADS
	tmc	x2
	gather
	csrr	x3, WW_CSR_NUM_WARPS
	la	x2, woken
1:	addi	x3, x3, -1
	beqz	x3, 2f
	wspawn	x0, x2, x0
	j	1b
2:	csrr	x3, WW_CSR_NUM_WARPS
	bar	x0, x3
	mv	x10, x1
	ebreak

woken:	or	x1, x1, x2
	or	x1, x1, x3
	csrr	x2, WW_CSR_NUM_THREADS
	tmc	x2
	gather
	csrr	x3, WW_CSR_NUM_WARPS
	bar	x0, x3
	mv	x10, x1
	ebreak
