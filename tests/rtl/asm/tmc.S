/* tmc.S - lanes go on and off; an inactive lane keeps its registers
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x20, WW_CSR_NUM_THREADS
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	li	x6, 0			# x6 counts the rounds a lane was active in
	csrr	x7, WW_CSR_NUM_THREADS
1:	tmc	x7			# T, T-1 ... 1 lanes
	addi	x6, x6, 1
	csrr	x8, WW_CSR_TMASK
	addi	x7, x7, -1
	bnez	x7, 1b
	check	x8, 1
	check_eq x6, x20
	all_lanes			# lane i was active in T - i rounds
	csrr	x9, WW_CSR_NUM_THREADS
	sub	x9, x9, x5
	xor	x9, x9, x6
	slli	x10, x5, 2
	la	x11, table
	add	x11, x11, x10
	sw	x9, 0(x11)
	one_lane
	la	x11, table
2:	lw	x12, 0(x11)
	check	x12, 0
	addi	x11, x11, 4
	addi	x20, x20, -1
	bnez	x20, 2b
	li	x5, 1			# tmc back to back, up and down
	csrr	x6, WW_CSR_NUM_THREADS
	tmc	x6
	tmc	x5
	tmc	x6
	tmc	x6
	tmc	x5
	csrr	x7, WW_CSR_TMASK
	check	x7, 1
	pass
	footer
	.bss
	.balign	4
table:	.space	128
