/* lanes_mask.S - operations, loads and stores under partial masks leave other lanes alone
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	la	x21, table
	slli	x6, x5, 4
	add	x21, x21, x6		# 16 bytes for this lane
	li	x7, 0			# x7: faults
	li	x22, 1			# x22: the word whose bits select lanes
	li	x23, 24			# rounds
	sw	x0, 0(x21)
	sw	x0, 4(x21)
1:	srl	x8, x22, x5
	andi	x8, x8, 1
	li	x10, 10			# values of the lanes that stay away
	li	x11, 11
	li	x12, 12
	li	x13, 13
	sw	x10, 8(x21)
	li	x9, 3
	split	x8
	beqz	x8, 2f
	addi	x10, x5, 20
	sll	x11, x9, x5
	lw	x12, 0(x21)
	sw	x11, 8(x21)
	jal	x13, 3f			# the link is written in these lanes only
3:	csrr	x14, WW_CSR_TMASK
	addi	x12, x12, 1
	sw	x12, 0(x21)
	lw	x15, 8(x21)
	xor	x15, x15, x11
	or	x7, x7, x15
	addi	x10, x10, -20
	xor	x10, x10, x5		# x10 = 0
	la	x15, 3b
	xor	x13, x13, x15
	or	x10, x10, x13
	or	x7, x7, x10
	j	4f
2:	addi	x10, x10, -10		# none of it must have been seen here
	addi	x11, x11, -11
	addi	x12, x12, -12
	addi	x13, x13, -13
	or	x10, x10, x11
	or	x10, x10, x12
	or	x10, x10, x13
	or	x7, x7, x10
	lw	x15, 8(x21)
	addi	x15, x15, -10
	or	x7, x7, x15
	lw	x15, 4(x21)
	addi	x15, x15, 1
	sw	x15, 4(x21)
4:	join
	slli	x24, x22, 13
	xor	x22, x22, x24
	srli	x24, x22, 17
	xor	x22, x22, x24
	slli	x24, x22, 5
	xor	x22, x22, x24
	addi	x23, x23, -1
	bnez	x23, 1b
	lw	x8, 0(x21)		# every round took one side
	lw	x9, 4(x21)
	add	x8, x8, x9
	addi	x8, x8, -24
	or	x7, x7, x8
	sw	x7, 12(x21)
	one_lane
5:	lw	x8, 12(x21)
	check	x8, 0
	addi	x21, x21, 16
	addi	x20, x20, -1
	bnez	x20, 5b
	pass
	footer
	.bss
	.balign	16
table:	.space	512
