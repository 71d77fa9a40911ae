/* alu_reg.S - add sub sll slt sltu xor srl sra or and at corner operands
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#include "operands.inc"

	start
	operands	alu_reg
	pass
	footer
