/* trap_simt_funct7.S - SIMT opcode with funct7 set
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 1
	traps	0x0402800b
	.insn	r 0x0b, 0, 2, x0, x5, x0
	no_trap
