/* smem_random.S - random lanes, sizes and places, in shared memory and in RAM: the same comes out
 * SPDX-License-Identifier: Apache-2.0
 *
 * The places are in 64 words, so that lanes meet in words and banks; RAM has the same words.
 */
#include "test.inc"

	.equ	ROUNDS, 60

	/* x22 = the next number of this lane's sequence. */
	.macro	next
	slli	x24, x22, 13
	xor	x22, x22, x24
	srli	x24, x22, 17
	xor	x22, x22, x24
	slli	x24, x22, 5
	xor	x22, x22, x24
	.endm

	/* A store of OP and loads of LD and LDU at multiples of 1 << SHIFT bytes. */
	.macro	access op:req, ld:req, ldu:req, shift:req
	next
	andi	x12, x22, 255
	srli	x12, x12, \shift
	slli	x12, x12, \shift
	add	x13, x12, x20		# in shared memory
	add	x14, x12, x21		# in RAM
	srli	x15, x22, 9
	\op	x15, 0(x13)
	\op	x15, 0(x14)
	next
	srli	x12, x22, 11
	andi	x12, x12, 255
	srli	x12, x12, \shift
	slli	x12, x12, \shift
	add	x13, x12, x20
	add	x14, x12, x21
	\ld	x15, 0(x13)
	\ld	x16, 0(x14)
	xor	x15, x15, x16
	or	x9, x9, x15
	\ldu	x15, 0(x13)
	\ldu	x16, 0(x14)
	xor	x15, x15, x16
	or	x9, x9, x15
	.endm

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	li	x20, 0xff000100
	la	x21, words
	li	x22, 0x2545f491
	slli	x7, x5, 16
	xor	x22, x22, x7
	slli	x7, x5, 5
	add	x22, x22, x7
	next
	next
	li	x9, 0
	li	x23, ROUNDS
3:	next
	srli	x17, x22, 7		# three lanes of four
	andi	x17, x17, 3
	split	x17
	beqz	x17, 4f
	access	sw, lw, lw, 2
	access	sb, lb, lbu, 0
	access	sh, lh, lhu, 1
	j	5f
4:	access	sb, lb, lbu, 0
5:	join
	addi	x23, x23, -1
	bnez	x23, 3b
	li	x23, 64			# the same 64 words at the end
	li	x20, 0xff000100
6:	lw	x15, 0(x20)
	lw	x16, 0(x21)
	xor	x15, x15, x16
	or	x9, x9, x15
	addi	x20, x20, 4
	addi	x21, x21, 4
	addi	x23, x23, -1
	bnez	x23, 6b
	la	x11, table
	slli	x6, x5, 2
	add	x11, x11, x6
	sw	x9, 0(x11)
	csrr	x20, WW_CSR_NUM_THREADS
	one_lane
7:	lw	x9, 0(x11)
	check	x9, 0
	addi	x11, x11, 4
	addi	x20, x20, -1
	bnez	x20, 7b
	pass
	footer
	.bss
	.balign	4
words:	.space	256
table:	.space	128
