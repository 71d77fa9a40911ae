/* constant.S - loads of constant memory; stores right beside it and one address bit away
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.equ	BASE, 0x80800000
	.equ	SIZE, 0x10000

	/* A store to ADDR, outside constant memory, reaches memory. */
	.macro	stores addr:req
	li	x5, \addr
	li	x6, \addr + 1
	sw	x6, 0(x5)
	fence
	lw	x7, 0(x5)
	check_eq x7, x6
	.endm

	start
	all_lanes
	csrr	x8, WW_CSR_THREAD_ID
	slli	x8, x8, 2
	li	x5, BASE
	add	x5, x5, x8
	li	x7, -1
	lw	x7, 0(x5)
	check	x7, 0
	lbu	x7, 3(x5)
	check	x7, 0
	lh	x7, 2(x5)
	check	x7, 0
	one_lane
	stores	BASE - 4
	stores	BASE + SIZE
	.set	bit, SIZE
	.rept	6
	stores	BASE ^ bit
	.set	bit, bit * 2
	.endr
	stores	BASE + 0x400000
	li	x5, BASE
	lw	x7, 0(x5)
	check	x7, 0
	li	x5, BASE + SIZE - 4
	lw	x7, 0(x5)
	check	x7, 0
	pass
	footer
