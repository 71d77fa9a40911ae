/* mem_patch.S - code written word by word over several lines, by its own warp and by another
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	WORDS, 80		# of the routine, its return included

	start
	everybody
	one_lane
	bnez	x7, 3f
	li	x10, 3			# rounds: addi x11, x11, round in all places
1:	la	x12, routine
	li	x13, WORDS - 1
	slli	x14, x10, 20
	li	x15, 0x00058593		# addi x11, x11, 0
	or	x14, x14, x15
2:	sw	x14, 0(x12)
	addi	x12, x12, 4
	addi	x13, x13, -1
	bnez	x13, 2b
	li	x14, 0x00008067		# ret
	sw	x14, 0(x12)
	fence.i
	li	x11, 0
	jal	x1, routine
	li	x13, WORDS - 1
	li	x15, 0
4:	add	x15, x15, x10
	addi	x13, x13, -1
	bnez	x13, 4b
	same	x11, x15
	la	x12, routine		# one word in the middle of each 64 bytes, one by one
	li	x13, WORDS / 16
5:	li	x14, 0x00158593		# addi x11, x11, 1
	sw	x14, 32(x12)
	fence.i
	li	x11, 0
	jal	x1, routine
	sub	x15, x15, x10
	addi	x15, x15, 1
	same	x11, x15
	addi	x12, x12, 64
	addi	x13, x13, -1
	bnez	x13, 5b
	addi	x10, x10, -1
	bnez	x10, 1b
	phase
	j	6f
3:	li	x11, 0			# meanwhile, other code of the same set
	phase				# warp 0 has written and fenced
6:	fence.i
	li	x11, 0
	jal	x1, routine
	is	x11, WORDS - 1		# the last round's 1 everywhere
	verdict
	footer
	.section .code, "awx"
	.balign	64
routine:
	.rept	WORDS
	nop
	.endr
