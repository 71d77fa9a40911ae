/* speculate.S - what stands behind a branch that is predicted wrongly has no effect
 * SPDX-License-Identifier: Apache-2.0
 *
 * Forward branches are predicted not taken, backward ones taken. Each wrong path holds what
 * claims something: registers, queue entries, the divider, result slots, the warp itself.
 */
#include "test.inc"

	/* A branch that is taken over what follows it. */
	.macro	over label:req
	bnez	x20, \label
	.endm

	start
	all_lanes
	li	x20, 1
	li	x21, 0
	la	x22, data
	csrr	x23, WW_CSR_THREAD_ID
	slli	x23, x23, 2
	add	x22, x22, x23
	li	x24, 30
	li	x18, 0
	csrr	x25, WW_CSR_TMASK

1:	li	x5, 77
	li	x6, 7
	sw	x5, 0(x22)
	over	2f
	sw	x6, 0(x22)
	sw	x6, 0(x22)
	sw	x6, 0(x22)
	sw	x6, 0(x22)
2:	lw	x7, 0(x22)
	bne	x7, x5, fail
	over	3f
	lw	x5, 0(x22)
	lw	x6, 4(x22)
	lw	x7, 0(x0)
	sw	x7, 0(x0)
3:	addi	x6, x6, 1
	over	4f
	split	x21
	join
	join
	tmc	x0
4:	over	5f
	jal	x5, fail
	jal	x6, fail
5:	over	6f
	jalr	x5, x22, 0
	addi	x6, x0, 0
6:	over	7f
	ecall
7:	over	8f
	.word	0
8:	addi	x6, x6, 1
	over	9f
	addi	x6, x6, 1
	addi	x6, x6, 1
	addi	x6, x6, 1
	addi	x6, x6, 1
9:	over	10f
	bnez	x20, fail
	beqz	x21, fail
	bnez	x20, fail
10:	over	11f
10:	bnez	x20, 10b
11:	over	12f
12:	j	13f
	ecall
13:	beqz	x20, 1b			# backward, not taken
	sw	x6, 0(x22)
	beqz	x20, 1b
	lw	x7, 0(x22)
	bne	x7, x6, fail
	beqz	x20, 13b
	add	x7, x7, x7
	add	x6, x6, x6
	bne	x7, x6, fail
	csrr	x8, WW_CSR_TMASK
	bne	x8, x25, fail
	add	x18, x18, x6
	addi	x24, x24, -1
	bnez	x24, 1b
	check	x18, 540

	/* A branch whose condition is loaded just before. */
	li	x24, 40
	li	x18, 0
	la	x26, data
14:	andi	x5, x24, 3
	sw	x5, 64(x26)
	lw	x6, 64(x26)
	beqz	x6, 15f
	addi	x18, x18, 1
	lw	x7, 64(x26)
	bgt	x7, x0, 16f
	ecall
15:	addi	x18, x18, 100
16:	addi	x24, x24, -1
	bnez	x24, 14b
	check	x18, 1030
	csrr	x31, 0xb02		# seq numbers and minstret skip nothing
	pass
	footer

	.data
	.balign	64
data:	.space	256
