/* mexit_zero.S - exit code 0; other warps never halt by themselves
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	wake_all worker, x20
	li	x5, 50
1:	addi	x5, x5, -1
	bnez	x5, 1b
	csrwi	WW_CSR_MEXIT, 0
	j	fail
worker:	csrr	x6, WW_CSR_MCYCLE
	la	x7, words
	slli	x8, x20, 2
	add	x7, x7, x8
2:	lw	x9, 0(x7)
	addi	x9, x9, 1
	sw	x9, 0(x7)
	j	2b
	footer
	.bss
	.balign	4
words:	.space	128
