/* cores_fail.S - two cores store to neighbouring lines, then load two others
 * SPDX-License-Identifier: Apache-2.0
 *
 * For tests/sw/cosim-errors.t: with two channels of memory the lines are on different ones. Core 0
 * has the even lines. The stores reach memory when the second-level cache is written back.
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_CORE_ID
	li	x6, 2
	bgeu	x5, x6, 1f
	slli	x5, x5, 6
	la	x7, lines
	add	x7, x7, x5
	li	x8, 1
	sw	x8, 0(x7)
	fence
	lw	x9, 128(x7)
	check	x9, 0
	lw	x9, 0(x7)
	check_eq x9, x8
	csrr	x5, WW_CSR_CORE_ID
	beqz	x5, 2f
1:	halt
2:	pass
	footer

	.data
	.balign	256
lines:	.space	256
