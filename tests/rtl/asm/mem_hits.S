/* mem_hits.S - one warp follows a chain from line to line, the others' loads hit meanwhile
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	NODES, 32
	.equ	DISTANCE, 320

	start
	everybody
	bnez	x7, 2f
	la	x10, chain
	li	x11, NODES
	li	x12, 0
1:	lw	x13, 4(x10)
	add	x12, x12, x13
	lw	x10, 0(x10)
	addi	x11, x11, -1
	bnez	x11, 1b
	la	x13, chain		# the last node leads to the first
	same	x10, x13
	is	x12, NODES * (NODES + 1) / 2
	j	4f
2:	la	x10, hot
	li	x11, 40
	li	x12, 0
3:	lw	x13, 0(x10)
	lw	x14, 4(x10)
	sub	x15, x14, x13
	add	x12, x12, x15
	addi	x11, x11, -1
	bnez	x11, 3b
	is	x12, 40 * 30
4:	verdict
	footer
	.data
	.balign	64
hot:	.word	70, 100
	.balign	64
chain:
	.set	i, 1
	.rept	NODES - 1
	.word	chain + i * DISTANCE, i
	.space	DISTANCE - 8
	.set	i, i + 1
	.endr
	.word	chain, NODES
