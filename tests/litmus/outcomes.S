/* outcomes.S - how often a litmus test ends in the way that only a weak order of memory allows
 * SPDX-License-Identifier: Apache-2.0
 *
 * Two to four agents make ROUNDS rounds. In each they meet, wait for a random time, and execute
 * the test. v is a number of the round, and X, Y, Z are words. A load is new if it gives v or more.
 * An agent is a warp. Each of its LANES threads makes the test with words of its own, so a round is
 * LANES tests. The exit code is the number of tests that ended in the weak way, or 0x1000 if the
 * machine has too few cores, warps or threads. One of these is defined:
 *
 * MP    X = v; Y = v | a = Y; b = X. Weak: a is new, b is not.
 * SB    X = v; a = Y | Y = v; b = X. Weak: neither is new.
 * LB    a = X; Y = v | b = Y; X = v. Weak: both are new.
 * CORR  X = v | a = X; b = X. Weak: a is new, b is not.
 * S     X = v+1; Y = v | a = Y; X = v. Weak: a is new, X is v+1 in the end.
 * R     X = v; Y = v | Y = v+1; a = X. Weak: Y is v+1 in the end, a is not new.
 * W22   X = v; Y = v+1 | Y = v; X = v+1. Weak: both are v in the end. (2+2W)
 * WRC   X = v | a = X; Y = v | b = Y; c = X. Weak: a and b are new, c is not.
 * ISA2  X = v; Y = v | a = Y; Z = v | b = Z; c = X. Weak: a and b are new, c is not.
 * IRIW  X = v | Y = v | a = X; b = Y | c = Y; d = X. Weak: a and c are new, b and d are not.
 *
 * ORDER: none, fences between the accesses, or atomic instructions with aq and rl.
 * PLACE: cores, each agent has a core of its own; warps, all are warps of one core; pairs, three
 * or four agents on two cores: 0 and 1 beside 2, those of IRIW 0 and 2 beside 1 and 3.
 */
#include "test.inc"

#define X 0
#define Y 128
#define Z 256
#define WORDS 384		/* bytes of X, Y and Z of a lane */
#define MEETING (LANES * WORDS)	/* a line for each agent */

#define none 0
#define fences 1
#define atomics 2

#define cores 0
#define warps 1
#define pairs 2

#if defined IRIW
#define AGENTS 4
#elif defined WRC || defined ISA2
#define AGENTS 3
#else
#define AGENTS 2
#endif

/* Agents of a core: CORE << CORE_SHIFT, and WARPS - 1 more in steps of WARP_STEP. */
#define CORE_SHIFT 0
#define WARP_STEP 1
#if PLACE == cores
#define CORES AGENTS
#define WARPS 1
#elif PLACE == warps
#define CORES 1
#define WARPS AGENTS
#else
#define CORES 2
#define WARPS 2
#ifdef IRIW
#undef WARP_STEP
#define WARP_STEP 2
#else
#undef CORE_SHIFT
#define CORE_SHIFT 1
#endif
#endif

#if defined S || defined R || defined W22
#define FINALS			/* what X and Y are in the end matters */
#endif

	.option	arch, +a

	/* All agents are here, and nothing of theirs is under way. */
	.macro	all_meet
	fence
	addi	x20, x20, 1
	sw	x20, 0(x18)
71:	fence
	.set	agent_slot, 0
	.rept	AGENTS
	lw	x13, agent_slot(x19)
	bltu	x13, x20, 71b
	.set	agent_slot, agent_slot + 64
	.endr
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

	/* A store behind all that BEFORE names. */
	.macro	release_store reg:req, at:req, before=w
#if ORDER == atomics
	addi	x15, x7, \at
	amoswap.w.rl x0, \reg, (x15)
#else
#if ORDER == fences
	fence	\before, w
#endif
	sw	\reg, \at(x7)
