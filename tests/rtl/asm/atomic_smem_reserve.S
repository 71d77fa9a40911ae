/* atomic_smem_reserve.S - reservations in shared memory, and atomic instructions in between
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +a
#define BASE 0xff000000

	.macro	stores value:req
	li	x6, \value
	sc.w	x8, x6, (x9)
	check	x8, 0
	lw	x8, 0(x9)
	check	x8, \value
	.endm

	.macro	does_not
	lw	x10, 0(x9)
	li	x6, 0x7777
	sc.w	x8, x6, (x9)
	check	x8, 1
	lw	x8, 0(x9)
	check_eq x8, x10
	.endm

	start
	li	x9, BASE + 64
	addi	x12, x9, 4
	li	x13, BASE
	la	x11, word
	li	x7, 3
	amoadd.w x0, x7, (x9)
	does_not			# none since reset
	lr.w	x5, (x9)
	check	x5, 3
	amoadd.w x0, x7, (x9)		# the word itself
	does_not
	lr.w	x5, (x9)
	check	x5, 6
	amoor.w	x5, x0, (x9)		# the same value
	does_not
	lr.w	x5, (x9)
	amoadd.w x5, x7, (x12)		# beside, elsewhere, in RAM
	amoadd.w x0, x7, (x13)
	amoadd.w x5, x7, (x11)
	stores	9
	does_not			# used
	lr.w	x5, (x9)
	amocas.w x11, x7, (x9)		# stores nothing: the word is not its own address
	la	x11, word
	stores	10
	lr.w	x5, (x9)
	sw	x7, 4(x9)		# to any place there
	does_not
	# another warp's, if there is one: beside, then the word itself
	csrr	x14, WW_CSR_NUM_WARPS
	li	x15, 2
	bltu	x14, x15, 1f
	la	x14, thief
	lr.w	x5, (x9)
	wspawn	x9, x14, x12
	wait_alone
	stores	11
	lr.w	x5, (x9)
	wspawn	x9, x14, x9
	wait_alone
	does_not
1:	# a word for each thread; odd ones add to the word before theirs
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	slli	x6, x5, 2
	li	x9, BASE
	add	x9, x9, x6
	andi	x10, x5, 1
	slli	x8, x10, 2
	sub	x12, x9, x8
	sw	x5, 0(x9)
	lr.w	x7, (x9)
	split	x10
	beqz	x10, 2f
	amoadd.w x0, x10, (x12)
2:	join
	sc.w	x8, x20, (x9)
	# who is even has lost his, unless there is no odd one beside him
	xori	x10, x10, 1
	addi	x11, x5, 1
	sltu	x11, x11, x20
	and	x10, x10, x11
	xor	x15, x10, x8
	# what is there
	lw	x7, 0(x9)
	addi	x11, x5, 1
	neg	x10, x10
	xor	x11, x11, x20
	and	x11, x11, x10
	xor	x11, x11, x20
	xor	x11, x11, x7
	or	x15, x15, x11
	snez	x15, x15
	la	x13, wrong
	amoadd.w x0, x15, (x13)
	one_lane
	lw	x14, 0(x13)
	check	x14, 0
	pass
	footer

thief:	li	x6, 0
	amoadd.w x0, x6, (x9)
	fence
	li	x5, 0
	tmc	x5

	.data
	.align	6
word:	.word	0
wrong:	.word	0
