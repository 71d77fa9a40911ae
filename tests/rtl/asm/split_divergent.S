/* split_divergent.S - every partition of the lanes goes through both sides once
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x20, WW_CSR_NUM_THREADS
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	li	x6, 1
	sll	x6, x6, x5		# this lane's bit
	csrr	x21, WW_CSR_TMASK
	li	x7, 0			# x7: faults seen by this lane
	li	x8, 100			# rounds
	li	x9, 0x9e3779b9
1:	srl	x10, x9, x5		# predicate: a bit of a pseudo-random word
	andi	x10, x10, 1
	li	x11, 0			# x11 sides taken
	split	x10
	beqz	x10, 2f
	addi	x11, x11, 1
	csrr	x12, WW_CSR_TMASK
	and	x13, x9, x21		# tmask here = the word's bits
	xor	x14, x12, x13
	or	x7, x7, x14
	j	3f
2:	addi	x11, x11, 1
	csrr	x12, WW_CSR_TMASK
	not	x13, x9
	and	x13, x13, x21
	xor	x14, x12, x13
	or	x7, x7, x14
3:	join
	addi	x11, x11, -1		# exactly one
	or	x7, x7, x11
	csrr	x12, WW_CSR_TMASK	# and all are together again
	xor	x12, x12, x21
	or	x7, x7, x12
	slli	x12, x9, 13		# xorshift
	xor	x9, x9, x12
	srli	x12, x9, 17
	xor	x9, x9, x12
	slli	x12, x9, 5
	xor	x9, x9, x12
	addi	x8, x8, -1
	bnez	x8, 1b
	la	x15, table
	slli	x16, x5, 2
	add	x15, x15, x16
	sw	x7, 0(x15)
	one_lane
	la	x15, table
4:	lw	x12, 0(x15)
	check	x12, 0
	addi	x15, x15, 4
	addi	x20, x20, -1
	bnez	x20, 4b
	pass
	footer
	.bss
	.balign	4
table:	.space	128
