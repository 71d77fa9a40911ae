/* simt_lanes.S - tmc, thread_id, a store and a load per lane
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	slli	x6, x5, 2
	la	x7, table
	add	x7, x7, x6
	addi	x5, x5, 100
	sw	x5, 0(x7)
	lw	x8, 0(x7)
	sub	x9, x8, x5
	one_lane
	check	x9, 0
	csrr	x10, WW_CSR_NUM_THREADS	# sum of the table = T * 100 + T (T-1) / 2
	la	x7, table
	li	x11, 0
	li	x12, 0
	li	x13, 100
1:	lw	x14, 0(x7)
	add	x11, x11, x14
	add	x12, x12, x13
	addi	x13, x13, 1
	addi	x7, x7, 4
	addi	x10, x10, -1
	bnez	x10, 1b
	check_eq x11, x12
	pass
	footer
	.bss
	.balign	4
table:	.space	128
