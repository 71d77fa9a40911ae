/* mexit_halts.S - the exit code stays when other warps halt right behind the write
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	wake_all worker, x20
	li	x20, 0
worker:	li	a0, 99
	csrr	x5, WW_CSR_NUM_WARPS
	bnez	x20, 1f
	bar	x0, x5			# all go on at the same time
	csrwi	WW_CSR_MEXIT, 3
	ebreak
	/* The others halt some instructions later, each after another number of them. */
1:	addi	x22, x20, -1
	andi	x22, x22, 7
	la	x6, paths
	slli	x7, x22, 6
	add	x6, x6, x7
	jr	x6
	.balign	64
paths:
	.set	steps, 0
	.rept	8
	bar	x0, x5
	.rept	steps
	nop
	.endr
	ebreak
	.balign	64
	.set	steps, steps + 1
	.endr
