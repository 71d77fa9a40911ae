/* trap_vote_field.S - a vote with a second register is illegal
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 3
	traps	0x0252b50b
	.insn	r 0x0b, 3, 1, x10, x5, x5
	no_trap
