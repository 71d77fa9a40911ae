/* mem_merge.S - stores and loads of all sizes to a word whose line is on its way
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	BYTES, 32 << 10

	start
	everybody
	la	x10, area
	li	x11, BYTES
	add	x11, x11, x10
	slli	x12, x5, 3		# 8 bytes per thread
	add	x10, x10, x12
	slli	x12, x6, 3
	li	x13, 12			# lines at most, so that few threads soon end
1:	li	x14, 0x81
	sb	x14, 0(x10)		# the line is not there
	li	x15, 0x7ff2
	sh	x15, 2(x10)
	lw	x16, 0(x10)		# behind its own stores, of which some bytes are old
	is	x16, 0x7ff20081
	sb	x13, 1(x10)
	lb	x17, 0(x10)
	is	x17, -127
	lhu	x18, 0(x10)
	slli	x19, x13, 8
	or	x19, x19, x14
	same	x18, x19
	lw	x20, 4(x10)		# a word nobody has written
	same	x20, x0
	sw	x10, 4(x10)
	sb	x0, 7(x10)
	lw	x21, 4(x10)
	slli	x22, x10, 8
	srli	x22, x22, 8
	same	x21, x22
	sh	x13, 4(x10)
	sb	x13, 6(x10)
	lw	x21, 4(x10)
	slli	x22, x13, 16
	or	x22, x22, x13
	same	x21, x22
	lh	x23, 2(x10)
	same	x23, x15
	add	x10, x10, x12
	addi	x13, x13, -1
	beqz	x13, 2f
	bltu	x10, x11, 1b
2:	verdict
	footer
	.bss
	.balign	64
area:	.space	BYTES
