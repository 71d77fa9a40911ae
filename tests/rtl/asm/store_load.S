/* store_load.S - a word goes to memory and comes back
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, word
	li	x6, 0x12345678
	sw	x6, 0(x5)
	lw	x7, 0(x5)
	check_eq x6, x7
	lw	x8, 4(x5)
	check	x8, 0x0badcafe
	pass
	footer
	.data
	.balign	4
word:	.word	0, 0x0badcafe
