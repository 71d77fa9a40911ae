/* trap_jal_misaligned.S - jal to an address that is 2 modulo 4
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	nop
	traps	trap_pc + 6
	.word	0x006000ef		# jal x1, . + 6
	no_trap
