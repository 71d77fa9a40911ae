/* same_address.S - all lanes store to one word: the highest active lane wins
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	la	x21, word
	addi	x6, x5, 1000
	sw	x6, 0(x21)
	lw	x7, 0(x21)
	addi	x8, x20, 999
	xor	x9, x7, x8		# every lane reads the highest lane's value
	li	x10, 1
	bltu	x10, x20, 1f
	j	2f
1:	addi	x11, x20, -1		# without the highest lane, the next one wins
	sltu	x12, x5, x11
	split	x12
	beqz	x12, 3f
	sw	x6, 4(x21)
	lw	x13, 4(x21)
	addi	x14, x20, 998
	xor	x13, x13, x14
	or	x9, x9, x13
	j	3f
3:	join
2:	sb	x6, 8(x21)		# bytes and halfwords as well
	lbu	x13, 8(x21)
	andi	x14, x8, 255
	xor	x13, x13, x14
	or	x9, x9, x13
	sh	x6, 14(x21)
	lhu	x13, 14(x21)
	xor	x13, x13, x8
	or	x9, x9, x13
	li	x15, 10			# again and again, loads right behind
4:	add	x6, x6, x15
	sw	x6, 0(x21)
	lw	x7, 0(x21)
	add	x8, x8, x15
	xor	x7, x7, x8
	or	x9, x9, x7
	addi	x15, x15, -1
	bnez	x15, 4b
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
	.balign	16
word:	.space	16
table:	.space	128
