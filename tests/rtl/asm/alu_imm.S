/* alu_imm.S - immediate forms at the ends of their ranges
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#include "operands.inc"

	start
	operands	alu_imm
	pass
	footer
