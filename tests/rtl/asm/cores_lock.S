/* cores_lock.S - two cores exclude each other by loads, stores and fences alone
 * SPDX-License-Identifier: Apache-2.0
 *
 * Peterson's algorithm, 1981, between cores 0 and 1; others halt.
 * Each adds 1 to a word TIMES times.
 */
#include "test.inc"

#define TIMES 40

	start
	csrr	x5, WW_CSR_CORE_ID
	li	x6, 2
	bltu	x5, x6, 1f
	halt
1:	la	x7, wants		/* x8 = ours, x9 = theirs */
	slli	x8, x5, 2
	xori	x9, x8, 4
	add	x8, x8, x7
	add	x9, x9, x7
	li	x10, TIMES
	li	x11, 1
	xori	x12, x5, 1
2:	sw	x11, 0(x8)
	fence
	sw	x12, 8(x7)		/* the other one's turn */
	fence
3:	fence	r, r
	lw	x13, 0(x9)
	beqz	x13, 4f
	lw	x13, 8(x7)
	beq	x13, x12, 3b
4:	fence
	lw	x14, 12(x7)
	addi	x14, x14, 1
	sw	x14, 12(x7)
	fence
	sw	x0, 0(x8)
	addi	x10, x10, -1
	bnez	x10, 2b
	fence
	sw	x11, 16(x8)		/* done */
	beqz	x5, 5f
	halt
5:	fence	r, r
	lw	x13, 20(x7)
	beqz	x13, 5b
	fence
	lw	x14, 12(x7)
	check	x14, 2 * TIMES
	pass
	footer

	.data
	.balign	64
wants:	.word	0, 0			/* then turn, count, done of each */
	.word	0, 0, 0, 0, 0, 0
