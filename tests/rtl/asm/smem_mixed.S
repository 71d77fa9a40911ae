/* smem_mixed.S - one instruction reaches shared memory, RAM and the console
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	li	x9, 0
	li	x15, 12
	slli	x6, x5, 2
	li	x22, 0xff000000
	add	x22, x22, x6
	la	x23, words
	add	x23, x23, x6
1:	srl	x7, x15, x5		# odd: shared memory, even: RAM
	andi	x7, x7, 1
	neg	x7, x7
	xor	x8, x22, x23
	and	x8, x8, x7
	xor	x8, x8, x23		# here
	xor	x10, x22, x23
	xor	x10, x10, x8		# there
	addi	x11, x15, 100
	add	x11, x11, x5
	sw	x11, 0(x8)
	addi	x12, x11, 1000
	sw	x12, 0(x10)
	lw	x13, 0(x8)
	lw	x14, 0(x10)
	xor	x13, x13, x11
	xor	x14, x14, x12
	or	x9, x9, x13
	or	x9, x9, x14
	sh	x12, 2(x8)		# right behind, smaller
	sb	x11, 1(x10)
	lhu	x13, 2(x8)
	lbu	x14, 1(x10)
	xor	x13, x13, x12
	andi	x11, x11, 255
	xor	x14, x14, x11
	or	x9, x9, x13
	or	x9, x9, x14
	addi	x15, x15, -1
	bnez	x15, 1b
	la	x11, table
	add	x11, x11, x6
	sw	x9, 0(x11)
	mv	x7, x23			# lanes 0 and 3 print, lane 1 is in shared memory
	addi	x8, x5, -1
	seqz	x8, x8
	neg	x8, x8
	xor	x10, x7, x22
	and	x10, x10, x8
	xor	x7, x7, x10
	sltiu	x8, x5, 1
	addi	x10, x5, -3
	seqz	x10, x10
	or	x8, x8, x10
	neg	x8, x8
	li	x14, 0xfffff000
	xor	x10, x7, x14
	and	x10, x10, x8
	xor	x7, x7, x10
	addi	x12, x5, 0x61
	sb	x12, 0(x7)
	one_lane
	la	x11, table
2:	lw	x9, 0(x11)
	check	x9, 0
	addi	x11, x11, 4
	addi	x20, x20, -1
	bnez	x20, 2b
	li	x22, 0xff000000
	lbu	x9, 4(x22)
	check	x9, 0x62
	la	x23, words
	lbu	x9, 8(x23)
	check	x9, 0x63
	li	x12, 10
	li	x7, 0xfffff000
	sb	x12, 0(x7)
	pass
	footer
	.bss
	.balign	4
words:	.space	128
table:	.space	128
