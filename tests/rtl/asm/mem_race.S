/* mem_race.S - all lanes of all warps store to one word: the highest lane of some warp remains
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	start
	everybody
	csrr	x10, WW_CSR_THREAD_ID
	csrr	x11, WW_CSR_NUM_THREADS
	addi	x11, x11, -1
	la	x12, word
	li	x13, 16			# rounds
1:	slli	x14, x13, 16
	slli	x15, x7, 8
	or	x14, x14, x15
	or	x14, x14, x10		# round, warp, lane
	sw	x14, 0(x12)
	lw	x15, 0(x12)		# anybody's,
	srli	x16, x15, 16		# but of this round
	same	x16, x13
	phase
	lw	x15, 0(x12)
	srli	x16, x15, 16
	same	x16, x13
	andi	x16, x15, 255
	same	x16, x11
	phase
	addi	x13, x13, -1
	bnez	x13, 1b
	verdict
	footer
	.bss
	.balign	64
word:	.space	4
