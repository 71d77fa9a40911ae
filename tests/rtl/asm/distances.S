/* distances.S - every unit's result is read, and replaced, one to four instructions later
 * SPDX-License-Identifier: Apache-2.0
 *
 * x5 gets the address of WORD from each producer, then each user takes it: an ALU
 * instruction, a product, a quotient, an address, the data of a store, a branch, a write of a
 * CSR, split; then a jump does, with the address of what follows. Behind it each producer
 * in turn writes x5 again, as close.
 */
#include "test.inc"

	/* x5 = x9, by UNIT. */
	.macro	from unit:req
	.ifc	\unit,alu
	add	x5, x9, x0
	.endif
	.ifc	\unit,mul
	mul	x5, x9, x10
	.endif
	.ifc	\unit,div
	divu	x5, x9, x10
	.endif
	.ifc	\unit,load
	lw	x5, 0(x8)
	.endif
	.ifc	\unit,smem
	lw	x5, 0(x11)
	.endif
	.ifc	\unit,csr
	csrr	x5, mhartid
	.endif
	.ifc	\unit,link
	jal	x5, 7f
7:
	.endif
	.ifc	\unit,clone
	clone	x0
	.endif
	.endm

	.macro	to user:req
	.ifc	\user,alu
	add	x6, x5, x10
	.endif
	.ifc	\user,mul
	mul	x6, x5, x10
	.endif
	.ifc	\user,div
	divu	x6, x5, x10
	.endif
	.ifc	\user,data
	sw	x5, 8(x8)
	.endif
	.ifc	\user,branch
	bne	x5, x5, fail
	.endif
	.ifc	\user,csr
	csrw	mepc, x5
	.endif
	.ifc	\user,warp
	split	x5
	.endif
	.endm

	/* What TO leaves behind. */
	.macro	undo user:req
	.ifc	\user,warp
	join
	.endif
	.endm

	.macro	fill n:req
	.rept	\n
	addi	x7, x7, 1
	.endr
	.endm

	/* UNIT gives, USER takes, and UNIT gives again: write after read, after write. */
	.macro	meet_at unit:req, user:req, n:req
	from	\unit
	fill	\n
	to	\user
	fill	\n
	from	\unit
	undo	\user
	.endm

	.macro	users unit:req
	.irp	n, 0, 1, 2, 3
	.irp	user, alu, mul, div, data, branch, csr, warp
	meet_at	\unit, \user, \n
	.endr
	.endr
	.endm

	/* As an address, and as where to jump: a csr has none, a link only its own. */
	.macro	addresses unit:req
	.irp	n, 0, 1, 2, 3
	from	\unit
	fill	\n
	lw	x6, 0(x5)
	fill	\n
	from	\unit
	fill	\n
	sw	x6, 4(x5)
	.endr
	.endm

	.macro	jumps unit:req
	.irp	n, 0, 1, 2, 3
	la	x9, 8f
	sw	x9, 0(x8)
	sw	x9, 0(x11)
	mv	x5, x9
	from	\unit
	fill	\n
	jalr	x6, 0(x5)
	j	fail
8:	fill	\n
	from	\unit
	.endr
	la	x9, word
	sw	x9, 0(x8)
	sw	x9, 0(x11)
	mv	x5, x9
	.endm

	/* Each pair of producers, one behind the other. */
	.macro	again unit:req
	.irp	n, 0, 1, 2, 3
	.irp	other, alu, mul, div, load, smem, csr, link, clone
	from	\unit
	fill	\n
	from	\other
	.endr
	.endr
	.endm

	/* Each user, then each producer. */
	.macro	before user:req
	.irp	n, 0, 1, 2, 3
	.irp	unit, alu, mul, div, load, smem, csr, link, clone
	to	\user
	fill	\n
	from	\unit
	undo	\user
	.endr
	.endr
	.endm

	start
	la	x8, table
	la	x9, word
	li	x10, 1
	li	x11, 0xff000000
	csrr	x12, WW_CSR_SMEM_SIZE
	bnez	x12, 1f
	mv	x11, x8
1:	sw	x9, 0(x8)
	sw	x9, 0(x11)
	users	alu
	users	mul
	users	div
	users	load
	users	smem
	users	csr
	users	link
	users	clone
	from	alu
	addresses alu
	addresses mul
	addresses div
	addresses load
	addresses smem
	addresses link
	addresses clone
	check_eq x6, x6
	jumps	alu
	jumps	mul
	jumps	div
	jumps	load
	jumps	smem
	jumps	clone
	.irp	n, 0, 1, 2, 3
	jal	x5, 8f
8:	fill	\n
	jalr	x6, 4*\n+8(x5)
	j	fail
	fill	\n
	from	link
	.endr
	again	alu
	again	mul
	again	div
	again	load
	again	smem
	again	csr
	again	link
	again	clone
	before	alu
	before	mul
	before	div
	before	data
	before	branch
	before	csr
	before	warp
	.irp	n, 0, 1, 2, 3
	.irp	unit, alu, mul, div, load, smem, csr, link, clone
	mv	x5, x9
	lw	x6, 0(x5)
	fill	\n
	from	\unit
	.endr
	.endr
	from	alu
	check_eq x5, x9
	csrw	mepc, x0
	pass
	footer
	.bss
	.balign	4
table:	.space	16
word:	.space	16
