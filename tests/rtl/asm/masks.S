/* masks.S - all kinds of instructions and branches in every place of a split
 * SPDX-License-Identifier: Apache-2.0
 *
 * Outside of a split, in a uniform one, and on both sides of a divergent one tmc makes
 * several masks in turn, all threads among them, each of which does the same work; a join
 * puts back what was.
 */
#include "test.inc"

	.macro	ways op:req, never:req, a:req, b:req
	\op	\a, \b, 1f		# threads disagree; the leader decides
1:	\op	\b, \a, 1f
1:	\op	x0, x0, 1f
1:	\never	x0, x0, 1f
1:
	.endm

	/* A split of threads x24, one of all, and what they push if there is room. */
	.macro	splits
	split	x0
	join
	split	x24
	join
	.endm

	start
	all_lanes
	csrr	x20, WW_CSR_THREAD_ID
	csrr	x21, WW_CSR_NUM_THREADS
	snez	x24, x20		# all but thread 0
	la	x22, own
	slli	x23, x20, 2
	add	x22, x22, x23
	call	masks			# outside
	all_lanes
	split	x0
	call	masks
	join
	split	x24			# threads 1, 2 ... first, then 0
	beqz	x24, 2f
	call	masks
	j	3f
2:	call	masks
3:	join
	xori	x25, x24, 1		# thread 0 first, then the others
	split	x25
	beqz	x25, 2f
	call	masks
	j	3f
2:	call	masks
3:	join
	one_lane
	pass
	footer

	/* With 1, T - 1, T / 2, T threads. Where to go back is in memory: threads that were
	 * not active do not have it in x1. Ends with all threads active. */
masks:	la	x29, links
	sw	x1, 0(x29)
	li	x28, 1
	call	with
	addi	x28, x21, -1
	call	with
	srli	x28, x21, 1
	call	with
	mv	x28, x21
	call	with
	la	x29, links
	lw	x1, 0(x29)
	ret
with:	beqz	x28, 9f
	la	x29, links
	sw	x1, 4(x29)
	sw	x28, 8(x29)
	tmc	x28
	la	x29, links
	lw	x28, 8(x29)
	sw	x28, 0(x22)
	lw	x7, 0(x22)
	auipc	x8, 0
	csrr	x9, WW_CSR_TMASK
	csrw	mepc, x0
	fence
	fence.i
	li	x10, 0
	clone	x10
	addi	x10, x21, -1
	clone	x10
	csrr	x20, WW_CSR_THREAD_ID
	slli	x23, x20, 2
	la	x22, own
	add	x22, x22, x23
	snez	x24, x20
	ways	beq, bne, x20, x0
	ways	bne, beq, x20, x0
	ways	blt, bge, x20, x21
	ways	bge, blt, x20, x24
	ways	bltu, bgeu, x24, x21
	ways	bgeu, bltu, x20, x24
	la	x11, 1f			# jalr, to one of two places
	slli	x12, x24, 2
	add	x11, x11, x12
	jalr	x13, 0(x11)
1:	nop
	la	x11, 1f
	jalr	x0, 0(x11)
1:	tmc	x28
	splits
	mul	x14, x20, x21
	divu	x14, x14, x21
	tmc	x21
	la	x29, links
	lw	x1, 4(x29)
	lw	x28, 8(x29)
	tmc	x28
9:	ret
	.bss
	.balign	4
own:	.space	128
links:	.space	12
