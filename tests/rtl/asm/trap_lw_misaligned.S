/* trap_lw_misaligned.S - lw at an address that is 2 modulo 4
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, data
	li	x6, 0x55
	traps	data + 2
	lw	x6, 2(x5)
	no_trap
	.data
	.balign	8
data:	.word	0x11223344, 0
