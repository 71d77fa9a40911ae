/* atomic_smem_banks.S - threads that meet in shared memory: in a word, in a bank, by turns
 * SPDX-License-Identifier: Apache-2.0
 *
 * Thread t adds t + 1 to the word that a pattern gives it, and finds what the lower threads there
 * have left. Then accesses of each kind around atomic ones to the same word, and instructions
 * that reach RAM as well.
 */
#include "test.inc"

	.option	arch, +a
#define BASE 0xff000000

	# x9 collects differences of all lanes
	.macro	same a:req, b:req
	xor	x31, \a, \b
	or	x9, x9, x31
	.endm

	# x12 = address of the word of thread x5; x7 = what it found, want x8
	.macro	pattern shift:req, mask:req
	andi	x6, x5, \mask
	slli	x6, x6, \shift
	add	x12, x21, x6
	sw	x0, 0(x12)
	addi	x6, x5, 1
	amoadd.w x7, x6, (x12)
	# the sum of u + 1 of lower threads u with the same bits of MASK
	li	x8, 0
	li	x10, 0
81:	xor	x11, x10, x5
	andi	x11, x11, \mask
	seqz	x11, x11
	sltu	x13, x10, x5
	and	x11, x11, x13
	neg	x11, x11
	addi	x10, x10, 1
	and	x13, x10, x11
	add	x8, x8, x13
	bltu	x10, x20, 81b
	same	x7, x8
	# nothing to write; then all of it is there
	amoadd.w x0, x6, (x12)
	amoor.w	x7, x0, (x12)
	li	x8, 0
	li	x10, 0
82:	xor	x11, x10, x5
	andi	x11, x11, \mask
	seqz	x11, x11
	neg	x11, x11
	addi	x10, x10, 1
	and	x13, x10, x11
	add	x8, x8, x13
	bltu	x10, x20, 82b
	slli	x8, x8, 1
	same	x7, x8
	.endm

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	li	x9, 0
	li	x21, BASE
	pattern	0, 0			# one word
	pattern	2, 31			# a word each, side by side
	pattern	2, 1			# two words by turns
	pattern	2, 2			# two words by turns, two threads each
	pattern	4, 31			# every fourth word
	pattern	5, 3
	pattern	4, 6
	pattern	7, 3			# words of one bank, if there are up to 32
	pattern	3, 15
	# stores, loads and others right before and behind, with and without a result
	slli	x12, x5, 2
	add	x12, x12, x21
	li	x13, 0x01020304
	sw	x13, 0(x12)
	amoadd.w x0, x5, (x12)
	lw	x7, 0(x12)
	sub	x7, x7, x5
	same	x7, x13
	sb	x0, 3(x12)
	amoxor.w x8, x7, (x12)
	lhu	x10, 2(x12)
	li	x11, 0x0102 ^ 0x0002
	same	x10, x11
	sh	x0, 0(x12)
	amoswap.w x10, x5, (x12)
	li	x11, 0x01000000
	same	x10, x11
	amomaxu.w x10, x13, (x12)
	same	x10, x5
	lw	x10, 0(x12)
	same	x10, x13
	amomin.w x0, x5, (x12)
	sw	x10, 128(x12)
	amominu.w x11, x0, (x12)
	same	x11, x5
	amocas.w x0, x13, (x12)		# slow ones among quick ones
	amoadd.w x11, x13, (x12)
	same	x11, x13
	lr.w	x11, (x12)
	slli	x10, x13, 1
	same	x11, x10
	sc.w	x11, x5, (x12)
	same	x11, x0
	amoadd.w.aqrl x11, x5, (x12)
	same	x11, x5
	lw	x11, 0(x12)
	slli	x10, x5, 1
	same	x11, x10
	# the words of all threads, read by the lowest word's
	sw	x5, 0(x21)
	amoand.w x11, x0, (x21)
	addi	x10, x20, -1		# thread 0 finds the highest one's
	snez	x8, x5
	addi	x8, x8, -1
	and	x10, x10, x8
	same	x11, x10
	# odd threads in RAM, even ones in shared memory; both have one word
	la	x14, word
	andi	x6, x5, 1
	neg	x6, x6
	xor	x12, x14, x21
	and	x12, x12, x6
	xor	x12, x12, x21
	sw	x0, 0(x12)
	li	x6, 1
	amoadd.w x7, x6, (x12)
	srli	x8, x5, 1
	same	x7, x8
	amoadd.w.aq x7, x6, (x12)
	lw	x11, 0(x12)
	andi	x13, x5, 1
	sub	x13, x20, x13
	addi	x13, x13, 1
	srli	x13, x13, 1		# how many there are
	slli	x10, x13, 1
	same	x11, x10
	add	x8, x8, x13
	same	x7, x8
	# what is acquired comes before a load of RAM
	sw	x0, 0(x21)
	lw	x11, 0(x14)
	amoadd.w.aq x7, x6, (x21)
	lw	x8, 0(x14)
	same	x8, x11
	same	x7, x5
	amoadd.w.aq x0, x6, (x21)
	lw	x8, 0(x14)
	same	x8, x11
	# some threads only
	slti	x10, x5, 3
	li	x6, 16
	amoswap.w x0, x6, (x21)
	split	x10
	beqz	x10, 1f
	amoadd.w x7, x6, (x21)
	slli	x8, x5, 4
	addi	x8, x8, 16
	same	x7, x8
1:	join
	la	x13, wrong
	snez	x9, x9
	amoadd.w x0, x9, (x13)
	one_lane
	lw	x14, 0(x13)
	check	x14, 0
	pass
	footer

	.data
	.align	6
word:	.word	0
wrong:	.word	0
