/* mem_nofence.S - flag and data in two lines without a fence between: either order is right
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	ROUNDS, 20

	/* Even warps write, odd ones read what the warp before them writes. */
	start
	everybody
	srli	x10, x7, 1
	slli	x10, x10, 9
	la	x11, area
	add	x11, x11, x10
	csrr	x12, WW_CSR_THREAD_ID
	slli	x12, x12, 2
	add	x12, x12, x11		# data of this lane; the flag is at 256
	li	x13, 1
	li	x14, ROUNDS
	andi	x15, x7, 1
	bnez	x15, 2f
1:	sw	x13, 0(x12)
	sw	x13, 256(x11)
	addi	x13, x13, 1
	bleu	x13, x14, 1b
	j	4f
2:	li	x16, 0			# what was seen never goes back
	li	x17, 0
3:	lw	x18, 256(x11)
	lw	x19, 0(x12)
	sltu	x20, x18, x16
	sltu	x21, x19, x17
	or	x8, x8, x20
	or	x8, x8, x21
	sltu	x20, x14, x18
	sltu	x21, x14, x19
	or	x8, x8, x20
	or	x8, x8, x21
	mv	x16, x18
	mv	x17, x19
	addi	x13, x13, 1
	bleu	x13, x14, 3b
4:	verdict
	footer
	.bss
	.balign	256
area:	.space	16 * 512
