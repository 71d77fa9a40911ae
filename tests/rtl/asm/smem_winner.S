/* smem_winner.S - lanes that store to one word of shared memory: bytes merge, the highest lane wins
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	li	x21, 0xff000000
	li	x9, 0
	addi	x6, x5, 1000
	sw	x6, 64(x21)		# words: the highest lane's
	lw	x7, 64(x21)
	addi	x8, x20, 999
	xor	x7, x7, x8
	or	x9, x9, x7
	sw	x0, 68(x21)
	andi	x10, x5, 3		# bytes: four lanes make a word
	add	x11, x21, x10
	addi	x6, x5, 0x41
	sb	x6, 68(x11)
	lbu	x7, 68(x11)
	addi	x8, x20, -4		# the highest lane of this byte
	bltz	x8, 1f
	add	x8, x8, x10
	j	2f
1:	mv	x8, x10
2:	addi	x8, x8, 0x41
	xor	x7, x7, x8
	or	x9, x9, x7
	andi	x10, x5, 2		# halves over the word of a lower lane
	add	x11, x21, x10
	sw	x5, 72(x21)
	sh	x6, 72(x11)
	lhu	x7, 72(x11)
	addi	x8, x20, -1		# the highest lane of this half
	li	x12, 2
	bgeu	x12, x20, 3f		# up to two lanes: all in the low half
	sub	x8, x8, x12
	add	x8, x8, x10
3:	addi	x8, x8, 0x41
	xor	x7, x7, x8
	or	x9, x9, x7
	li	x12, 1
	beq	x20, x12, 5f
	addi	x11, x20, -1		# without the highest lane, the next one wins
	sltu	x12, x5, x11
	split	x12
	beqz	x12, 4f
	sw	x6, 76(x21)
	lw	x7, 76(x21)
	addi	x8, x20, 0x41 - 2
	xor	x7, x7, x8
	or	x9, x9, x7
4:	join
5:	li	x15, 10			# again and again, loads right behind
6:	add	x6, x6, x15
	sw	x6, 80(x21)
	lw	x7, 80(x21)
	sub	x8, x20, x5
	addi	x8, x8, -1
	add	x8, x8, x6
	xor	x7, x7, x8
	or	x9, x9, x7
	addi	x15, x15, -1
	bnez	x15, 6b
	la	x11, table
	slli	x6, x5, 2
	add	x11, x11, x6
	sw	x9, 0(x11)
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
table:	.space	128
