/* byte_lanes.S - lanes store the bytes and halfwords of common words
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	la	x21, bytes
	li	x9, 0
	li	x22, 8			# rounds
1:	add	x6, x21, x5		# byte L by lane L
	add	x7, x5, x22
	sb	x7, 0(x6)
	lbu	x8, 0(x6)
	xor	x8, x8, x7
	or	x9, x9, x8
	sub	x10, x20, x5		# read back the neighbour's, mirrored
	addi	x10, x10, -1
	add	x11, x21, x10
	lb	x12, 0(x11)
	add	x13, x10, x22
	xor	x12, x12, x13
	or	x9, x9, x12
	slli	x14, x5, 1		# halfword L, written backwards
	la	x15, halves
	add	x14, x14, x15
	slli	x16, x7, 8
	ori	x16, x16, 0x55
	sh	x16, 0(x14)
	lhu	x17, 0(x14)
	xor	x17, x17, x16
	or	x9, x9, x17
	slli	x18, x10, 1
	add	x18, x18, x15
	lbu	x19, 1(x18)
	xor	x19, x19, x13
	or	x9, x9, x19
	addi	x22, x22, -1
	bnez	x22, 1b
	slli	x14, x5, 6		# a stride of 64: every lane another bus word
	la	x15, stride
	add	x14, x14, x15
	sw	x7, 0(x14)
	sb	x5, 5(x14)
	lw	x16, 0(x14)
	xor	x16, x16, x7
	or	x9, x9, x16
	lbu	x16, 5(x14)
	xor	x16, x16, x5
	or	x9, x9, x16
	xori	x16, x5, 1		# pairs of lanes read each other's word
	sltu	x17, x16, x20
	neg	x17, x17
	and	x16, x16, x17
	slli	x18, x16, 6
	add	x18, x18, x15
	lw	x19, 0(x18)
	addi	x16, x16, 1
	xor	x19, x19, x16
	or	x9, x9, x19
	la	x16, table
	slli	x17, x5, 2
	add	x16, x16, x17
	sw	x9, 0(x16)
	one_lane
	la	x16, table
5:	lw	x9, 0(x16)
	check	x9, 0
	addi	x16, x16, 4
	addi	x20, x20, -1
	bnez	x20, 5b
	pass
	footer
	.bss
	.balign	64
stride:	.space	2048
bytes:	.space	32
halves:	.space	64
table:	.space	128
