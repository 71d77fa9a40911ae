/* rate_alu.S - all warps, all threads: long runs of independent instructions
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
	li	x5, 100
2:	.rept	16
	addi	x6, x6, 1
	xor	x7, x8, x9
	add	x10, x11, x12
	sub	x13, x14, x15
	.endr
	addi	x5, x5, -1
	bnez	x5, 2b
	csrr	x20, WW_CSR_NUM_WARPS
	bar	x0, x20
	pass