#endif
	.endm

	/* A load before all later ones. */
	.macro	acquire_load reg:req, at:req
#if ORDER == atomics
	addi	x15, x7, \at
	amoor.w.aq \reg, x0, (x15)
#else
	lw	\reg, \at(x7)
#if ORDER == fences
	fence	r, r
#endif
#endif
	.endm

	/* A store and the load of another word, of which the core has an old copy. */
	.macro	store_load reg:req, mine:req, other:req
	lw	x0, \other(x7)
	delay
#if ORDER == atomics
	addi	x15, x7, \mine
	amoswap.w.aqrl x0, \reg, (x15)
#else
	sw	\reg, \mine(x7)
#endif
#if ORDER == fences
	fence
#endif
	lw	x13, \other(x7)
	.endm

	.macro	load_store other:req, mine:req
	delay
	lw	x13, \other(x7)
#if ORDER == fences
	fence	r, w
#endif
	sw	x12, \mine(x7)
	.endm

	.macro	store_store a:req, first:req, b:req, second:req
	delay
	sw	\a, \first(x7)
	release_store \b, \second
	.endm

	/* Two loads; of the second word the core has an old copy. */
	.macro	load_load first:req, second:req
	lw	x0, \second(x7)
	delay
	acquire_load x13, \first
	lw	x14, \second(x7)
	.endm

	.macro	store at:req
	delay
	sw	x12, \at(x7)
	.endm

	.macro	agent_0
#if defined SB
	store_load x12, X, Y
#elif defined LB
	load_store X, Y
#elif defined S
	store_store x16, X, x12, Y
#elif defined W22
	store_store x12, X, x16, Y
#elif defined MP || defined R || defined ISA2
	store_store x12, X, x12, Y
#else
	store	X
#endif
	.endm

	.macro	agent_1
#if defined MP
	load_load Y, X
#elif defined SB
	store_load x12, Y, X
#elif defined LB
	load_store Y, X
#elif defined CORR
	delay
	acquire_load x13, X
	lw	x14, X(x7)
#elif defined S
	load_store Y, X
#elif defined R
	store_load x16, Y, X
#elif defined W22
	store_store x12, Y, x16, X
#elif defined WRC
	delay
	lw	x13, X(x7)
	release_store x12, Y, rw
#elif defined ISA2
	delay
	acquire_load x13, Y
	release_store x12, Z, rw
#else
	store	Y
#endif
	.endm

	.macro	agent_2
#if defined WRC
	load_load Y, X
#elif defined ISA2
	load_load Z, X
#else
	lw	x0, Y(x7)
	delay
	lw	x13, X(x7)
#if ORDER == fences
	fence
#endif
	lw	x14, Y(x7)
#endif
	.endm

	.macro	agent_3
	lw	x0, X(x7)
	delay
	lw	x13, Y(x7)
#if ORDER == fences
	fence
#endif
	lw	x14, X(x7)
	.endm

	/* All rounds of an agent. A lane's log has its loads, and for agent 0 the last X and Y. */
	.macro	agent number:req
rounds_\number:
	addi	x12, x12, 4
	addi	x16, x12, 1
	all_meet
	agent_\number
	sw	x13, 0(x11)
	sw	x14, 4(x11)
#ifdef FINALS
	all_meet
	.ifeq	\number
	fence
	lw	x13, X(x7)
	lw	x14, Y(x7)
	sw	x13, 8(x11)
	sw	x14, 12(x11)
	.endif
