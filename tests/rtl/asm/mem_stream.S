/* mem_stream.S - a stream of stores larger than a cache, read back by other warps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	BYTES, 24 << 10

	start
	everybody
	la	x10, area
	li	x11, BYTES
	add	x11, x11, x10		# the end
	slli	x12, x6, 2		# step
	li	x13, 2			# rounds; the second one overwrites
1:	slli	x14, x5, 2
	add	x15, x14, x10
2:	slli	x16, x14, 3
	xor	x16, x16, x13
	sw	x16, 0(x15)		# f(offset, round)
	add	x14, x14, x12
	add	x15, x15, x12
	bltu	x15, x11, 2b
	phase
	sub	x14, x6, x5		# the opposite thread's words, from the end down
	slli	x14, x14, 2
	addi	x14, x14, -4
	li	x15, BYTES
	sub	x15, x15, x12
	add	x14, x14, x15
3:	add	x15, x14, x10
	lw	x16, 0(x15)
	slli	x17, x14, 3
	xor	x17, x17, x13
	same	x16, x17
	sub	x14, x14, x12
	bgez	x14, 3b
	phase
	addi	x13, x13, -1
	bnez	x13, 1b
	verdict
	footer
	.bss
	.balign	64
area:	.space	BYTES
