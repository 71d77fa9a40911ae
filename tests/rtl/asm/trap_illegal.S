/* trap_illegal.S - many illegal words, each in a warp of its own
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_WARPS
	la	x6, words
	li	x7, 2
	bltu	x5, x7, words		# one warp: the first word stands for all
	la	x8, end
	la	x9, survivors
1:	wspawn	x10, x6, x9
	wait_alone
	addi	x6, x6, 12
	bltu	x6, x8, 1b
	lw	x11, 0(x9)
	li	x12, 0xfffff000		# how many did not trap, as a letter: A is none
	addi	x11, x11, 'A'
	sb	x11, 0(x12)
	li	x11, '\n'
	sb	x11, 0(x12)
	pass
	traps	0
words:
	.macro	illegal words:vararg
	.irp	w, \words
	.word	\w
	j	survived
	nop
	.endr
	.endm
	illegal	0x00000000, 0xffffffff, 0x00010001, 0x00000001, 0x00000002
	/* opcodes of extensions that are not there: A, F, D, RV64, vectors, custom-1 .. 3 */
	illegal	0x1005202f, 0x0000202f, 0x00052007, 0x00052027, 0x00000053, 0x00000043
	illegal	0x0000001b, 0x0000003b, 0x00000057, 0x0000002b, 0x0000005b, 0x0000007b
	illegal	0x0000006b, 0x0000001f
	/* funct3 and funct7 that no instruction has */
	illegal	0x00053003, 0x00056003, 0x00057003, 0x00053023, 0x00054023, 0x00057023
	illegal	0x00002063, 0x00003063, 0x00001067, 0x00007067
	illegal	0x02001013, 0x40001013, 0x04005013, 0x60005013, 0x80001013
	illegal	0x40001033, 0x40002033, 0x40007033, 0x04000033, 0x80000033, 0x60005033
	illegal	0x0000200f, 0x0000700f
	/* system: wfi, sret, uret, what an interrupt is inside, sfence.vma, mret, ecall and ebreak
	 * with fields, funct3 4 */
	illegal	0x10500073, 0x10200073, 0x30500073, 0x302000f3, 0x30208073, 0x00200073, 0x12000073
	illegal	0x000000f3, 0x00008073, 0x001000f3, 0x00108073, 0x00300073, 0x00004073
	/* CSRs: unknown, and writes to known ones */
	illegal	0x30102573, 0xcc502573, 0xfc402573, 0xb0102573, 0xf1302573, 0xfff02573, 0x00002573
	illegal	0xcc001573, 0xcc151573, 0xcc002073 | 1 << 15, 0xb00fd573, 0xfc00e573, 0xfc00f573
	illegal	0xb0001073, 0xc0001073
	/* SIMT: funct3 5 and 7, funct7, unused fields */
	illegal	0x0000500b, 0x0000700b, 0x4000000b, 0x0000008b, 0x0010000b
	illegal	0x0000208b, 0x0010200b, 0x0000308b, 0x0000b00b, 0x0010300b, 0x0000408b
	illegal	0x0000608b, 0x0010600b, 0x0200400b
	illegal	0x0200600b
end:	no_trap
survived:
	la	x9, survivors
	lw	x11, 0(x9)
	addi	x11, x11, 1
	sw	x11, 0(x9)
	fence
	halt
	.bss
	.balign	4
survivors: .space 4