#endif
	addi	x11, x11, 16
	bltu	x12, x10, rounds_\number
	.endm

	/* What must hold in the weak way: word WORD of an agent's log. */
	.macro	is_old at:req, word:req
	lw	x14, 4*\word(\at)
	sltu	x14, x14, x12
	and	x13, x13, x14
	.endm

	.macro	is_new at:req, word:req
	lw	x14, 4*\word(\at)
	sltu	x14, x14, x12
	xori	x14, x14, 1
	and	x13, x13, x14
	.endm

	.macro	ends_as reg:req, word:req
	lw	x14, 4*\word(x24)
	xor	x14, x14, \reg
	seqz	x14, x14
	and	x13, x13, x14
	.endm

	start
	csrr	x5, WW_CSR_CORE_ID
	li	x6, CORES
	csrr	x8, WW_CSR_NUM_CORES
	bltu	x8, x6, missing
	li	x9, WARPS
	csrr	x8, WW_CSR_NUM_WARPS
	bltu	x8, x9, missing
	li	x9, LANES
	csrr	x8, WW_CSR_NUM_THREADS
	bltu	x8, x9, missing
	bltu	x5, x6, 1f
	halt
missing:
	li	a0, 0x1000
	beqz	x5, 2f
	halt
2:	ebreak
1:	slli	x5, x5, CORE_SHIFT
	la	x9, begin
	mv	x6, x5
	li	x8, AGENTS
	.rept	WARPS - 1
	addi	x6, x6, WARP_STEP
	bgeu	x6, x8, begin
	wspawn	x5, x9, x6
	.endr

begin:	la	x19, words + MEETING
	slli	x6, x5, 6
	add	x18, x19, x6
	la	x11, log
	slli	x6, x5, 12
	add	x11, x11, x6
	la	x7, words
	li	x10, 4*ROUNDS
	li	x12, 0
	li	x20, 0
	li	x21, SEED
	add	x21, x21, x5
	li	x6, LANES - 1
2:	clone	x6
	addi	x6, x6, -1
	bgtz	x6, 2b
	li	x6, LANES
	tmc	x6
	csrr	x8, WW_CSR_THREAD_ID
	li	x6, WORDS
	mul	x6, x8, x6
	add	x7, x7, x6
	slli	x6, x8, 14
	add	x11, x11, x6
	beqz	x5, rounds_0
	addi	x6, x5, -1
	beqz	x6, rounds_1
#if AGENTS > 2
	addi	x6, x5, -2
	beqz	x6, rounds_2
#endif
#if AGENTS > 3
	agent	3
	j	last
#endif
#if AGENTS > 2
	agent	2
	j	last
#endif
	agent	1
last:	all_meet
	halt
	agent	0
	all_meet

	/* x22: the weak tests. x23: the log of a lane. */
	li	x6, 1
	tmc	x6
	la	x23, log
	li	x5, LANES
	li	x22, 0
	li	x9, 4096
4:	mv	x24, x23
	add	x25, x24, x9
	add	x26, x25, x9
	add	x27, x26, x9
	li	x12, 0
5:	addi	x12, x12, 4
	addi	x16, x12, 1
	li	x13, 1
#if defined MP || defined CORR
	is_new	x25, 0
	is_old	x25, 1
#elif defined SB
	is_old	x24, 0
	is_old	x25, 0
#elif defined LB
	is_new	x24, 0
	is_new	x25, 0
#elif defined S
	is_new	x25, 0
	ends_as	x16, 2
#elif defined R
	is_old	x25, 0
	ends_as	x16, 3
#elif defined W22
	ends_as	x12, 2
	ends_as	x12, 3
#elif defined IRIW
	is_new	x26, 0
	is_old	x26, 1
	is_new	x27, 0
	is_old	x27, 1
#else
	is_new	x25, 0
	is_new	x26, 0
	is_old	x26, 1
#endif
	add	x22, x22, x13
	addi	x24, x24, 16
	addi	x25, x25, 16
	addi	x26, x26, 16
	addi	x27, x27, 16
	bltu	x12, x10, 5b
	slli	x6, x9, 2
	add	x23, x23, x6
	addi	x5, x5, -1
	bnez	x5, 4b
	mv	a0, x22
	ebreak

	.data
	.balign	64
words:	.space	MEETING + 256
log:	.space	16384 * LANES
