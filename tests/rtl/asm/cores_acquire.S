/* cores_acquire.S - odd warps invalidate by fences while even ones do by acquires
 * SPDX-License-Identifier: Apache-2.0
 *
 * The times between two of them differ from warp to warp and from round to round, so that the two
 * meet in many ways. Nothing may be lost: each warp counts its rounds, in a word of its own.
 */
#include "test.inc"

	.option	arch, +a
	.equ	ROUNDS, 100

	.macro	waits mask:req
	andi	x17, x10, \mask
1:	addi	x17, x17, -1
	bgez	x17, 1b
	.endm

	start
	li	x6, 0
	wake_all work, x6
work:	meet
	la	x21, words
	csrr	x5, WW_CSR_WARP_ID
	csrr	x6, WW_CSR_CORE_ID
	slli	x6, x6, 5
	add	x6, x6, x5
	slli	x6, x6, 2
	add	x21, x21, x6
	amoswap.w x0, x0, (x21)
	li	x7, 1
	li	x10, ROUNDS
	andi	x8, x5, 1
	bnez	x8, fences
acquires:
	waits	7
	amoadd.w.aq x11, x7, (x21)
	addi	x10, x10, -1
	bnez	x10, acquires
	j	counted
fences:	waits	3
	fence	r, r
	amoadd.w x11, x7, (x21)
	fence	r, rw
	addi	x10, x10, -1
	bnez	x10, fences
counted:
	lw	x12, 0(x21)
	check	x12, ROUNDS
	beqz	x5, 2f
	halt
2:	wait_alone
	pass
	footer

	.data
	.align	4
words:	.fill	32 * 16, 4, 0
