/* rate_wait.S - one warp follows a chain of loads while the others compute
 * SPDX-License-Identifier: Apache-2.0
 *
 * For tests/rtl/rate.t: the loads of warp 0 depend on each other, so it waits for
 * memory nearly all the time.
 */
#include "test.inc"

	start
	csrr	x20, WW_CSR_NUM_WARPS
	la	x21, work
1:	addi	x20, x20, -1
	beqz	x20, chase
	wspawn	x0, x21, x0
	j	1b

chase:	la	x6, link
	li	x5, 100
2:	.rept	4
	lw	x6, 0(x6)
	.endr
	addi	x5, x5, -1
	bnez	x5, 2b
	csrr	x20, WW_CSR_NUM_WARPS
	bar	x0, x20
	pass

work:	all_lanes
	li	x5, 40
3:	.rept	16
	addi	x6, x6, 1
	xor	x7, x8, x9
	add	x10, x11, x12
	sub	x13, x14, x15
	.endr
	addi	x5, x5, -1
	bnez	x5, 3b
	csrr	x20, WW_CSR_NUM_WARPS
	bar	x0, x20
	pass

	.data
	.balign	4
link:	.word	link
