/* mem_code_big.S - code larger than a cache, in a straight line, twice; warps follow each other
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	WORDS, 5000

	start
	everybody
	li	x10, 0
	li	x11, 2
1:	.rept	WORDS / 2
	addi	x10, x10, 1
	xor	x10, x10, x5
	.endr
	addi	x11, x11, -1
	beqz	x11, 2f
	j	1b
2:	li	x11, 0			# the same, in a short loop
	li	x12, WORDS
3:	addi	x11, x11, 1
	xor	x11, x11, x5
	addi	x12, x12, -1
	bnez	x12, 3b
	same	x10, x11
	verdict
	footer
