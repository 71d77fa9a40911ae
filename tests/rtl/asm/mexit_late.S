/* mexit_late.S - the value that is written is that of a load which is still on its way
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, word
	li	x6, 7
	fence
	lw	x6, 0(x5)
	csrw	WW_CSR_MEXIT, x6
	li	x10, 3
	ebreak

	.data
	.balign	64
word:	.word	77
