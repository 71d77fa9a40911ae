/* warps_all.S - all warps and lanes fill and check a region of their own at once
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	wake_all worker, x20
	li	x20, 0
worker:	all_lanes
	csrr	x5, WW_CSR_MHARTID
	la	x6, area
	slli	x7, x5, 6		# 16 words per thread
	add	x6, x6, x7
	li	x8, 0			# faults
	li	x9, 3			# rounds
1:	li	x10, 16
	mv	x11, x6
	slli	x12, x5, 8
	add	x12, x12, x9
2:	sw	x12, 0(x11)
	addi	x12, x12, 3
	addi	x11, x11, 4
	addi	x10, x10, -1
	bnez	x10, 2b
	li	x10, 16
	mv	x11, x6
	slli	x12, x5, 8
	add	x12, x12, x9
3:	lw	x13, 0(x11)
	xor	x13, x13, x12
	or	x8, x8, x13
	addi	x12, x12, 3
	addi	x11, x11, 4
	addi	x10, x10, -1
	bnez	x10, 3b
	addi	x9, x9, -1
	bnez	x9, 1b
	split	x8
	beqz	x8, 4f
	la	x14, wrong
	sw	x8, 0(x14)
4:	join
	fence
	one_lane
	csrr	x15, WW_CSR_WARP_ID
	bnez	x15, 9f
	wait_alone
	la	x14, wrong
	lw	x8, 0(x14)
	check	x8, 0
	pass
9:	halt
	footer
	.bss
	.balign	64
wrong:	.space	64
area:	.space	65536
