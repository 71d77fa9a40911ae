/* smem_producer.S - a ring of eight words in shared memory between two warps that spin
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	/* head and tail count in units of a vector of T words; one writer each. */
	.equ	SLOTS, 8
	.equ	ITEMS, 40
	.equ	RING, 0xff000000
	.equ	HEAD, RING + SLOTS * 128	# head, tail, wrong

	start
	csrr	x5, WW_CSR_NUM_WARPS
	li	x6, 2
	bltu	x5, x6, 9f
	la	x7, consumer
	wspawn	x0, x7, x0
	all_lanes
	csrr	x20, WW_CSR_THREAD_ID
	li	x21, RING
	slli	x22, x20, 2
	add	x21, x21, x22
	li	x23, HEAD
	li	x24, 0
1:	lw	x25, 4(x23)		# room?
	sub	x26, x24, x25
	li	x27, SLOTS
	bgeu	x26, x27, 1b
	andi	x28, x24, SLOTS - 1
	slli	x28, x28, 7
	add	x28, x28, x21
	slli	x29, x24, 8
	add	x29, x29, x20		# item * 256 + lane
	sw	x29, 0(x28)
	fence
	addi	x24, x24, 1
	sw	x24, 0(x23)
	li	x27, ITEMS
	bltu	x24, x27, 1b
	one_lane
	wait_alone
	lw	x5, 8(x23)
	check	x5, 0
	lw	x5, 4(x23)
	check	x5, ITEMS
9:	pass

consumer:
	all_lanes
	csrr	x20, WW_CSR_THREAD_ID
	li	x21, RING
	slli	x22, x20, 2
	add	x21, x21, x22
	li	x23, HEAD
	li	x24, 0
	li	x30, 0
2:	lw	x25, 0(x23)		# anything there?
	beq	x25, x24, 2b
	fence
	andi	x28, x24, SLOTS - 1
	slli	x28, x28, 7
	add	x28, x28, x21
	lw	x29, 0(x28)
	slli	x27, x24, 8
	add	x27, x27, x20
	xor	x27, x27, x29
	or	x30, x30, x27
	addi	x24, x24, 1
	sw	x24, 4(x23)
	li	x27, ITEMS
	bltu	x24, x27, 2b
	split	x30			# any lane that saw a wrong item says so
	beqz	x30, 3f
	sw	x30, 8(x23)
3:	join
	fence
	halt
	footer
