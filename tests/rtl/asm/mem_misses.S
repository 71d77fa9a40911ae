/* mem_misses.S - all warps want the same missing lines at once, loads and stores mixed
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	LINES, 16

	start
	everybody
	slli	x11, x7, 2
	la	x12, constants
	la	x13, counts
	add	x11, x11, x13		# this warp's word
	li	x14, LINES
1:	phase
	lw	x15, 0(x12)		# the words of a line that nobody has read
	lw	x16, 4(x12)
	lw	x17, 0(x11)		# and of a line that all write
	lw	x18, 60(x12)
	sub	x16, x16, x15
	is	x16, 1
	sub	x18, x18, x15
	is	x18, 15
	add	x17, x17, x14
	sw	x17, 0(x11)
	addi	x12, x12, 64
	addi	x11, x11, 128
	addi	x14, x14, -1
	bnez	x14, 1b
	phase
	la	x13, counts		# the word of the next warp in each line
	csrr	x15, WW_CSR_NUM_WARPS
	addi	x15, x15, -1
	addi	x16, x7, 1
	and	x15, x15, x16
	slli	x15, x15, 2
	add	x13, x13, x15
	li	x14, LINES
2:	lw	x15, 0(x13)
	same	x15, x14
	addi	x13, x13, 128
	addi	x14, x14, -1
	bnez	x14, 2b
	verdict
	footer
	.data
	.balign	64
constants:
	.set	i, 0
	.rept	LINES * 16
	.word	0x1000 + i
	.set	i, i + 1
	.endr
	.bss
	.balign	128
counts:	.space	LINES * 128
