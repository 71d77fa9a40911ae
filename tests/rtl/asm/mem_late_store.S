/* mem_late_store.S - a line is loaded, and written while it is on its way: once,
 * so nothing else makes it dirty
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	.equ	BYTES, 32 << 10

	start
	everybody
	la	x10, area
	li	x11, BYTES
	add	x11, x11, x10
	slli	x12, x5, 6		# 64 bytes per thread
	add	x10, x10, x12
	slli	x12, x6, 6
	li	x13, 12			# lines at most, so that few threads soon end
1:	lw	x16, 0(x10)
	sw	x10, 8(x10)
	add	x17, x17, x16
	add	x10, x10, x12
	addi	x13, x13, -1
	beqz	x13, 2f
	bltu	x10, x11, 1b
2:	same	x17, x0
	verdict
	footer
	.bss
	.balign	64
area:	.space	BYTES
