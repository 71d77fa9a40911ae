/* edges.S - immediates at the ends of their ranges; every CSR that can be read
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 77
	.irp	op, addi, slti, sltiu, xori, ori, andi
	.irp	imm, 0, 1, -1, -2048, 2047, 100
	\op	x6, x5, \imm
	.endr
	\op	x0, x5, 1
	mv	x7, x5
	\op	x7, x7, 3
	.endr
	.irp	op, slli, srli, srai
	.irp	imm, 0, 1, 31, 7
	\op	x6, x5, \imm
	.endr
	\op	x0, x5, 1
	mv	x7, x5
	\op	x7, x7, 3
	.endr
	.irp	op, lui, auipc
	.irp	imm, 0, 1, 0xfffff, 0x80000, 0x7ffff, 100
	\op	x6, \imm
	.endr
	\op	x0, 5
	.endr
	.irp	reg, x0, x1, x2, x4
	addi	x6, \reg, 1
	.endr
	la	x8, word			# x9 = word - immediate
	li	x10, 0x12345678
	.irp	imm, 0, 1, -1, -2048, 2047, 100
	li	x9, -(\imm)
	add	x9, x9, x8
	.irp	op, sb, sh, sw
	\op	x10, \imm(x9)
	.endr
	.irp	op, lb, lh, lw, lbu, lhu
	\op	x7, \imm(x9)
	\op	x0, \imm(x9)
	mv	x11, x9
	\op	x11, \imm(x11)
	.endr
	lw	x7, \imm(x9)
	check	x7, 0x12345678
	.endr
	.irp	imm, 0, 1, -1, -2048, 2047, 100	# jalr, also onto its own base and into x0
	la	x9, 1f - (\imm)
	jalr	x7, \imm(x9)
	j	fail
1:	la	x9, 1f - (\imm)
	jalr	x9, \imm(x9)
	j	fail
1:	la	x9, 1f - (\imm)
	jalr	x0, \imm(x9)
	j	fail
1:
	.endr
	.set	n, 0				# all counters, both views
	.rept	29
	csrr	x5, 0xb03 + n
	csrr	x5, 0xb83 + n
	csrr	x5, 0xc03 + n
	csrr	x5, 0xc83 + n
	.set	n, n + 1
	.endr
	.irp	csr, 0xcc0, 0xcc1, 0xcc2, 0xcc3, 0xcc4, 0xfc0, 0xfc1, 0xfc2, 0xfc3, 0xb00, 0xb80, \
		0xb02, 0xb82, 0xc00, 0xc80, 0xc02, 0xc82, 0xf14, 0x7c0, 0x7c1, 0x7c2, \
		0x300, 0x305, 0x341
	csrr	x5, \csr
	csrr	x0, \csr
	.endr
	.irp	csr, 0x7c0, 0x7c1, 0x305, 0x341, 0x300	# each way to write; nothing ticks
	li	x6, 0
	.irp	op, csrrw, csrrs, csrrc
	\op	x5, \csr, x6
	\op	x0, \csr, x6
	mv	x7, x6
	\op	x7, \csr, x7
	.endr
	.irp	op, csrrwi, csrrsi, csrrci
	\op	x5, \csr, 0
	\op	x0, \csr, 0
	.endr
	csrrw	x0, \csr, x0
	.endr
	.irp	imm, 1, 31, 4
	csrrwi	x5, 0x341, \imm
	csrrsi	x0, 0x341, \imm
	csrrci	x5, 0x341, \imm
	.endr
	csrw	0x341, x0
	pass
	footer
	.bss
	.balign	4
	.space	2048
word:	.space	4
	.space	2052
