/* mem_conflict.S - more lines than ways in one set, each shared by all warps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	LINES, 24		# at a distance of 4 KiB

	start
	everybody
	la	x10, area
	slli	x11, x5, 2
	add	x10, x10, x11		# this thread's word in the first line
	lui	x12, 1
	li	x13, 3			# rounds
1:	li	x14, LINES
	mv	x15, x10
2:	lw	x16, 0(x15)		# every round adds the line's number
	add	x16, x16, x14
	sw	x16, 0(x15)
	add	x15, x15, x12
	addi	x14, x14, -1
	bnez	x14, 2b
	addi	x13, x13, -1
	bnez	x13, 1b
	li	x14, LINES
	mv	x15, x10
3:	lw	x16, 0(x15)
	add	x17, x14, x14
	add	x17, x17, x14
	same	x16, x17
	add	x15, x15, x12
	addi	x14, x14, -1
	bnez	x14, 3b
	verdict
	footer
	.bss
	.balign	4096
area:	.space	LINES << 12
