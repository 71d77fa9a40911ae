/* lanes_alu.S - every register operation on all lanes, each with operands of its own
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	/* Thread 0 computes all results first; then in round K lane L takes pair
	 * (K + L) mod PAIRS and must come to the same. */
	.equ	PAIRS, 16

	.macro	all_ops
	.irp	op, add, sub, sll, slt, sltu, xor, srl, sra, or, and
	one_op	\op
	.endr
#ifdef WITH_M
	.irp	op, mul, mulh, mulhu, mulhsu, div, divu, rem, remu
	one_op	\op
	.endr
#endif
	.endm

	start
	la	x20, pairs
	la	x21, results
	li	x22, PAIRS
	.macro	one_op op
	\op	x8, x6, x7
	sw	x8, 0(x21)
	addi	x21, x21, 4
	.endm
1:	lw	x6, 0(x20)
	lw	x7, 4(x20)
	all_ops
	addi	x20, x20, 8
	addi	x22, x22, -1
	bnez	x22, 1b
	.purgem	one_op

	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	la	x20, pairs
	la	x21, results
	li	x22, 0			# round
	li	x25, 0			# differences
2:	add	x23, x22, x5
	andi	x23, x23, PAIRS - 1
	slli	x24, x23, 3
	add	x24, x24, x20
	lw	x6, 0(x24)
	lw	x7, 4(x24)
	mv	x26, x21		# x26 = results + pair * bytes per pair
	la	x28, bytes
	lw	x28, 0(x28)
	li	x29, PAIRS
5:	addi	x29, x29, -1
	sltu	x30, x29, x23		# adds bytes for each pair below ours
	neg	x30, x30
	and	x30, x30, x28
	add	x26, x26, x30
	bnez	x29, 5b
	.macro	one_op op
	\op	x8, x6, x7
	lw	x9, 0(x26)
	xor	x9, x9, x8
	or	x25, x25, x9
	addi	x26, x26, 4
	.endm
	all_ops
	addi	x22, x22, 1
	li	x29, PAIRS
	bltu	x22, x29, 2b
	slli	x6, x5, 2
	la	x7, table
	add	x7, x7, x6
	sw	x25, 0(x7)
	csrr	x20, WW_CSR_NUM_THREADS
	one_lane
	la	x7, table
6:	lw	x8, 0(x7)
	check	x8, 0
	addi	x7, x7, 4
	addi	x20, x20, -1
	bnez	x20, 6b
	pass
	footer
	.data
	.balign	8
#ifdef WITH_M
bytes:	.word	18 * 4, 0
#else
bytes:	.word	10 * 4, 0
#endif
pairs:	.word	0, 0, 1, -1, 0x7fffffff, 1, 0x80000000, -1
	.word	0x80000000, 0x80000000, 5, 0, -5, 0, 0xffffffff, 0xffffffff
	.word	0x12345678, 0x9abcdef0, 100, 7, -100, 7, 100, -7
	.word	0xdeadbeef, 13, 0x00010000, 0x00010000, 31, 31, 0x7fffffff, 0x80000000
	.bss
	.balign	4
table:	.space	128
results: .space	PAIRS * 18 * 4
