/* cores_atomic.S - all threads of all cores count in one word
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each adds 1 to a word TIMES times with amoadd.w, to another one with lr.w and sc.w, to a third
 * with amocas.w, as often as it takes. No addition is lost. What a warp has added it counts in a
 * word of its own, so that its threads leave the loops together.
 */
#include "test.inc"

#define TIMES 2

	.option	arch, +a

	/* Until the threads of this warp have added TIMES times each; x20 is what is left. */
	.macro	each body:vararg
	li	x20, TIMES
	sw	x0, 0(x12)
1:	snez	x21, x20
	split	x21
	beqz	x21, 2f
	\body
	seqz	x22, x22
	sub	x20, x20, x22
	amoadd.w x0, x22, (x12)
2:	join
	lw	x23, 0(x12)
	blt	x23, x13, 1b
	.endm

	.macro	add_reserved
	lr.w	x7, (x10)
	addi	x7, x7, 1
	sc.w	x22, x7, (x10)
	.endm

	.macro	add_compared
	mv	x8, x7
	addi	x9, x7, 1
	amocas.w x7, x9, (x11)
	xor	x22, x7, x8
	.endm

	start
	wake_all work, x5
work:	all_lanes
	la	x6, words
	addi	x10, x6, 64
	addi	x11, x6, 128
	csrr	x14, WW_CSR_NUM_WARPS
	csrr	x15, WW_CSR_CORE_ID
	li	x12, 0			# x12 = core x W + warp, without isa.m
3:	beqz	x15, 4f
	add	x12, x12, x14
	addi	x15, x15, -1
	j	3b
4:	csrr	x15, WW_CSR_WARP_ID
	add	x12, x12, x15
	slli	x12, x12, 2
	add	x12, x12, x6
	addi	x12, x12, 256
	csrr	x13, WW_CSR_NUM_THREADS	# T x TIMES
	slli	x13, x13, 1

	li	x20, TIMES
	li	x21, 1
5:	amoadd.w x0, x21, (x6)
	addi	x20, x20, -1
	bnez	x20, 5b
	each	add_reserved
	lw	x7, 0(x11)
	each	add_compared

	one_lane
	li	x21, 1
	addi	x10, x6, 192
	amoadd.w.rl x0, x21, (x10)	# done
	csrr	x15, WW_CSR_CORE_ID
	csrr	x16, WW_CSR_WARP_ID
	or	x15, x15, x16
	beqz	x15, 6f
	halt
6:	csrr	x15, WW_CSR_NUM_CORES	# x16 = all warps, x17 = what all have added
	li	x16, 0
	li	x17, 0
7:	mv	x18, x14
8:	addi	x16, x16, 1
	add	x17, x17, x13
	addi	x18, x18, -1
	bnez	x18, 8b
	addi	x15, x15, -1
	bnez	x15, 7b
9:	amoor.w.aq x18, x0, (x10)
	bne	x18, x16, 9b
	lw	x7, 0(x6)
	check_eq x7, x17
	lw	x7, 64(x6)
	check_eq x7, x17
	lw	x7, 128(x6)
	check_eq x7, x17
	pass
	footer

	.data
	.balign	64
words:	.space	256			# three counts, who is done; then a word for each warp
	.space	2048
