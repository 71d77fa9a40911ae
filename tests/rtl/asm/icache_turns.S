/* icache_turns.S - warps that drive each other's code out of one set, each in turn until all
 * the others have come to their ends
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.equ	LINES, 14		# at a distance of 4 KiB
	.equ	ROUNDS, 6

	start
	csrr	x5, WW_CSR_NUM_WARPS
	addi	x6, x5, -1
	li	x7, 0			# who is in a hurry
	la	x10, lines
1:	la	x15, others		# the other warps are started anew for each
	li	x16, 0
	la	x17, ready
	sw	x0, 0(x17)
2:	beq	x16, x6, 3f
	mv	x18, x16
	wspawn	x14, x15, x18
	addi	x16, x16, 1
	j	2b
3:	la	x20, hurried
	sw	x7, 0(x20)
	fence
	li	x9, 1			# everyone is there
	sw	x9, 0(x17)
	mv	x14, x6			# warp 0 is the last one
	jal	x1, race
	wait_alone
	addi	x7, x7, 1
	bne	x7, x5, 1b
	la	x20, ended
	lw	x21, 0(x20)
	check_eq x21, x5
	pass

others:	la	x17, ready
4:	lw	x9, 0(x17)
	beqz	x9, 4b
	la	x10, lines
	jal	x1, race
	halt

/* The warp x14 goes through all lines: ROUNDS times if it is in a hurry, else until that one
 * has done so. Half of them go backwards. */
race:	la	x20, hurried
	lw	x19, 0(x20)
	li	x22, ROUNDS
	la	x23, over
5:	andi	x24, x14, 1
	mv	x11, x10
	lui	x12, 1
	beqz	x24, 6f
	lui	x12, 0xFFFFF
	li	x13, (LINES - 1) * 4096
	add	x11, x10, x13
6:	li	x13, LINES
	jalr	x2, 0(x11)
	bne	x14, x19, 7f
	addi	x22, x22, -1
	bnez	x22, 5b
	addi	x25, x14, 1
	sw	x25, 0(x23)		# this one is through
	la	x20, ended
	lw	x21, 0(x20)
	addi	x21, x21, 1
	sw	x21, 0(x20)
	fence
	ret
7:	lw	x25, 0(x23)
	addi	x26, x19, 1
	bne	x25, x26, 5b
	ret
	footer

	.balign	4
ready:	.word	0
hurried: .word	0
over:	.word	0
ended:	.word	0

	.balign	4096
lines:
	.rept	LINES
	.balign	4096
	addi	x13, x13, -1
	add	x11, x11, x12
	beqz	x13, 8f
	jr	x11
8:	jr	x2
	.endr
