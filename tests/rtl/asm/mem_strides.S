/* mem_strides.S - words, halves and bytes at many distances between lanes, in and over lines
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	LARGEST, 260
	.equ	SPACE, 32 * LARGEST	# of a warp; four take part

	start
	everybody
	li	x31, 4
	bgeu	x7, x31, 9f
	csrr	x10, WW_CSR_THREAD_ID
	la	x11, area
	mv	x12, x7
1:	beqz	x12, 2f
	li	x31, SPACE
	add	x11, x11, x31
	addi	x12, x12, -1
	j	1b
2:	la	x12, strides
3:	lw	x13, 0(x12)
	beqz	x13, 9f
	li	x14, 0			# x14 = lane * stride; there may be no mul
	li	x15, 5
	mv	x16, x13
	mv	x17, x10
4:	andi	x18, x17, 1
	neg	x18, x18
	and	x18, x18, x16
	add	x14, x14, x18
	slli	x16, x16, 1
	srli	x17, x17, 1
	addi	x15, x15, -1
	bnez	x15, 4b
	add	x14, x14, x11
	slli	x15, x5, 16
	or	x15, x15, x13
	sw	x15, 0(x14)
	lw	x16, 0(x14)
	same	x16, x15
	lhu	x17, 2(x14)
	same	x17, x5
	sh	x13, 2(x14)
	sb	x10, 1(x14)
	lw	x16, 0(x14)
	slli	x17, x13, 16
	slli	x18, x10, 8
	or	x17, x17, x18
	andi	x18, x13, 255
	or	x17, x17, x18
	same	x16, x17
	addi	x12, x12, 4
	j	3b
9:	verdict
	footer
	.data
	.balign	4
strides: .word	4, 8, 12, 16, 20, 32, 36, 60, 64, 68, 100, 128, 132, 256, LARGEST, 0
	.bss
	.balign	64
area:	.space	4 * SPACE
