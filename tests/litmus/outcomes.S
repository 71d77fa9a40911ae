/* outcomes.S - how often a litmus test ends in the way that only a weak order of memory allows
 * SPDX-License-Identifier: Apache-2.0
 *
 * Two agents, on two cores or (WARPS) two warps of one, make ROUNDS rounds. In each they meet, wait
 * for a random time, and execute the test; i is the number of the round. The exit code is the
 * number of rounds that ended in the weak way. One of these is defined:
 *
 * MP    x = i; y = i beside a = y; b = x. Weak: a is newer than b.
 * SB    x = i; a = y beside y = i; b = x. Weak: both are older than i.
 * LB    a = x; y = i beside b = y; x = i. Weak: both are i.
 * CORR  x = i beside a = x; b = x. Weak: a is newer than b.
 *
 * ORDER: none, fences between the accesses, or atomic instructions with aq and rl (MP, SB).
 */
#include "test.inc"

#define X 0
#define Y 128

#define none 0
#define fences 1
#define atomics 2

	.option	arch, +a

	/* Both agents are in round x12, and nothing of theirs is under way. */
	.macro	both_meet
	fence
	sw	x12, 0(x18)
71:	fence
	lw	x13, 0(x19)
	bltu	x13, x12, 71b
	.endm

	/* 0 to 31 turns of a loop, by the agent's own random number x21. */
	.macro	delay
	slli	x14, x21, 13
	xor	x21, x21, x14
	srli	x14, x21, 17
	xor	x21, x21, x14
	slli	x14, x21, 5
	xor	x21, x21, x14
	andi	x14, x21, 31
72:	addi	x14, x14, -1
	bgez	x14, 72b
	.endm

	.macro	begins_round
	addi	x12, x12, 1
	both_meet
	.endm

	.macro	ends_round label:req
	sw	x13, 0(x11)
	sw	x14, 4(x11)
	addi	x11, x11, 8
	bltu	x12, x10, \label
	addi	x12, x12, 1
	both_meet
	.endm

	/* The store of the first word, which releases, and the load of the second one. */
	.macro	buffers mine:req, other:req
	lw	x0, \other(x7)		/* an old copy */
	delay
#if ORDER == atomics
	addi	x15, x7, \mine
	amoswap.w.aqrl x0, x12, (x15)
#else
	sw	x12, \mine(x7)
#endif
#if ORDER == fences
	fence
#endif
	lw	x13, \other(x7)
	.endm

	.macro	loads other:req, mine:req
	delay
	lw	x13, \other(x7)
#if ORDER == fences
	fence	r, w
#endif
	sw	x12, \mine(x7)
	.endm

	.macro	first
#if defined MP
	delay
	sw	x12, X(x7)
#if ORDER == atomics
	addi	x15, x7, Y
	amoswap.w.rl x0, x12, (x15)
#else
#if ORDER == fences
	fence	w, w
#endif
	sw	x12, Y(x7)
#endif
#elif defined SB
	buffers	X, Y
#elif defined LB
	loads	X, Y
#else
	delay
	sw	x12, X(x7)
#endif
	.endm

	.macro	second
#if defined MP
	lw	x0, X(x7)		/* an old copy */
	delay
#if ORDER == atomics
	addi	x15, x7, Y
	amoor.w.aq x13, x0, (x15)
#else
	lw	x13, Y(x7)
#if ORDER == fences
	fence	r, r
#endif
#endif
	lw	x14, X(x7)
#elif defined SB
	buffers	Y, X
#elif defined LB
	loads	Y, X
#else
	delay
	lw	x13, X(x7)
#if ORDER == fences
	fence	r, r
#endif
	lw	x14, X(x7)
#endif
	.endm

	start
	csrr	x5, WW_CSR_CORE_ID
#ifdef WARPS
	beqz	x5, 1f
	halt
1:	la	x9, other_warp
	wspawn	x0, x9, x0
	j	begin
other_warp:
	li	x5, 1
#else
	li	x6, 2
	bltu	x5, x6, begin
	halt
#endif
begin:	la	x7, words
	slli	x6, x5, 6
	add	x18, x7, x6
	addi	x18, x18, 256		/* this agent's round */
	xori	x6, x6, 64
	add	x19, x7, x6
	addi	x19, x19, 256		/* that of the other one */
	la	x11, log
	slli	x6, x5, 11
	add	x11, x11, x6
	li	x10, ROUNDS
	li	x12, 0
	li	x21, SEED
	add	x21, x21, x5
	bnez	x5, 4f
3:	begins_round
	first
	ends_round 3b
	j	count
4:	begins_round
	second
	ends_round 4b
	halt

	/* x22: the weak rounds. The log has a and b, where the second agent loads both. */
count:	la	x11, log
	li	x12, 0
	li	x22, 0
	li	x5, 2048
	add	x5, x5, x11
5:	addi	x12, x12, 1
	lw	x13, 0(x11)
	lw	x14, 0(x5)
#if defined SB
	sltu	x13, x13, x12
	sltu	x14, x14, x12
	and	x13, x13, x14
#elif defined LB
	sltu	x13, x13, x12
	sltu	x14, x14, x12
	or	x13, x13, x14
	xori	x13, x13, 1
#else
	lw	x13, 4(x5)
	sltu	x13, x13, x14
#endif
	add	x22, x22, x13
	addi	x11, x11, 8
	addi	x5, x5, 8
	bltu	x12, x10, 5b
	mv	a0, x22
	ebreak

	.data
	.balign	64
words:	.space	512
log:	.space	4096
