/* atomic_ops.S - every atomic operation on corner values, by one thread
 * SPDX-License-Identifier: Apache-2.0
 *
 * BASE is where: RAM here, shared memory in atomic_smem_ops.S.
 */
#include "test.inc"

	.option	arch, +a

	.macro	amo op:req, old:req, operand:req, stored:req
	li	x5, \old
	li	x6, \operand
	sw	x5, 0(x9)
	\op	x7, x6, (x9)
	check_eq x7, x5
	lw	x8, 0(x9)
	check	x8, \stored
	.endm

	.macro	cas old:req, expected:req, operand:req, stored:req
	li	x5, \old
	li	x6, \operand
	li	x7, \expected
	sw	x5, 0(x9)
	amocas.w x7, x6, (x9)
	check_eq x7, x5
	lw	x8, 0(x9)
	check	x8, \stored
	.endm

	start
#ifdef BASE
	li	x9, BASE + 4
	li	x5, 0x55aa55aa
	sw	x5, -4(x9)
	sw	x5, 4(x9)
#else
	la	x9, word
#endif
	amo	amoswap.w, 0x12345678, 0x89abcdef, 0x89abcdef
	amo	amoadd.w, 0xffffffff, 1, 0
	amo	amoadd.w, 0x7fffffff, 0x7fffffff, 0xfffffffe
	amo	amoxor.w, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0
	amo	amoand.w, 0xff00ff00, 0x0ff00ff0, 0x0f000f00
	amo	amoor.w, 0xff00ff00, 0x0ff00ff0, 0xfff0fff0
	amo	amomin.w, 0x80000000, 0x7fffffff, 0x80000000
	amo	amomin.w, 0x7fffffff, 0x80000000, 0x80000000
	amo	amomin.w, 5, 5, 5
	amo	amomin.w, 0xffffffff, 0, 0xffffffff
	amo	amomax.w, 0x80000000, 0x7fffffff, 0x7fffffff
	amo	amomax.w, 0x7fffffff, 0x80000000, 0x7fffffff
	amo	amomax.w, 0xffffffff, 0, 0
	amo	amominu.w, 0x80000000, 0x7fffffff, 0x7fffffff
	amo	amominu.w, 0x7fffffff, 0x80000000, 0x7fffffff
	amo	amominu.w, 0, 0xffffffff, 0
	amo	amomaxu.w, 0x80000000, 0x7fffffff, 0x80000000
	amo	amomaxu.w, 0x7fffffff, 0x80000000, 0x80000000
	amo	amomaxu.w, 0, 0xffffffff, 0xffffffff
	amo	amoadd.w.aq, 1, 2, 3
	amo	amoadd.w.rl, 3, 4, 7
	amo	amoadd.w.aqrl, 7, 8, 15
	cas	7, 7, 9, 9
	cas	7, 6, 9, 7
	cas	0x80000000, 0, 1, 0x80000000
	cas	0, 0, 0xffffffff, 0xffffffff
	# rd = rs1, rd = rs2, rd = x0; what comes right behind
	li	x5, 100
	sw	x5, 0(x9)
	mv	x10, x9
	amoadd.w x10, x5, (x10)
	check	x10, 100
	li	x11, 7
	amoswap.w x11, x11, (x9)
	addi	x12, x11, 1
	check	x12, 201
	amoor.w	x0, x5, (x9)
	lw	x8, 0(x9)
	check	x8, 7 | 100
	check	x0, 0
	# the word beside stays
	lw	x8, 4(x9)
	check	x8, 0x55aa55aa
	lw	x8, -4(x9)
	check	x8, 0x55aa55aa
	pass
	footer

	.data
	.align	4
	.word	0, 0x55aa55aa
word:	.word	0, 0x55aa55aa
