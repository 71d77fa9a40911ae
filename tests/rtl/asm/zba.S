/* zba.S - sh1add sh2add sh3add at corner operands, and near those that need them
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +zba
	start
	op2	sh1add, 0, 0, 0
	op2	sh1add, 1, 0, 2
	op2	sh1add, 0, -1, -1
	op2	sh1add, -1, 1, -1
	op2	sh1add, 0x80000000, 0x7fffffff, 0x7fffffff
	op2	sh1add, 0x40000000, 0x80000000, 0
	op2	sh1add, 0x12345678, 0x87654321, 0xabcdf011
	op2	sh2add, 0, 0, 0
	op2	sh2add, 1, 0, 4
	op2	sh2add, -1, 5, 1
	op2	sh2add, 0xc0000000, 0x7fffffff, 0x7fffffff
	op2	sh2add, 0x20000000, 0x80000000, 0
	op2	sh2add, 0x12345678, 0x87654321, 0xd0369d01
	op2	sh3add, 0, 0, 0
	op2	sh3add, 1, 0, 8
	op2	sh3add, -1, 9, 1
	op2	sh3add, 0xe0000000, 0x7fffffff, 0x7fffffff
	op2	sh3add, 0x10000000, 0x80000000, 0
	op2	sh3add, 0x12345678, 0x87654321, 0x1907f6e1

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
