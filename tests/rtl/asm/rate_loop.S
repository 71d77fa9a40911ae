/* rate_loop.S - all warps, all threads: the inner loop of a matrix multiplication
 * SPDX-License-Identifier: Apache-2.0
 *
 * For tests/rtl/rate.t, which looks at instructions per cycle.
 */
#include "test.inc"

	start
	csrr	x20, WW_CSR_NUM_WARPS
	la	x21, work
1:	addi	x20, x20, -1
	beqz	x20, work
	wspawn	x0, x21, x0
	j	1b

work:	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	slli	x5, x5, 2
	la	x6, row
	la	x7, column
	add	x7, x7, x5
	li	x8, 0
	li	x9, 16
	la	x10, row + 4 * 400
2:	lw	x11, 0(x6)
	lw	x12, 0(x7)
	addi	x6, x6, 4
	add	x7, x7, x9
	mul	x13, x11, x12
	add	x8, x8, x13
	bne	x6, x10, 2b
	csrr	x20, WW_CSR_NUM_WARPS
	bar	x0, x20
	pass

	.balign	64
row:	.fill	400, 4, 3
column:	.fill	4 * 400 + 32, 4, 5
