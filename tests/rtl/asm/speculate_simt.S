/* speculate_simt.S - wrong predictions around split, join and barriers, in all warps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	wake_all work, x26
work:	meet
	all_lanes
	li	x20, 1
	li	x24, 12
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x27, WW_CSR_NUM_WARPS
	li	x18, 0
1:	andi	x6, x5, 1
	split	x6			# odd threads first
	beqz	x6, 2f
	addi	x18, x18, 3
	bnez	x20, 3f
	join
	join
2:	addi	x18, x18, 5
	bnez	x20, 3f
	split	x20
	join
3:	join
	bnez	x20, 4f
	bar	x0, x27
	halt
4:	bar	x0, x27
	bnez	x20, 5f
	bar	x0, x27
5:	and	x7, x24, x20
	beqz	x7, 6f
	bar	x20, x27
	j	7f
6:	bar	x0, x27
7:	addi	x24, x24, -1
	beqz	x20, 1b
	bnez	x24, 1b
	li	x7, 60			# 36 in odd threads
	neg	x8, x6
	andi	x8, x8, 24
	sub	x7, x7, x8
	sub	x18, x18, x7
	split	x18
	beqz	x18, 8f
	ecall
8:	join
	meet
	pass
