/* smem_barrier.S - all warps write a row of shared memory, meet, and read another warp's
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.equ	ROUNDS, 8

	start
	wake_all work, x18
	li	x18, 0
	j	work

	/* x18: this warp's number in order of waking. */
work:	csrr	x26, WW_CSR_NUM_WARPS
	bar	x0, x26
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	csrr	x17, WW_CSR_WARP_ID
	csrr	x25, WW_CSR_NUM_WARPS
	li	x21, 0xff000000
	li	x9, 0
	li	x15, ROUNDS
	slli	x6, x5, 2
1:	slli	x7, x17, 7
	add	x7, x7, x21
	add	x7, x7, x6
	slli	x8, x15, 16		# round, warp, thread
	slli	x10, x17, 8
	or	x8, x8, x10
	or	x8, x8, x5
	sw	x8, 0(x7)
	bar	x0, x25
	add	x11, x17, x15		# another warp each round
	addi	x12, x25, -1
	and	x11, x11, x12
	addi	x13, x20, -1		# its lanes the other way round
	sub	x13, x13, x5
	slli	x7, x11, 7
	add	x7, x7, x21
	slli	x14, x13, 2
	add	x7, x7, x14
	lw	x8, 0(x7)
	slli	x14, x15, 16
	slli	x10, x11, 8
	or	x14, x14, x10
	or	x14, x14, x13
	xor	x8, x8, x14
	or	x9, x9, x8
	bar	x0, x25
	addi	x15, x15, -1
	bnez	x15, 1b
	split	x9			# a lane that saw something else says so
	beqz	x9, 2f
	la	x11, wrong
	sw	x9, 0(x11)
2:	join
	fence
	bnez	x17, 3f
	one_lane
	wait_alone
	la	x11, wrong
	lw	x9, 0(x11)
	check	x9, 0
	pass
3:	halt
	footer
	.bss
	.balign	4
wrong:	.space	4
