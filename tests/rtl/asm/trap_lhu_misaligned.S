/* trap_lhu_misaligned.S - lhu at the last byte of a word
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, data
	li	x6, 0x55
	traps	data + 3
	lhu	x6, 3(x5)
	no_trap
	.data
	.balign	8
data:	.word	0x11223344, 0
