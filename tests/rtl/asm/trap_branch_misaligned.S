/* trap_branch_misaligned.S - only a taken branch to a misaligned target traps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 1
	.word	0x00028363		# beq x5, x0, . + 6: not taken
	.word	0x00029463		# bne x5, x0, . + 8: taken, aligned
	nop
	traps	trap_pc + 6
	.word	0x00029363		# bne x5, x0, . + 6
	no_trap
