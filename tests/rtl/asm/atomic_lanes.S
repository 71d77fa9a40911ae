/* atomic_lanes.S - threads one after the other: on one word, on several, on words of one row
 * SPDX-License-Identifier: Apache-2.0
 *
 * BASE is where: RAM here, shared memory in atomic_smem.S.
 */
#include "test.inc"

	.option	arch, +a
	# d = a * b, by additions; b up to 33
	.macro	mul_t d:req, a:req, b:req
	li	\d, 0
	.irp	bit, 0, 1, 2, 3, 4, 5
	srli	x15, \b, \bit
	andi	x15, x15, 1
	neg	x15, x15
	slli	x16, \a, \bit
	and	x15, x15, x16
	add	\d, \d, x15
	.endr
	.endm

	.macro	la_base reg:req
#ifdef BASE
	li	\reg, BASE
#else
	la	\reg, words
#endif
	.endm

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	li	x9, 0			# differences
	la_base	x21
	sw	x0, 0(x21)
	addi	x6, x5, 1
	amoadd.w x7, x6, (x21)		# thread t finds 1 + ... + t
	mul_t	x8, x5, x6
	srli	x8, x8, 1
	xor	x10, x7, x8
	or	x9, x9, x10
	lw	x7, 0(x21)
	addi	x11, x20, 1
	mul_t	x8, x20, x11
	srli	x8, x8, 1
	xor	x10, x7, x8
	or	x9, x9, x10
	amoswap.w x7, x5, (x21)		# each finds the number of the one before
	addi	x10, x5, -1
	xor	x10, x7, x10
	snez	x15, x5
	neg	x15, x15		# but for the first, which finds the sum
	and	x10, x10, x15
	or	x9, x9, x10
	slli	x12, x5, 2		# a word each
	add	x12, x12, x21
	sw	x5, 0(x12)
	amoadd.w x7, x20, (x12)
	xor	x10, x7, x5
	or	x9, x9, x10
	lw	x7, 0(x12)
	sub	x7, x7, x20
	xor	x10, x7, x5
	or	x9, x9, x10
	# all reserve one word, and the lowest stores
	lr.w	x7, (x21)
	sc.w	x8, x6, (x21)
	snez	x10, x5
	xor	x10, x10, x8
	or	x9, x9, x10
	lw	x7, 0(x21)
	xori	x10, x7, 1
	or	x9, x9, x10
	sc.w	x8, x6, (x21)		# nobody has a reservation left
	xori	x10, x8, 1
	or	x9, x9, x10
	# a word each: all store
	lr.w	x7, (x12)
	sc.w	x8, x20, (x12)
	or	x9, x9, x8
	lw	x7, 0(x12)
	xor	x10, x7, x20
	or	x9, x9, x10
	# thread 0 alone counts what was wrong
	la	x13, wrong
	snez	x9, x9
	amoadd.w x0, x9, (x13)
	one_lane
	lw	x14, 0(x13)
	check	x14, 0
	pass
	footer

	.data
	.align	8
words:	.fill	32, 4, 0
wrong:	.word	0
