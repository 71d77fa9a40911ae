/* load_signs.S - signed and unsigned loads of all sizes behind each other,
 * as many on their way as there can be
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each thread has a line of its own, so a load is as many requests as there are threads.
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	slli	x5, x5, 6
	la	x6, lines
	add	x5, x5, x6
	li	x7, 4
1:	.irp	first, lb, lbu
	.irp	second, lh, lhu
	.irp	r, 8, 12, 16, 20
	\first	x\r, (\r - 8)(x5)
	.endr
	.irp	r, 9, 13, 17, 21
	\second	x\r, (\r - 9)(x5)
	.endr
	.irp	r, 10, 14, 18, 22
	\first	x\r, (\r - 7)(x5)
	lw	x11, 32(x5)
	\second	x15, (\r - 8)(x5)
	.endr
	.endr
	.endr
	addi	x7, x7, -1
	bnez	x7, 1b
	check	x8, 0x80
	pass
	footer

	.data
	.balign	64
lines:	.rept	32 * 64
	.byte	0x80
	.endr
