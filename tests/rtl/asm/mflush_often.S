/* mflush_often.S - no line that was forgotten comes back, however often caches forget
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.equ	MFLUSH, 0x7c0

	start
	la	x5, words		# line N is read, forgotten N times, read again
	li	x6, 1
	li	x9, 16
1:	lw	x7, 0(x5)
	mv	x8, x6
2:	csrwi	MFLUSH, 2
	addi	x8, x8, -1
	bnez	x8, 2b
	lw	x7, 0(x5)
	addi	x5, x5, 64
	addi	x6, x6, 1
	bne	x6, x9, 1b
	la	x5, routines		# routine N is called, changed, forgotten N times, called
	li	x6, 1
	li	x10, 0x00100613		# li x12, 1
	li	x11, 1 << 20
3:	jalr	x1, 0(x5)
	check	x12, 0
	sw	x10, 0(x5)
	mv	x8, x6
4:	fence.i
	addi	x8, x8, -1
	bnez	x8, 4b
	jalr	x1, 0(x5)
	check_eq x6, x12
	add	x10, x10, x11
	addi	x5, x5, 64
	addi	x6, x6, 1
	bne	x6, x9, 3b
	pass
	footer
	.balign	64
routines:
	.rept	15
	li	x12, 0
	ret
	.balign	64
	.endr
	.bss
	.balign	64
words:	.space	15 * 64
