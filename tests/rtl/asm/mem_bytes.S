/* mem_bytes.S - false sharing: the bytes of a line belong to different threads and warps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	ROUNDS, 24

	start
	everybody
	la	x10, bytes
	add	x11, x10, x5
	la	x12, halves
	slli	x13, x5, 1
	add	x13, x13, x12
	li	x14, 0
1:	lbu	x15, 0(x11)
	same	x15, x14
	addi	x15, x15, 1
	sb	x15, 0(x11)
	lhu	x16, 0(x13)
	slli	x17, x14, 8
	same	x16, x17
	addi	x16, x16, 0x100
	sh	x16, 0(x13)
	addi	x14, x14, 1
	li	x15, ROUNDS
	bltu	x14, x15, 1b
	phase
	addi	x14, x6, -1		# what all others have left
	and	x15, x5, x14
	li	x16, 8
2:	addi	x15, x15, 1
	and	x15, x15, x14
	add	x17, x15, x10
	lbu	x18, 0(x17)
	is	x18, ROUNDS
	slli	x17, x15, 1
	add	x17, x17, x12
	lhu	x18, 0(x17)
	is	x18, ROUNDS << 8
	addi	x16, x16, -1
	bnez	x16, 2b
	verdict
	footer
	.bss
	.balign	256
bytes:	.space	1024
halves:	.space	2048
