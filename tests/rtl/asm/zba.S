/* zba.S - sh1add sh2add sh3add at corner operands, and near those that need them
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#include "operands.inc"

	.option	arch, +zba
	start
	operands	zba

	/* From one to the next, in every lane its own. */
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	sh1add	x6, x5, x5
	sh2add	x6, x6, x5
	sh3add	x6, x6, x5
	slli	x7, x5, 5
	slli	x8, x5, 6
	add	x7, x7, x8
	slli	x8, x5, 3
	add	x7, x7, x8
	add	x7, x7, x5
	sub	x7, x6, x7
	split	x7
	beqz	x7, 1f
	li	a0, 99
	ebreak
1:	join
	one_lane

	/* An array, as compilers index it. */
	la	x5, array
	li	x6, 2
	sh2add	x7, x6, x5
	lw	x8, 0(x7)
	sh2add	x9, x8, x8
	check	x9, 3035
	sh3add	x0, x6, x5
	check	x0, 0
	pass
	footer

	.p2align 2
array:	.word	11, 23, 607
