/* rate_fma.S - all warps, all threads: long runs of independent fused multiply-adds
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each of eight sums of a warp waits for itself alone. For tests/rtl/rate.t, which looks at
 * instructions per cycle, and for `make bench PARTS=rates`. In registers x (isa.f = zfinx).
 */
#include "float.inc"

	start
	csrr	x20, WW_CSR_NUM_WARPS
	la	x21, work
1:	addi	x20, x20, -1
	beqz	x20, work
	wspawn	x0, x21, x0
	j	1b

work:	all_lanes
	li	x5, 100
	li	x6, 0x3f800000		/* 1.0 */
	li	x7, 0x3f000000		/* 0.5 */
	li	x8, 0
	li	x9, 0
	li	x10, 0
	li	x11, 0
	li	x12, 0
	li	x13, 0
	li	x14, 0
	li	x15, 0
2:	.rept	8
	fmadd.s	x8, x6, x7, x8
	fmadd.s	x9, x6, x7, x9
	fmadd.s	x10, x6, x7, x10
	fmadd.s	x11, x6, x7, x11
	fmadd.s	x12, x6, x7, x12
	fmadd.s	x13, x6, x7, x13
	fmadd.s	x14, x6, x7, x14
	fmadd.s	x15, x6, x7, x15
	.endr
	addi	x5, x5, -1
	bnez	x5, 2b

	check	x8, 0x43c80000		/* 800 halves */
	check	x15, 0x43c80000
	csrr	x20, WW_CSR_NUM_WARPS
	bar	x0, x20
	pass
	footer
