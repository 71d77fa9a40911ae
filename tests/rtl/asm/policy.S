/* policy.S - warps of unlike appetite, for tests/rtl/policy.t
 * SPDX-License-Identifier: Apache-2.0
 *
 * Warp 0 multiplies, each product by the next; the others add, what never waits. Warp 1 is
 * started last. Both parts have 96 instructions, and each warp goes through its part twice.
 */
#include "test.inc"

	start
	la	x5, work
	la	x6, leave
	wspawn	x0, x6, x0
	wspawn	x0, x5, x0
	wspawn	x0, x5, x0
1:	csrr	x7, WW_CSR_ACTIVE_WARPS
	li	x8, 13
	bne	x7, x8, 1b
	wspawn	x0, x5, x0
work:	all_lanes
	li	x20, 4
	li	x21, 2
	csrr	x5, WW_CSR_WARP_ID
	li	x6, 1
2:	bar	x0, x20
	bnez	x5, adding
	.globl	policy_begin
policy_begin:
multiplying:
	.rept	96
	mul	x6, x6, x6
	.endr
	j	3f
adding:	.rept	12
	addi	x7, x7, 1
	addi	x8, x8, 1
	addi	x9, x9, 1
	addi	x10, x10, 1
	addi	x11, x11, 1
	addi	x12, x12, 1
	addi	x13, x13, 1
	addi	x14, x14, 1
	.endr
	.globl	policy_end
policy_end:
3:	addi	x21, x21, -1
	bnez	x21, 2b
	bar	x0, x20
	pass
leave:	csrr	x7, WW_CSR_ACTIVE_WARPS
	addi	x7, x7, -15
	bnez	x7, leave
	halt
