/* zbb.S - each instruction of Zbb at corner operands, and in lanes that differ
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#include "operands.inc"

	.option	arch, +zbb

	start
	operands	zbb

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
