/* trap_flw_misaligned.S - flw at an address that is no multiple of 4
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +f

	start
	la	x5, word
	flw	f6, 0(x5)
	fmv.x.w	x6, f6
	check	x6, 0x12345678
	addi	x5, x5, 2
	traps	word + 2
	flw	f6, 0(x5)
	no_trap
	footer

	.data
	.balign	4
word:	.word	0x12345678, 0
