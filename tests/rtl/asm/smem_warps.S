/* smem_warps.S - warps in shared memory: bytes side by side, a race, a flag
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	SMEM, 0xFF000000
	.equ	ROUNDS, 12

	start
	everybody
	li	x10, SMEM
	add	x11, x10, x5		# a byte for each thread
	li	x12, 0
1:	lbu	x13, 0(x11)
	same	x13, x12
	addi	x12, x12, 1
	sb	x12, 0(x11)
	li	x13, ROUNDS
	bltu	x12, x13, 1b
	phase
	addi	x13, x6, -1		# another's byte
	addi	x14, x5, 5
	and	x14, x14, x13
	add	x14, x14, x10
	lbu	x15, 0(x14)
	is	x15, ROUNDS
	phase
	slli	x16, x7, 8
	csrr	x17, WW_CSR_THREAD_ID
	or	x16, x16, x17
	sw	x16, 0(x10)		# the highest lane of some warp
	phase
	lw	x18, 0(x10)
	andi	x18, x18, 255
	csrr	x19, WW_CSR_NUM_THREADS
	addi	x19, x19, -1
	same	x18, x19
	phase
	sw	x0, 0(x10)
	sw	x0, 4(x10)
	phase
	li	x20, 0x5a5		# the last warp waits for warp 0's flag
	csrr	x18, WW_CSR_NUM_WARPS
	addi	x18, x18, -1
	beqz	x18, 4f
	bnez	x7, 2f
	sw	x20, 4(x10)
	fence
	sw	x20, 0(x10)
	j	4f
2:	bne	x7, x18, 4f
3:	lw	x21, 0(x10)
	beqz	x21, 3b
	fence
	lw	x22, 4(x10)
	same	x22, x20
4:	verdict
	footer
