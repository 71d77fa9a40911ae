/* leader.S - warp-level operands come from the lowest active lane
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x6, WW_CSR_NUM_THREADS
	addi	x7, x5, -1		# lane 1 is the leader of lanes 1 .. T-1
	snez	x8, x5
	la	x20, wrong
	split	x8
	beqz	x8, 8f
	bnez	x7, 7f			# zero in the leader alone
	la	x9, 1f
	slli	x10, x7, 12		# jump target: right in the leader alone
	add	x9, x9, x10
	jalr	x11, 0(x9)
	j	7f
1:	csrr	x12, WW_CSR_TMASK
	andi	x12, x12, 1
	bnez	x12, 7f
	bltu	x7, x5, 9f		# 0 < 1 in the leader
7:	sw	x6, 0(x20)
	j	9f
8:	addi	x13, x6, 0
9:	join
	one_lane
	lw	x21, 0(x20)
	check	x21, 0
	pass
	footer
	.bss
	.balign	4
wrong:	.space	4
