/* atomic_reserve.S - what ends a reservation and what does not
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +a

	.macro	reserve
	lr.w	x7, (x9)
	.endm

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
	la	x9, word
	does_not			# none since reset
	reserve
	stores	1
	does_not			# used
	reserve
	sw	x0, 0(x9)		# by oneself
	does_not
	reserve
	lw	x7, 0(x9)
	sw	x7, 0(x9)		# the same value
	does_not
	reserve
	sb	x0, 3(x9)		# a byte of it
	does_not
	reserve
	sh	x0, 2(x9)
	does_not
	reserve
	amoor.w	x0, x0, (x9)
	does_not
	reserve
	li	x7, 12345
	amocas.w x7, x7, (x9)		# stores nothing
	stores	2
	reserve
	sw	x7, 4(x9)		# beside
	sw	x7, -4(x9)
	sb	x7, -1(x9)
	stores	3
	reserve
	addi	x11, x9, 4
	sc.w	x8, x6, (x11)		# elsewhere
	check	x8, 1
	does_not
	addi	x11, x9, 4
	lr.w	x7, (x11)
	reserve				# the last one counts
	sc.w	x8, x6, (x11)
	check	x8, 1
	reserve
	addi	x11, x9, 64
	.irp	k, 1, 2, 3, 4, 5, 6, 7, 8	# addresses one bit apart
	sw	x7, (4 << \k) - 64(x11)
	.endr
	stores	4
	reserve
	fence
	lw	x7, 0(x9)
	stores	5
	# another warp's store, if there is one
	csrr	x12, WW_CSR_NUM_WARPS
	li	x13, 2
	bltu	x12, x13, 1f
	reserve
	la	x14, thief
	wspawn	x9, x14, x9
	wait_alone
	does_not
	# and its own reservation of the word ends none
	reserve
	la	x14, reader
	wspawn	x9, x14, x9
	wait_alone
	stores	6
1:	pass
	footer

thief:	sw	x0, 0(x9)
	fence
	li	x5, 0
	tmc	x5
reader:	lr.w	x5, (x9)
	li	x5, 0
	tmc	x5

	.data
	.align	6
	.word	0, 0, 0, 0
word:	.fill	600, 4, 0
