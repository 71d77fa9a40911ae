/* load_late.S - loads and a store that miss, and hundreds of instructions until somebody looks
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, lines
	lw	x11, 0(x5)
	lw	x12, 256(x5)
	sw	x5, 512(x5)
	lw	x13, 768(x5)
	li	x6, 400
1:	addi	x6, x6, -1
	bnez	x6, 1b
	check	x11, 1
	check	x12, 2
	check	x13, 3
	lw	x14, 512(x5)
	check_eq x14, x5
	pass
	footer
	.data
	.balign	256
lines:	.word	1
	.zero	252
	.word	2
	.zero	252
	.word	0
	.zero	252
	.word	3
