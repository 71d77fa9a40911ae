/* mem_flush.S - mflush: what was stored is still there, code is new, other warps go on
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	start
	everybody
	slli	x10, x5, 2
	la	x11, area
	add	x10, x10, x11
	li	x12, 0			# what is flushed: 0 .. 7
1:	slli	x13, x5, 4
	add	x13, x13, x12
	sw	x13, 0(x10)
	csrw	WW_CSR_MFLUSH, x12
	lw	x14, 0(x10)
	same	x14, x13
	csrr	x15, WW_CSR_MFLUSH	# reads as zero
	same	x15, x0
	sb	x12, 1(x10)
	csrrw	x15, WW_CSR_MFLUSH, x12
	same	x15, x0
	lbu	x14, 1(x10)
	same	x14, x12
	addi	x12, x12, 1
	li	x14, 8
	bltu	x12, x14, 1b
	csrsi	WW_CSR_MFLUSH, 2
	csrwi	WW_CSR_MFLUSH, 4
	csrci	WW_CSR_MFLUSH, 7
	li	x13, 3
	csrs	WW_CSR_MFLUSH, x13
	phase
	addi	x13, x6, -1		# the next thread's word, from memory
	addi	x14, x5, 1
	and	x13, x13, x14
	slli	x14, x13, 2
	add	x14, x14, x11
	lw	x15, 0(x14)
	slli	x16, x13, 4
	addi	x16, x16, 7
	andi	x17, x16, 255
	srli	x16, x16, 16
	slli	x16, x16, 16
	or	x16, x16, x17
	li	x17, 7 << 8
	or	x16, x16, x17
	same	x15, x16
	phase
	one_lane
	bnez	x7, 2f
	la	x11, patch		# 5 = write data back, then forget code
	li	x12, 0x00700693		# li x13, 7
	sw	x12, 0(x11)
	csrwi	WW_CSR_MFLUSH, 5
patch:	li	x13, 0
	is	x13, 7
	la	x11, patch2		# 6: all of it
	li	x12, 0x00900693		# li x13, 9
	sw	x12, 0(x11)
	csrwi	WW_CSR_MFLUSH, 6
patch2:	li	x13, 0
	is	x13, 9
2:	verdict
	footer
	.bss
	.balign	64
area:	.space	4096
