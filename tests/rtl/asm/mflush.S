/* mflush.S - the CSR that flushes: reads zero, orders code behind stores, all forms
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.equ	MFLUSH, 0x7c0

	start
	li	x5, -1
	csrr	x5, MFLUSH
	check	x5, 0
	la	x6, patch
	li	x8, 0x00100393		# li x7, 1
	li	x9, 1 << 20
	li	x11, 4
1:	sw	x8, 0(x6)
	li	x5, 5
	csrrw	x5, MFLUSH, x5		# write back D, forget I
	check	x5, 0
patch:	nop				# becomes li x7, 1; li x7, 2 ...
	srli	x10, x8, 20
	check_eq x7, x10
	add	x8, x8, x9
	addi	x11, x11, -1
	bnez	x11, 1b
	la	x12, words		# values in the cache survive every kind of flush
	li	x13, 0x12345678
	sw	x13, 0(x12)
	csrwi	MFLUSH, 1
	lw	x14, 0(x12)
	check_eq x13, x14
	addi	x13, x13, 1
	sw	x13, 64(x12)
	csrrsi	x15, MFLUSH, 2
	check	x15, 0
	lw	x14, 64(x12)
	check_eq x13, x14
	addi	x13, x13, 1
	sb	x13, 3(x12)
	li	x16, 7
	csrrs	x15, MFLUSH, x16
	check	x15, 0
	lbu	x14, 3(x12)
	check	x14, 0x7a
	lw	x14, 0(x12)
	check	x14, 0x7a345678
	sw	x0, 0(x12)
	csrrci	x15, MFLUSH, 31
	check	x15, 0
	csrrc	x15, MFLUSH, x16
	check	x15, 0
	lw	x14, 0(x12)
	check	x14, 0
	all_lanes			# lanes disagree: the leader's value counts
	csrr	x5, WW_CSR_THREAD_ID
	addi	x5, x5, 2
	la	x12, words
	slli	x6, x5, 2
	add	x12, x12, x6
	sw	x5, 0(x12)
	csrw	MFLUSH, x5
	lw	x7, 0(x12)
	sub	x8, x7, x5
	one_lane
	check	x8, 0
	pass
	footer
	.bss
	.balign	64
words:	.space	256
