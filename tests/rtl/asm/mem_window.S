/* mem_window.S - words, halves and bytes of pieces of the top of RAM, each a thread's own,
 * with one distance from piece to piece after the other: that of local memory, if there is one
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	start
	everybody
	li	x9, 16			# bytes of a piece
1:	la	x10, __stack_top	# the end of RAM
	la	x20, _end
	sub	x20, x10, x20
	mv	x11, x10		# x10: the piece's end, x11: that of the next thread's
	addi	x12, x5, 1
	addi	x13, x6, -1
	and	x12, x12, x13
	mv	x14, x9			# log2
	li	x15, -1
2:	srli	x14, x14, 1
	addi	x15, x15, 1
	bnez	x14, 2b
	sll	x16, x6, x15
	bltu	x20, x16, 3f		# no room for all
	sll	x16, x5, x15
	sub	x10, x10, x16
	sll	x16, x12, x15
	sub	x11, x11, x16
	add	x17, x5, x9
	sw	x17, -4(x10)
	sh	x5, -6(x10)
	sb	x17, -7(x10)
	sb	x5, -8(x10)
	sub	x18, x10, x9
	sw	x5, 0(x18)
	phase
	add	x17, x12, x9
	lw	x18, -4(x11)
	same	x18, x17
	lhu	x18, -6(x11)
	same	x18, x12
	lbu	x18, -7(x11)
	andi	x17, x17, 255
	same	x18, x17
	lbu	x18, -8(x11)
	andi	x17, x12, 255
	same	x18, x17
	sub	x18, x11, x9
	lw	x19, 0(x18)
	same	x19, x12
	phase
	slli	x9, x9, 1
	li	x17, 8192
	bne	x9, x17, 1b
3:	verdict
	footer
