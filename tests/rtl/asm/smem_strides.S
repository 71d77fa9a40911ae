/* smem_strides.S - shared memory at strides of 1 to 32 words, one word for all,
 * and with lanes turned around
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	addi	x19, x20, -1
	li	x9, 0
	li	x22, 0			# log2 of the words between the lanes
	li	x23, 0x1234567
1:	sll	x24, x5, x22
	slli	x24, x24, 2
	li	x21, 0xff000000
	add	x21, x21, x24
	add	x25, x23, x5		# what this lane stores
	sw	x25, 0(x21)
	lw	x26, 0(x21)
	xor	x26, x26, x25
	or	x9, x9, x26
	sub	x27, x19, x5		# the lane at the other end
	sll	x24, x27, x22
	slli	x24, x24, 2
	li	x21, 0xff000000
	add	x21, x21, x24
	lw	x26, 0(x21)
	add	x25, x23, x27
	xor	x26, x26, x25
	or	x9, x9, x26
	addi	x27, x5, 1		# the neighbour
	and	x27, x27, x19
	sll	x24, x27, x22
	slli	x24, x24, 2
	li	x21, 0xff000000
	add	x21, x21, x24
	lw	x26, 0(x21)
	add	x25, x23, x27
	xor	x26, x26, x25
	or	x9, x9, x26
	li	x21, 0xff000000		# all lanes lane 0's word
	lw	x26, 0(x21)
	xor	x26, x26, x23
	or	x9, x9, x26
	slli	x23, x23, 1
	addi	x23, x23, 77
	addi	x22, x22, 1
	li	x24, 5
	bgeu	x24, x22, 1b
	la	x11, table
	slli	x6, x5, 2
	add	x11, x11, x6
	sw	x9, 0(x11)
	one_lane
2:	lw	x9, 0(x11)
	check	x9, 0
	addi	x11, x11, 4
	addi	x20, x20, -1
	bnez	x20, 2b
	pass
	footer
	.bss
	.balign	4
table:	.space	128
