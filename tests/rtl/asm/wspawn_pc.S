/* wspawn_pc.S - every warp starts at a place of its own, from another than warp 0 too
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_WARPS
	la	x6, entry
	mv	x7, x5
	la	x8, table
1:	addi	x7, x7, -1
	beqz	x7, 2f
	wspawn	x9, x6, x8
	addi	x6, x6, 8		# the next one enters two instructions further
	j	1b
2:	meet
2:	csrr	x10, WW_CSR_ACTIVE_WARPS
	li	x11, 1
	bne	x10, x11, 2b
	li	x12, 1
	la	x8, table
3:	addi	x8, x8, 4
	bgeu	x12, x5, 4f
	lw	x13, 0(x8)		# warp w ran 32 - w increments, + its value 1000
	add	x14, x13, x12
	check	x14, 1032
	addi	x12, x12, 1
	j	3b
4:	li	x14, 3			# a chain: warp 1 wakes warp 2
	bltu	x5, x14, 5f
	la	x6, first
	wspawn	x9, x6, x8
6:	csrr	x10, WW_CSR_ACTIVE_WARPS
	addi	x10, x10, -1
	bnez	x10, 6b
	la	x8, chain
	lw	x9, 0(x8)
	check	x9, 77
5:	pass
entry:
	.rept	32
	addi	x15, x15, 1
	nop
	.endr
	meet
	addi	x15, x15, -1		# warp 1 ran 32, warp w 33 - w
	csrr	x16, WW_CSR_WARP_ID
	addi	x15, x15, 1000
	slli	x17, x16, 2
	add	x17, x17, x9
	sw	x15, 0(x17)
	fence
	halt
first:	la	x6, second
	li	x7, 77
	wspawn	x9, x6, x7
	halt
second:	la	x8, chain
	sw	x9, 0(x8)
	fence
	halt
	footer
	.bss
	.balign	4
chain:	.space	4
table:	.space	132
