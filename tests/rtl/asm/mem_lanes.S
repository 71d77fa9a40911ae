/* mem_lanes.S - the lanes of a warp in as many lines, in all orders of lanes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	start
	everybody
	csrr	x10, WW_CSR_THREAD_ID
	csrr	x11, WW_CSR_NUM_THREADS
	addi	x11, x11, -1
	la	x12, area
	slli	x13, x7, 2
	add	x12, x12, x13		# a word for this warp in each line
	li	x13, 0			# round: lane t is in line t xor round
1:	xor	x14, x10, x13
	and	x14, x14, x11
	slli	x15, x14, 8
	add	x15, x15, x12
	lw	x16, 0(x15)
	slli	x17, x10, 12
	add	x17, x17, x13
	sw	x17, 0(x15)		# lane and round
	lw	x18, 0(x15)
	same	x18, x17
	fence
	xori	x19, x14, 1		# the neighbour line's lane, if it is another
	and	x19, x19, x11
	slli	x20, x19, 8
	add	x20, x20, x12
	lw	x21, 0(x20)
	xor	x22, x19, x13
	and	x22, x22, x11
	slli	x22, x22, 12
	add	x22, x22, x13
	same	x21, x22
	fence
	addi	x13, x13, 1
	li	x14, 12
	bltu	x13, x14, 1b
	verdict
	footer
	.bss
	.balign	256
area:	.space	32 * 256
