/* mexit_warp.S - any warp ends the run: the others loop, load, or wait at a barrier
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	wake_all worker, x20
	la	x7, word
	csrr	x5, WW_CSR_NUM_WARPS
	li	x6, 1
	beq	x5, x6, last		# there is only this one
	li	x8, 2
	beq	x5, x8, 1f		# or one to do it
	bar	x0, x5			# which is never full
	j	fail
1:	lw	x9, 0(x7)
	j	1b
worker:	la	x7, word
	csrr	x5, WW_CSR_NUM_WARPS
	addi	x5, x5, -1
	beq	x20, x5, last
	andi	x6, x20, 1
	beqz	x6, 1b
2:	j	2b
last:	li	x10, 100
3:	addi	x10, x10, -1
	bnez	x10, 3b
	li	x11, 1234
	csrw	WW_CSR_MEXIT, x11
	j	fail
	footer
	.bss
	.balign	64
word:	.space	4
