/* cores_order.S - what aq and rl order between cores: litmus tests
 * SPDX-License-Identifier: Apache-2.0
 *
 * Cores 0 and 1 run each test ROUNDS times, as in cores_litmus.S; others halt. A second warp of
 * each core reads the same lines all the time: a cache gets them back at once.
 *
 * Message passing: x = i, amoswap.w.rl y = i beside a = amoor.w.aq y, b = x. Never b < a. The same
 * with lr.w.aq, and with a relaxed amoadd.w that reads x itself.
 * Store buffering: amoswap.w.aqrl x = i, a[i] = y beside y = i, b[i] = x. Never both below i.
 * A lock: amoswap.w.aq takes it, amoswap.w.rl gives it back. Sums of plain words are exact.
 */
#include "litmus.inc"

#define ROUNDS 20
#define PASSING 0		/* places of x and y of each test */
#define BUFFERS 128
#define LOCK 256		/* then, in another line, the sum */

	.option	arch, +a

	.macro	locked
1:	li	x13, 1
	amoswap.w.aq x13, x13, (x17)
	bnez	x13, 1b
	lw	x13, 64(x17)
	addi	x13, x13, 1
	sw	x13, 64(x17)
	amoswap.w.rl x0, x0, (x17)
	.endm

	/* Store buffering on this core, whose word is at MINE, the other's at OTHER. */
	.macro	buffers mine:req, other:req
	li	x12, 0
	addi	x14, x7, BUFFERS + \mine
2:	addi	x12, x12, 1
	busy
	amoswap.w.aqrl x0, x12, (x14)
	lw	x13, BUFFERS + \other(x7)
	sw	x13, 0(x11)
	addi	x11, x11, 4
	locked
	bltu	x12, x10, 2b
	.endm

	begins	ROUNDS
	addi	x17, x7, LOCK
	addi	x18, x7, PASSING + 64
	bnez	x5, other

	li	x12, 0			/* message passing */
3:	addi	x12, x12, 1
	busy
	sw	x12, PASSING(x7)
	amoswap.w.rl x0, x12, (x18)
	bltu	x12, x10, 3b
	buffers	0, 64

	la	x15, done
	li	x14, 1
	sw	x14, 0(x15)		/* for the reader */
	addi	x15, x15, 4
6:	amoor.w.aq x13, x0, (x15)	/* core 1 has done all */
	beqz	x13, 6b
	la	x11, seen
	li	x12, 0
7:	addi	x12, x12, 1
	lw	x13, 0(x11)
	lw	x14, 1024(x11)
	sltu	x13, x13, x12
	sltu	x14, x14, x12
	and	x13, x13, x14
	check	x13, 0
	addi	x11, x11, 4
	bltu	x12, x10, 7b
	lw	x13, 64(x17)
	check	x13, 2 * ROUNDS
	pass

other:	addi	x19, x7, PASSING	/* message passing */
3:	lw	x15, PASSING(x7)
	amoor.w.aq x13, x0, (x18)
	lw	x14, PASSING(x7)
	sltu	x15, x14, x13
	check	x15, 0
	lr.w.aq	x13, (x18)
	lw	x14, PASSING(x7)
	sltu	x15, x14, x13
	check	x15, 0
	amoadd.w x13, x0, (x19)		/* the word itself */
	lw	x14, PASSING(x7)
	sltu	x15, x14, x13
	check	x15, 0
	lw	x13, PASSING + 64(x7)
	bltu	x13, x10, 3b
	buffers	64, 0
	li	x14, 1
	la	x15, done + 4
	amoswap.w.rl x0, x14, (x15)
	ends_core1

	reads	PASSING, PASSING + 64, BUFFERS, BUFFERS + 64, LOCK + 64
	words_seen
