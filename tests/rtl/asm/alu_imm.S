/* alu_imm.S - immediate forms at the ends of their ranges
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	op_imm	addi, 0, 2047, 2047
	op_imm	addi, 0, -2048, 0xfffff800
	op_imm	addi, 0x7fffffff, 1, 0x80000000
	op_imm	addi, 0x80000000, -1, 0x7fffffff
	op_imm	addi, 5, 0, 5
	op_imm	slti, 0, 0, 0
	op_imm	slti, -1, 0, 1
	op_imm	slti, 0x80000000, -2048, 1
	op_imm	slti, 0x7fffffff, 2047, 0
	op_imm	slti, -2048, -2048, 0
	op_imm	slti, -2049, -2048, 1
	op_imm	sltiu, 0, 1, 1
	op_imm	sltiu, 1, 1, 0
	op_imm	sltiu, 0, -1, 1
	op_imm	sltiu, 0xffffffff, -1, 0
	op_imm	sltiu, 0xfffff7ff, -2048, 1
	op_imm	sltiu, 0x80000000, 2047, 0
	op_imm	xori, 0x00ff00ff, -1, 0xff00ff00
	op_imm	xori, 0x00ff00ff, 0x7ff, 0x00ff0700
	op_imm	ori, 0, -2048, 0xfffff800
	op_imm	ori, 0x12340000, 0x567, 0x12340567
	op_imm	andi, 0xffffffff, -2048, 0xfffff800
	op_imm	andi, 0xffffffff, 0x7ff, 0x7ff
	op_imm	andi, 0x12345678, 0, 0
	op_imm	slli, 1, 0, 1
	op_imm	slli, 1, 31, 0x80000000
	op_imm	slli, 0xffffffff, 16, 0xffff0000
	op_imm	srli, 0x80000000, 0, 0x80000000
	op_imm	srli, 0x80000000, 31, 1
	op_imm	srli, 0xffff0000, 16, 0xffff
	op_imm	srai, 0x80000000, 0, 0x80000000
	op_imm	srai, 0x80000000, 31, 0xffffffff
	op_imm	srai, 0x7fff0000, 16, 0x7fff
	op_imm	srai, 0xffff0000, 16, 0xffffffff
	pass
	footer
