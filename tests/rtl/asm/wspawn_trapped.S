/* wspawn_trapped.S - warp 1 starts warp 0 again, which has trapped with a load under way:
 * what wspawn writes into x11 comes later than what the load does
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x7, other
	wspawn	x0, x7, x0
	la	x5, word
	lw	x11, 0(x5)
	traps	0
	.word	0
again:	li	x6, 77
	check_eq x11, x6
	pass
	footer

other:	la	x7, again
	li	x12, 77
1:	csrr	x31, WW_CSR_ACTIVE_WARPS
	addi	x31, x31, -2
	bnez	x31, 1b
	wspawn	x11, x7, x12
	halt

	.data
	.balign	64
word:	.word	5
