/* mflush_first.S - a flush right after reset, when a large cache has not cleared all its tags
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.equ	MFLUSH, 0x7c0

	.globl	_start
_start:
	csrwi	MFLUSH, 2
	la	x5, word
	lw	x6, 0(x5)
	addi	x6, x6, 1
	sw	x6, 0(x5)
	csrwi	MFLUSH, 3
	lw	x10, 0(x5)
	addi	x10, x10, -8
	ebreak

	.balign	64
word:	.word	7
