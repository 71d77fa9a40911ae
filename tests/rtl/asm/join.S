/* join.S - stack order: a warp leaves its sides last in, first out
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes

	la	x21, log
	csrr	x5, WW_CSR_THREAD_ID
	andi	x6, x5, 1
	andi	x7, x5, 2
	split	x6
	beqz	x6, 1f
	split	x7
	beqz	x7, 2f
	li	x8, 3
	j	3f
2:	li	x8, 1
3:	csrr	x9, WW_CSR_TMASK
	sw	x9, 0(x21)
	join
	addi	x8, x8, 10
	j	4f
1:	split	x7
	beqz	x7, 5f
	li	x8, 2
	j	6f
5:	li	x8, 0
6:	csrr	x9, WW_CSR_TMASK
	sw	x9, 4(x21)
	join
	addi	x8, x8, 20
4:	join
	andi	x10, x5, 3		# x8 = lane mod 4, + 10 if odd, + 20 if even
	add	x10, x10, x6
	slli	x11, x6, 3
	add	x11, x11, x6
	add	x11, x11, x10		# lane + 10 odd
	xori	x12, x6, 1
	slli	x13, x12, 4
	slli	x12, x12, 2
	add	x13, x13, x12
	add	x11, x11, x13
	xor	x14, x11, x8
	slli	x15, x5, 2
	la	x16, table
	add	x16, x16, x15
	sw	x14, 0(x16)
	csrr	x20, WW_CSR_NUM_THREADS
	one_lane
	la	x16, table
7:	lw	x12, 0(x16)
	check	x12, 0
	addi	x16, x16, 4
	addi	x20, x20, -1
	bnez	x20, 7b
	pass
	footer
	.bss
	.balign	4
log:	.space	8
table:	.space	128
