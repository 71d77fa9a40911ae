/* clone.S - thread 0's registers go to active and inactive lanes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x20, WW_CSR_NUM_THREADS
	/* Lanes get junk of their own first. */
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	.irp	r, 6,7,8,9,10,11,12,13,14,15,16,17,18,19,21,22,23,24,25,26,27,28,29,30
	addi	x\r, x5, \r * 8
	.endr
	one_lane
	.irp	r, 1,2,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,21,22,23,24,25,26,27,28,29,30
	li	x\r, 0x01010101 * \r
	.endr
	li	x31, 1			# every other lane, while inactive
1:	bgeu	x31, x20, 2f
	clone	x31
	addi	x31, x31, 1
	j	1b
2:	li	x31, 0			# onto itself: nothing changes
	clone	x31
	mv	x31, x20
	tmc	x31
	li	x31, 0
	.irp	r, 1,2,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,21,22,23,24,25,26,27,28,29,30
	li	x3, 0x01010101 * \r
	xor	x3, x3, x\r
	or	x31, x31, x3
	.endr
	la	x5, table
	csrr	x6, WW_CSR_THREAD_ID
	slli	x7, x6, 2
	add	x5, x5, x7
	sw	x31, 0(x5)
	/* While active: the last lane becomes a copy, the others keep theirs. */
	addi	x8, x6, 100
	csrr	x9, WW_CSR_NUM_THREADS
	addi	x9, x9, -1
	clone	x9
	csrr	x6, WW_CSR_THREAD_ID
	xor	x10, x6, x9		# zero in the last lane
	snez	x10, x10
	neg	x10, x10
	and	x10, x10, x6
	addi	x10, x10, 100		# expected: 100 + lane, in the last one 100
	xor	x10, x10, x8
	slli	x7, x6, 2		# its table address was overwritten too
	la	x5, table
	add	x5, x5, x7
	lw	x11, 0(x5)
	or	x11, x11, x10
	sw	x11, 0(x5)
	one_lane
	li	x3, 0
	la	x5, table
3:	lw	x11, 0(x5)
	check	x11, 0
	addi	x5, x5, 4
	addi	x20, x20, -1
	bnez	x20, 3b
	li	x6, 5			# a value just being computed is copied
	la	x7, five
	csrr	x8, WW_CSR_NUM_THREADS
	addi	x8, x8, -1
	lw	x6, 0(x7)
	clone	x8
	all_lanes
	csrr	x9, WW_CSR_THREAD_ID
	slli	x9, x9, 2
	la	x10, table
	add	x10, x10, x9
	sw	x6, 0(x10)
	one_lane
	la	x10, table
	slli	x8, x8, 2
	add	x10, x10, x8
	lw	x11, 0(x10)
	check	x11, 55
	pass
	footer
	.data
	.balign	4
five:	.word	55
	.bss
	.balign	4
table:	.space	128
