/* load_rate.S - loads and stores of all threads to one line, none waits for another
 * SPDX-License-Identifier: Apache-2.0
 *
 * For tests/rtl/latency.t, which looks at instructions per cycle.
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	andi	x5, x5, 7
	slli	x5, x5, 2
	la	x6, line
	add	x5, x5, x6
	li	x7, 100
1:	.irp	r, 8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23
	lw	x\r, 0(x5)
	.endr
	sw	x8, 0(x5)
	.irp	r, 8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23
	lw	x\r, 0(x5)
	.endr
	sw	x9, 0(x5)
	addi	x7, x7, -1
	bnez	x7, 1b
	check	x8, 0
	check	x23, 0
	pass
	footer
	.bss
	.balign	64
line:	.space	64
