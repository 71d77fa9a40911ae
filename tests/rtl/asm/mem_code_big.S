/* mem_code_big.S - code larger than 16 KiB, in a straight line, twice; warps follow each other
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	WORDS, 4200

	start
	everybody
	li	x10, 0
	li	x11, 2
	.set	sum, 0
	.set	i, 0
1:	.rept	WORDS			# no two words near each other are alike
	.set	i, (i + 37) & 0x3ff
	.set	sum, sum + i
	addi	x10, x10, i
	.endr
	addi	x11, x11, -1
	beqz	x11, 2f
	j	1b
2:	is	x10, 2 * sum
	verdict
	footer
