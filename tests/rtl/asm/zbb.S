/* zbb.S - each instruction of Zbb at corner operands, and in lanes that differ
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +zbb
	.macro	op1 op:req, a:req, want:req
	li	x5, \a
	\op	x7, x5
	check	x7, \want
	.endm

	start
	op1	clz, 0, 0x20
	op1	clz, 1, 0x1f
	op1	clz, 2, 0x1e
	op1	clz, 0x80000000, 0
	op1	clz, 0xffffffff, 0
	op1	clz, 0x7fffffff, 1
	op1	clz, 0x18000, 0xf
	op1	clz, 0x12345678, 3
	op1	clz, 0x87654321, 0
	op1	clz, 0xff80, 0x10
	op1	clz, 0xffff7fff, 0
	op1	clz, 0xff0100, 8
	op1	ctz, 0, 0x20
	op1	ctz, 1, 0
	op1	ctz, 2, 1
	op1	ctz, 0x80000000, 0x1f
	op1	ctz, 0xffffffff, 0
	op1	ctz, 0x7fffffff, 0
	op1	ctz, 0x18000, 0xf
	op1	ctz, 0x12345678, 3
	op1	ctz, 0x87654321, 0
	op1	ctz, 0xff80, 7
	op1	ctz, 0xffff7fff, 0
	op1	ctz, 0xff0100, 8
	op1	cpop, 0, 0
	op1	cpop, 1, 1
	op1	cpop, 2, 1
	op1	cpop, 0x80000000, 1
	op1	cpop, 0xffffffff, 0x20
	op1	cpop, 0x7fffffff, 0x1f
	op1	cpop, 0x18000, 2
	op1	cpop, 0x12345678, 0xd
	op1	cpop, 0x87654321, 0xd
	op1	cpop, 0xff80, 9
	op1	cpop, 0xffff7fff, 0x1f
	op1	cpop, 0xff0100, 9
	op1	sext.b, 0, 0
	op1	sext.b, 1, 1
	op1	sext.b, 2, 2
	op1	sext.b, 0x80000000, 0
	op1	sext.b, 0xffffffff, 0xffffffff
	op1	sext.b, 0x7fffffff, 0xffffffff
	op1	sext.b, 0x18000, 0
	op1	sext.b, 0x12345678, 0x78
	op1	sext.b, 0x87654321, 0x21
	op1	sext.b, 0xff80, 0xffffff80
	op1	sext.b, 0xffff7fff, 0xffffffff
	op1	sext.b, 0xff0100, 0
	op1	sext.h, 0, 0
	op1	sext.h, 1, 1
	op1	sext.h, 2, 2
	op1	sext.h, 0x80000000, 0
	op1	sext.h, 0xffffffff, 0xffffffff
	op1	sext.h, 0x7fffffff, 0xffffffff
	op1	sext.h, 0x18000, 0xffff8000
	op1	sext.h, 0x12345678, 0x5678
	op1	sext.h, 0x87654321, 0x4321
	op1	sext.h, 0xff80, 0xffffff80
	op1	sext.h, 0xffff7fff, 0x7fff
	op1	sext.h, 0xff0100, 0x100
	op1	zext.h, 0, 0
	op1	zext.h, 1, 1
	op1	zext.h, 2, 2
	op1	zext.h, 0x80000000, 0
	op1	zext.h, 0xffffffff, 0xffff
	op1	zext.h, 0x7fffffff, 0xffff
	op1	zext.h, 0x18000, 0x8000
	op1	zext.h, 0x12345678, 0x5678
	op1	zext.h, 0x87654321, 0x4321
	op1	zext.h, 0xff80, 0xff80
	op1	zext.h, 0xffff7fff, 0x7fff
	op1	zext.h, 0xff0100, 0x100
	op1	orc.b, 0, 0
	op1	orc.b, 1, 0xff
	op1	orc.b, 2, 0xff
	op1	orc.b, 0x80000000, 0xff000000
	op1	orc.b, 0xffffffff, 0xffffffff
	op1	orc.b, 0x7fffffff, 0xffffffff
	op1	orc.b, 0x18000, 0xffff00
	op1	orc.b, 0x12345678, 0xffffffff
	op1	orc.b, 0x87654321, 0xffffffff
	op1	orc.b, 0xff80, 0xffff
	op1	orc.b, 0xffff7fff, 0xffffffff
	op1	orc.b, 0xff0100, 0xffff00
	op1	rev8, 0, 0
	op1	rev8, 1, 0x1000000
	op1	rev8, 2, 0x2000000
	op1	rev8, 0x80000000, 0x80
	op1	rev8, 0xffffffff, 0xffffffff
	op1	rev8, 0x7fffffff, 0xffffff7f
	op1	rev8, 0x18000, 0x800100
	op1	rev8, 0x12345678, 0x78563412
	op1	rev8, 0x87654321, 0x21436587
	op1	rev8, 0xff80, 0x80ff0000
	op1	rev8, 0xffff7fff, 0xff7fffff
	op1	rev8, 0xff0100, 0x1ff00
	op2	andn, 0, 0, 0
	op2	andn, 0xff00ff00, 0xff00ff0, 0xf000f000
	op2	andn, 0x80000000, 0x7fffffff, 0x80000000
	op2	andn, 0x7fffffff, 0x80000000, 0x7fffffff
	op2	andn, 0xffffffff, 1, 0xfffffffe
	op2	andn, 1, 0xffffffff, 0
	op2	andn, 0x12345678, 0x12345678, 0
	op2	andn, 0x12345678, 0x1234567c, 0
	op2	orn, 0, 0, 0xffffffff
	op2	orn, 0xff00ff00, 0xff00ff0, 0xff0fff0f
	op2	orn, 0x80000000, 0x7fffffff, 0x80000000
	op2	orn, 0x7fffffff, 0x80000000, 0x7fffffff
	op2	orn, 0xffffffff, 1, 0xffffffff
	op2	orn, 1, 0xffffffff, 1
	op2	orn, 0x12345678, 0x12345678, 0xffffffff
	op2	orn, 0x12345678, 0x1234567c, 0xfffffffb
	op2	xnor, 0, 0, 0xffffffff
	op2	xnor, 0xff00ff00, 0xff00ff0, 0xf0f0f0f
	op2	xnor, 0x80000000, 0x7fffffff, 0
	op2	xnor, 0x7fffffff, 0x80000000, 0
	op2	xnor, 0xffffffff, 1, 1
	op2	xnor, 1, 0xffffffff, 1
	op2	xnor, 0x12345678, 0x12345678, 0xffffffff
	op2	xnor, 0x12345678, 0x1234567c, 0xfffffffb
	op2	min, 0, 0, 0
	op2	min, 0xff00ff00, 0xff00ff0, 0xff00ff00
	op2	min, 0x80000000, 0x7fffffff, 0x80000000
	op2	min, 0x7fffffff, 0x80000000, 0x80000000
	op2	min, 0xffffffff, 1, 0xffffffff
	op2	min, 1, 0xffffffff, 0xffffffff
	op2	min, 0x12345678, 0x12345678, 0x12345678
	op2	min, 0x12345678, 0x1234567c, 0x12345678
	op2	minu, 0, 0, 0
	op2	minu, 0xff00ff00, 0xff00ff0, 0xff00ff0
	op2	minu, 0x80000000, 0x7fffffff, 0x7fffffff
	op2	minu, 0x7fffffff, 0x80000000, 0x7fffffff
	op2	minu, 0xffffffff, 1, 1
	op2	minu, 1, 0xffffffff, 1
	op2	minu, 0x12345678, 0x12345678, 0x12345678
	op2	minu, 0x12345678, 0x1234567c, 0x12345678
	op2	max, 0, 0, 0
	op2	max, 0xff00ff00, 0xff00ff0, 0xff00ff0
	op2	max, 0x80000000, 0x7fffffff, 0x7fffffff
	op2	max, 0x7fffffff, 0x80000000, 0x7fffffff
	op2	max, 0xffffffff, 1, 1
	op2	max, 1, 0xffffffff, 1
	op2	max, 0x12345678, 0x12345678, 0x12345678
	op2	max, 0x12345678, 0x1234567c, 0x1234567c
	op2	maxu, 0, 0, 0
	op2	maxu, 0xff00ff00, 0xff00ff0, 0xff00ff00
	op2	maxu, 0x80000000, 0x7fffffff, 0x80000000
	op2	maxu, 0x7fffffff, 0x80000000, 0x80000000
	op2	maxu, 0xffffffff, 1, 0xffffffff
	op2	maxu, 1, 0xffffffff, 0xffffffff
	op2	maxu, 0x12345678, 0x12345678, 0x12345678
	op2	maxu, 0x12345678, 0x1234567c, 0x1234567c
	op2	rol, 0x12345678, 0, 0x12345678
	op2	rol, 0x12345678, 1, 0x2468acf0
	op2	rol, 0x80000001, 0x1f, 0xc0000000
	op2	rol, 0x12345678, 0x10, 0x56781234
	op2	rol, 0x12345678, 0x20, 0x12345678
	op2	rol, 0x87654321, 0xffffffe3, 0x3b2a190c
	op2	rol, 0xf0000000, 5, 0x1e
	op2	ror, 0x12345678, 0, 0x12345678
	op2	ror, 0x12345678, 1, 0x91a2b3c
	op2	ror, 0x80000001, 0x1f, 3
	op2	ror, 0x12345678, 0x10, 0x56781234
	op2	ror, 0x12345678, 0x20, 0x12345678
	op2	ror, 0x87654321, 0xffffffe3, 0x30eca864
	op2	ror, 0xf0000000, 5, 0x7800000
	op_imm	rori, 0x12345678, 0, 0x12345678
	op_imm	rori, 0x12345678, 1, 0x91a2b3c
	op_imm	rori, 0x80000001, 31, 3
	op_imm	rori, 0x12345678, 16, 0x56781234
	op_imm	rori, 0x87654321, 3, 0x30eca864

	/* In every lane its own: n = 2^(t mod 32) has one bit, t mod 32 zeros behind it. */
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	li	x6, 1
	rol	x6, x6, x5
	ctz	x7, x6
	clz	x8, x6
	add	x9, x7, x8
	addi	x9, x9, -31
	cpop	x10, x6
	addi	x10, x10, -1
	or	x9, x9, x10
	andi	x11, x5, 31
	xor	x11, x11, x7
	or	x9, x9, x11
	ror	x11, x6, x7
	rori	x11, x11, 1
	li	x12, 0x80000000
	xnor	x11, x11, x12
	not	x11, x11
	or	x9, x9, x11
	max	x11, x5, x7
	minu	x12, x5, x7
	sub	x11, x11, x12
	sub	x13, x5, x7
	sub	x11, x11, x13
	or	x9, x9, x11
	split	x9
	beqz	x9, 1f
	li	a0, 255
	ebreak
1:	join
	one_lane

	/* A result is the next one's operand. */
	li	x5, 0x00f0
	orc.b	x5, x5
	rev8	x5, x5
	ctz	x6, x5
	ror	x5, x5, x6
	sext.b	x5, x5
	zext.h	x5, x5
	andn	x5, x5, x6
	check	x5, 0xffe7
	cpop	x0, x6
	check	x0, 0
	pass
	footer
