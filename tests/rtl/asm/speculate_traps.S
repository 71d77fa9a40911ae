/* speculate_traps.S - what stands behind an instruction that traps has no effect
 * SPDX-License-Identifier: Apache-2.0
 *
 * Warp 0 starts the programs of a table one after the other, always on the same warp; each of them
 * traps with something behind it, or not at all. The last one needs all that the others may
 * have lost: registers, queue entries, the divider.
 */
#include "test.inc"

	.macro	trapping
	li	x31, 1
	lw	x7, 0(x0)
	.endm

	start
	li	x20, 3
0:	la	x5, table
1:	lw	x6, 0(x5)
	beqz	x6, 2f
	la	x7, guard
	wspawn	x24, x6, x7
	wait_alone
	lw	x8, 0(x7)
	bnez	x8, fail
	addi	x5, x5, 4
	j	1b
2:	addi	x20, x20, -1
	bnez	x20, 0b
	pass
	footer

	.balign	4
load_store:
	all_lanes
	li	x8, 1
	traps	0
	lw	x7, 0(x0)
	sw	x8, 0(x24)
	sw	x8, 0(x24)
	sb	x8, 0(x24)
	sw	x8, 0(x24)
load_load:
	trapping
	lw	x8, 0(x24)
	lw	x9, 0(x24)
	lw	x10, 0(x24)
	lw	x11, 0(x24)
load_branch:
	trapping
	beqz	x0, 1f
	sw	x31, 0(x24)
	sw	x31, 0(x24)
1:	sw	x31, 0(x24)
2:	bnez	x31, 2b
load_jal:
	trapping
	jal	x1, 1f
1:	jal	x2, 1b
load_jalr:
	trapping
	jalr	x1, x24, 0
	sw	x31, 0(x24)
load_split:
	trapping
	split	x31
	join
load_join:
	trapping
	join
	sw	x31, 0(x24)
load_ecall:
	trapping
	ecall
load_illegal:
	trapping
	.word	0
load_traps:
	trapping
	lw	x7, 2(x0)
	sw	x7, 0(x0)
	sw	x7, 0(x0)
load_wspawn:
	trapping
	wspawn	x5, x24, x24
	clone	x0
load_end:
	trapping
	addi	x5, x5, 1
	addi	x5, x5, 1
	ebreak
store_all:
	li	x31, 1
	sw	x31, 2(x0)
	sw	x31, 0(x24)
	lw	x5, 0(x24)
	add	x6, x5, x5
	sw	x6, 0(x24)
jal_misaligned:
	li	x31, 1
	.word	0x0060036f		# jal x6, . + 6
	sw	x31, 0(x24)
	sw	x31, 0(x24)
	sw	x31, 0(x24)
back_misaligned:
	li	x31, 1
	j	2f
1:	sw	x31, 0(x24)
	sw	x31, 0(x24)
2:	.word	0xfe000de3		# beq x0, x0, . - 6
	sw	x31, 0(x24)
	sw	x31, 0(x24)
not_taken:
	li	x31, 1
	j	2f
1:	sw	x31, 0(x24)
	sw	x31, 0(x24)
2:	.word	0xfe001de3		# bne x0, x0, . - 6
	bnez	x31, 3f
	lw	x7, 0(x0)
	ecall
	sw	x31, 0(x24)
3:	halt
after_branch:
	li	x31, 1
	bnez	x31, 1f
	sw	x31, 0(x24)
1:	lw	x7, 0(x0)
	sw	x31, 0(x24)
	bnez	x31, 1b
everything:
	all_lanes
	li	x25, 4
1:	lw	x1, 0(x24)
	lw	x2, 0(x24)
	lw	x3, 0(x24)
	lw	x4, 0(x24)
	sw	x0, 0(x24)
	sw	x0, 0(x24)
	add	x5, x6, x7
	add	x8, x9, x10
	add	x11, x12, x13
	add	x14, x15, x16
	add	x17, x18, x19
	add	x20, x21, x22
	add	x23, x26, x27
	add	x28, x29, x30
	addi	x25, x25, -1
	bnez	x25, 1b
	fence
	halt

	.data
	.balign	4
table:	.word	load_store, load_load, load_branch, load_jal, load_jalr, load_split, load_join
	.word	load_ecall, load_illegal, load_traps, load_wspawn, load_end, store_all
	.word	jal_misaligned, back_misaligned, not_taken, after_branch, everything, 0
guard:	.word	0
