/* mem_console.S - one warp prints between its loads and stores, the others keep memory busy
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	start
	everybody
	la	x10, area
	slli	x11, x5, 2
	add	x10, x10, x11
	li	x11, 26
	li	x12, 0xFFFFF000
	li	x13, 'a'
	csrr	x14, WW_CSR_THREAD_ID
	seqz	x14, x14
1:	sw	x13, 0(x10)
	bnez	x7, 3f
	split	x14			# thread 0 alone prints what it loads
	beqz	x14, 2f
	lbu	x15, 0(x10)
	sb	x15, 0(x12)
2:	join
3:	lw	x15, 0(x10)
	same	x15, x13
	lui	x16, 1
	add	x10, x10, x16		# 8 lines of one set, in turn
	addi	x17, x13, 1 - 'a'
	andi	x17, x17, 7
	bnez	x17, 4f
	slli	x16, x16, 3
	sub	x10, x10, x16
4:	addi	x13, x13, 1
	addi	x11, x11, -1
	bnez	x11, 1b
	bnez	x7, 5f
	one_lane
	li	x13, '\n'
	sb	x13, 0(x12)
	all_lanes
5:	verdict
	footer
	.bss
	.balign	4096
area:	.space	12 << 12
