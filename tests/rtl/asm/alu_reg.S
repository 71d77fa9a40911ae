/* alu_reg.S - add sub sll slt sltu xor srl sra or and at corner operands
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	op2	add, 0, 0, 0
	op2	add, 1, -1, 0
	op2	add, 0x7fffffff, 1, 0x80000000
	op2	add, 0x80000000, 0x80000000, 0
	op2	add, 0x80000000, 0x7fffffff, 0xffffffff
	op2	add, 0x12345678, 0x87654321, 0x99999999
	op2	sub, 0, 0, 0
	op2	sub, 0, 1, 0xffffffff
	op2	sub, 0x80000000, 1, 0x7fffffff
	op2	sub, 0x7fffffff, -1, 0x80000000
	op2	sub, 0x80000000, 0x80000000, 0
	op2	sll, 1, 0, 1
	op2	sll, 1, 31, 0x80000000
	op2	sll, 0xffffffff, 1, 0xfffffffe
	op2	sll, 0x12345678, 4, 0x23456780
	op2	sll, 3, 32, 3
	op2	sll, 3, 0xffffffe1, 6
	op2	srl, 0x80000000, 31, 1
	op2	srl, 0x80000000, 0, 0x80000000
	op2	srl, 0xffffffff, 4, 0x0fffffff
	op2	srl, 0x80000000, 33, 0x40000000
	op2	sra, 0x80000000, 31, 0xffffffff
	op2	sra, 0x7fffffff, 31, 0
	op2	sra, 0x80000000, 4, 0xf8000000
	op2	sra, 0x40000000, 4, 0x04000000
	op2	sra, 0x80000001, 0, 0x80000001
	op2	sra, 0x80000000, 0x100, 0x80000000
	op2	slt, 0, 0, 0
	op2	slt, -1, 0, 1
	op2	slt, 0, -1, 0
	op2	slt, 0x80000000, 0x7fffffff, 1
	op2	slt, 0x7fffffff, 0x80000000, 0
	op2	slt, 0x80000000, 0x80000001, 1
	op2	sltu, 0, 0, 0
	op2	sltu, -1, 0, 0
	op2	sltu, 0, -1, 1
	op2	sltu, 0x80000000, 0x7fffffff, 0
	op2	sltu, 0x7fffffff, 0x80000000, 1
	op2	xor, 0xffffffff, 0x0f0f0f0f, 0xf0f0f0f0
	op2	xor, 0xaaaaaaaa, 0xaaaaaaaa, 0
	op2	or, 0xa0a0a0a0, 0x05050505, 0xa5a5a5a5
	op2	or, 0, 0, 0
	op2	and, 0xffffffff, 0x12345678, 0x12345678
	op2	and, 0xaaaaaaaa, 0x55555555, 0
	pass
	footer
