/* cores_litmus.S - what fences order between cores: litmus tests
 * SPDX-License-Identifier: Apache-2.0
 *
 * Cores 0 and 1 run each test ROUNDS times, one round after the other, without waiting for each
 * other; others halt. The words only grow, by one a round, so old values cannot be mistaken.
 * A second warp of each core reads the same lines all the time: a cache gets them back at once.
 *
 * Message passing: x = i, fence w,w, y = i beside a = y, fence r,r, b = x. Never b < a.
 * Store buffering: x = i, fence, a[i] = y beside y = i, fence, b[i] = x. Never both below i.
 * Load buffering: a[i] = x, fence, y = i beside b[i] = y, fence, x = i. Never both i or more.
 * Coherence: x = i beside a = x, b = x. Never b < a.
 */
#include "litmus.inc"

#define ROUNDS 32
#define PASSING 0		/* places of x and y of each test */
#define BUFFERS 128
#define LOADS 256
#define SAME 384

	begins	ROUNDS
	bnez	x5, other

	li	x12, 0			/* message passing, coherence */
3:	addi	x12, x12, 1
	sw	x12, SAME(x7)
	sw	x12, PASSING(x7)
	fence	w, w
	sw	x12, PASSING + 64(x7)
	bltu	x12, x10, 3b
	li	x12, 0			/* store buffering */
4:	addi	x12, x12, 1
	busy
	busy
	sw	x12, BUFFERS(x7)
	fence
	lw	x13, BUFFERS + 64(x7)
	sw	x13, 0(x11)
	addi	x11, x11, 4
	bltu	x12, x10, 4b
	li	x12, 0			/* load buffering */
5:	addi	x12, x12, 1
	fence	r, r
	lw	x13, LOADS(x7)
	fence	r, w
	sw	x12, LOADS + 64(x7)
	sw	x13, 0(x11)
	addi	x11, x11, 4
	bltu	x12, x10, 5b

	li	x14, 1
	la	x15, done
	sw	x14, 0(x15)		/* for the reader */
6:	fence				/* core 1 has done all */
	lw	x13, 4(x15)
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
	lw	x13, 4 * ROUNDS(x11)
	lw	x14, 1024 + 4 * ROUNDS(x11)
	sltu	x13, x13, x12
	sltu	x14, x14, x12
	or	x13, x13, x14
	check	x13, 1
	addi	x11, x11, 4
	bltu	x12, x10, 7b
	pass

other:				/* message passing, coherence */
3:	lw	x13, SAME(x7)
	lw	x14, SAME(x7)
	sltu	x15, x14, x13
	check	x15, 0
	fence	r, r
	lw	x13, PASSING + 64(x7)
	fence	r, r
	lw	x14, PASSING(x7)
	sltu	x15, x14, x13
	check	x15, 0
	bltu	x13, x10, 3b
	li	x12, 0			/* store buffering */
4:	addi	x12, x12, 1
	busy
	busy
	sw	x12, BUFFERS + 64(x7)
	fence
	lw	x13, BUFFERS(x7)
	sw	x13, 0(x11)
	addi	x11, x11, 4
	bltu	x12, x10, 4b
	li	x12, 0			/* load buffering */
5:	addi	x12, x12, 1
	fence	r, r
	lw	x13, LOADS + 64(x7)
	fence	r, w
	sw	x12, LOADS(x7)
	sw	x13, 0(x11)
	addi	x11, x11, 4
	bltu	x12, x10, 5b
	fence
	li	x14, 1
	la	x15, done
	sw	x14, 4(x15)
	ends_core1

	reads	PASSING, PASSING + 64, BUFFERS, BUFFERS + 64, LOADS, LOADS + 64
	words_seen
