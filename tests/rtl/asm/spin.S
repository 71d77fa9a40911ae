/* spin.S - warp 0 spins on a flag that the last warp sets, and back
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_WARPS
	li	x6, 2
	bltu	x5, x6, 9f
	la	x7, worker
	la	x8, flags
	wspawn	x8, x7, x8
	li	x9, 1
1:	sw	x9, 0(x8)		# ping
	fence
2:	lw	x10, 4(x8)		# pong
	bne	x10, x9, 2b
	addi	x9, x9, 1
	li	x11, 10
	bleu	x9, x11, 1b
	wait_alone
	lw	x12, 8(x8)
	check	x12, 55
9:	pass
worker:	li	x9, 1
	li	x12, 0
3:	lw	x10, 0(x8)
	bne	x10, x9, 3b
	add	x12, x12, x9
	sw	x12, 8(x8)
	fence
	sw	x9, 4(x8)
	addi	x9, x9, 1
	li	x11, 10
	bleu	x9, x11, 3b
	fence
	halt
	footer
	.bss
	.balign	4
flags:	.space	12
