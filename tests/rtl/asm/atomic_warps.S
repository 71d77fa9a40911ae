/* atomic_warps.S - all threads of all warps count: by additions, reservations, compare and swap
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each thread adds 1 so often to three words; no addition may be lost. Of the threads that want one
 * word one at a time gets on, so of more than eight warps only four threads each do it, and once.
 */
#include "test.inc"

	.option	arch, +a
	.macro	la_base reg:req
#ifdef BASE
	li	\reg, BASE
#else
	la	\reg, words
#endif
	.endm
	/* Threads of a warp that count, and how often */
	.macro	counting threads:req, times:req, scratch:req
	csrr	\threads, WW_CSR_NUM_THREADS
	li	\times, 5
	csrr	\scratch, WW_CSR_NUM_WARPS
	addi	\scratch, \scratch, -9
	bltz	\scratch, 9f
	li	\times, 1
	li	\scratch, 4
	bltu	\threads, \scratch, 9f
	mv	\threads, \scratch
9:
	.endm

	start
	la_base	x21
	li	x6, 0
	sw	x0, 0(x21)
	sw	x0, 4(x21)
	sw	x0, 8(x21)
	fence
	wake_all work, x6
work:	meet
	counting x24, x22, x23
	tmc	x24
	la_base	x21
	counting x24, x22, x23
	li	x7, 1
	addi	x26, x21, 4
	addi	x27, x21, 8
1:	amoadd.w x0, x7, (x21)
	li	x10, 1			# still to do
2:	split	x10
	beqz	x10, 3f
	lr.w	x11, (x26)
	addi	x11, x11, 1
	sc.w	x10, x11, (x26)
3:	join
	# has a thread it still to do? They ask through a word of their warp
	csrr	x15, WW_CSR_WARP_ID
	slli	x15, x15, 2
	la	x16, votes
	add	x16, x16, x15
	sw	x0, 0(x16)
	amoor.w	x0, x10, (x16)
	lw	x17, 0(x16)
	bnez	x17, 2b
	li	x10, 1
4:	split	x10
	beqz	x10, 5f
	lw	x11, 0(x27)
	addi	x12, x11, 1
	mv	x13, x11
	amocas.w x13, x12, (x27)
	xor	x10, x13, x11
	snez	x10, x10
5:	join
	sw	x0, 0(x16)
	amoor.w	x0, x10, (x16)
	lw	x17, 0(x16)
	bnez	x17, 4b
	addi	x22, x22, -1
	bnez	x22, 1b
	one_lane
	csrr	x5, WW_CSR_WARP_ID
	beqz	x5, 6f
	fence
	li	x5, 0
	tmc	x5
6:	wait_alone
	csrr	x5, WW_CSR_NUM_WARPS
	counting x6, x22, x23
	li	x7, 0
7:	beqz	x5, 8f
	addi	x5, x5, -1
	add	x7, x7, x6
	j	7b
8:	li	x8, 0
1:	add	x8, x8, x7
	addi	x22, x22, -1
	bnez	x22, 1b
	lw	x9, 0(x21)
	check_eq x9, x8
	lw	x9, 4(x21)
	check_eq x9, x8
	lw	x9, 8(x21)
	check_eq x9, x8
	pass
	footer

	.data
	.align	4
words:	.fill	8, 4, 0
votes:	.fill	32, 4, 0
