/* mem_code_lines.S - branches, calls and falls from the last word of a line to the first of one
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	/* Enters a stretch that ends with a line at its last \words words. */
	.macro	across align:req, words:req
	j	31f
	.balign	\align
	.if	\align > 4 * \words
	.skip	\align - 4 * \words
	.endif
31:	.rept	2 * \words
	addi	x10, x10, 1
	.endr
	addi	x11, x11, 2 * \words
	.endm

	/* A branch in the last word of a line, taken and not, forward and back. */
	.macro	edge align:req
	li	x12, 2
	j	32f
	.balign	\align
	.skip	\align - 8
32:	addi	x12, x12, -1
	bnez	x12, 32b
	beqz	x12, 34f
33:	j	35f
	.balign	\align
	.skip	\align - 4
34:	jal	x13, 33b
35:	la	x14, 34b + 4
	same	x13, x14
	.endm

	start
	everybody
	li	x10, 0
	li	x11, 0
	.irp	align, 16, 32, 64, 128, 256
	.irp	words, 1, 2, 3, 4
	across	\align, \words
	.endr
	edge	\align
	.endr
	same	x10, x11
	la	x15, table		# jumps to every word of two lines, by the leader's register
	li	x16, 32
1:	li	x10, 0
	jalr	x1, 0(x15)
	same	x10, x16
	addi	x15, x15, 4
	addi	x16, x16, -1
	bnez	x16, 1b
	verdict
	footer
	.balign	64
table:	.rept	32
	addi	x10, x10, 1
	.endr
	ret
