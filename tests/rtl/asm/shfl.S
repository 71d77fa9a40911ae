/* shfl.S - shfl.up, down, bfly and idx in all kinds of segments, of any mask
 * SPDX-License-Identifier: Apache-2.0
 *
 * The source of each thread is found once more by arithmetic: x5 its number,
 * x6 where from, x7 its value; x10 first, x11 last, x12 b, x13 tmask.
 */
#include "test.inc"

	/* x9 |= difference from what a thread has whose source is x8, if that
	 * is \ok and active. */
	.macro	compare got:req, ok:req
	sltiu	x15, x8, 32
	and	x15, x15, \ok
	srl	x16, x13, x8
	and	x15, x15, x16
	andi	x15, x15, 1
	neg	x15, x15
	sub	x8, x8, x5
	and	x8, x8, x15
	add	x8, x8, x5
	slli	x16, x8, 16
	add	x16, x16, x8
	addi	x16, x16, 0x123
	xor	x16, x16, \got
	or	x9, x9, x16
	.endm

	.macro	all_kinds
	csrr	x13, WW_CSR_TMASK
	andi	x12, x6, 63
	srli	x11, x6, 6
	andi	x11, x11, 63
	srli	x14, x6, 12
	andi	x14, x14, 63
	and	x10, x5, x14
	not	x14, x14
	and	x11, x11, x14
	or	x11, x11, x10
	and	x14, x14, x12

	shfl.up	x17, x7, x6
	sub	x8, x5, x12
	slt	x18, x8, x10
	xori	x18, x18, 1
	compare	x17, x18
	shfl.down x17, x7, x6
	add	x8, x5, x12
	sltu	x18, x11, x8
	xori	x18, x18, 1
	compare	x17, x18
	shfl.bfly x17, x7, x6
	xor	x8, x5, x12
	sltu	x18, x11, x8
	xori	x18, x18, 1
	compare	x17, x18
	shfl.idx x17, x7, x6
	or	x8, x10, x14
	sltu	x18, x11, x8
	xori	x18, x18, 1
	compare	x17, x18
	.endm

	start
	li	x9, 0
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	slli	x7, x5, 16
	add	x7, x7, x5
	addi	x7, x7, 0x123
	la	x20, table
	la	x21, end
1:	lw	x6, 0(x20)
	lw	x22, 4(x20)
	/* Each thread its own, or all the same. */
	mv	x23, x5
2:	beqz	x22, 3f
	add	x6, x6, x23
	addi	x22, x22, -1
	slli	x23, x23, 6
	j	2b
3:	all_kinds
	/* Those with an odd number, then those with an even one. */
	andi	x19, x5, 1
	split	x19
	beqz	x19, 4f
	all_kinds
4:	join
	addi	x20, x20, 8
	bltu	x20, x21, 1b

	split	x9
	beqz	x9, 5f
	li	a0, 99
	ebreak
5:	join

	/* In place, needed at once by the next; to nobody. */
	csrr	x5, WW_CSR_THREAD_ID
	li	x6, 63 << 6 | 1
	shfl.bfly x5, x5, x6
	shfl.bfly x5, x5, x6
	shfl.idx x6, x5, x6
	shfl.idx x0, x5, x5
	csrr	x7, WW_CSR_THREAD_ID
	sub	x5, x5, x7
	or	x5, x5, x0
	split	x5
	beqz	x5, 6f
	li	a0, 98
	ebreak
6:	join
	one_lane
	pass
	footer

	/* mask << 12 | c << 6 | b, and how many fields each thread's number is added to */
	.p2align 2
table:	.word	0 << 12 | 63 << 6 | 0, 0
	.word	0 << 12 | 63 << 6 | 1, 0
	.word	0 << 12 | 63 << 6 | 2, 0
	.word	0 << 12 | 31 << 6 | 31, 0
	.word	0 << 12 | 63 << 6 | 32, 0
	.word	0 << 12 | 63 << 6 | 63, 0
	.word	0 << 12 | 0 << 6 | 1, 0
	.word	0 << 12 | 2 << 6 | 1, 0
	.word	62 << 12 | 63 << 6 | 1, 0
	.word	60 << 12 | 63 << 6 | 3, 0
	.word	60 << 12 | 63 << 6 | 1, 0
	.word	56 << 12 | 63 << 6 | 5, 0
	.word	48 << 12 | 63 << 6 | 9, 0
	.word	60 << 12 | 2 << 6 | 2, 0
	.word	63 << 12 | 63 << 6 | 1, 0
	.word	1 << 12 | 63 << 6 | 2, 0
	.word	5 << 12 | 26 << 6 | 3, 0
	.word	0 << 12 | 63 << 6 | 7, 1
	.word	0 << 12 | 63 << 6 | 60, 1
	.word	60 << 12 | 63 << 6 | 0, 1
	.word	60 << 12 | 1 << 6 | 1, 2
	.word	3 << 12 | 16 << 6 | 2, 3
	.word	0xffffffff, 0
	.word	0xfffc0fc1, 1
end:
