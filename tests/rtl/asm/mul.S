/* mul.S - the four multiplications
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	op2	mul, 0, 0, 0
	op2	mul, 1, -1, 0xffffffff
	op2	mul, -1, -1, 1
	op2	mul, 0x7fffffff, 0x7fffffff, 1
	op2	mul, 0x80000000, 0x80000000, 0
	op2	mul, 0x80000000, -1, 0x80000000
	op2	mul, 0x12345678, 0x9abcdef0, 0x242d2080
	op2	mul, 0xffff, 0xffff, 0xfffe0001
	op2	mulh, 0, 0, 0
	op2	mulh, 1, -1, 0xffffffff
	op2	mulh, -1, -1, 0
	op2	mulh, 0x7fffffff, 0x7fffffff, 0x3fffffff
	op2	mulh, 0x80000000, 0x80000000, 0x40000000
	op2	mulh, 0x80000000, 0x7fffffff, 0xc0000000
	op2	mulh, 0x80000000, -1, 0
	op2	mulh, 0x80000000, 1, 0xffffffff
	op2	mulhu, 0, -1, 0
	op2	mulhu, -1, -1, 0xfffffffe
	op2	mulhu, 0x80000000, 0x80000000, 0x40000000
	op2	mulhu, 0x80000000, 2, 1
	op2	mulhu, 0x7fffffff, -1, 0x7ffffffe
	op2	mulhsu, 0, -1, 0
	op2	mulhsu, -1, -1, 0xffffffff
	op2	mulhsu, -1, 1, 0xffffffff
	op2	mulhsu, 1, -1, 0
	op2	mulhsu, 0x80000000, 0x80000000, 0xc0000000
	op2	mulhsu, 0x80000000, -1, 0x80000000
	op2	mulhsu, 0x7fffffff, -1, 0x7ffffffe
	li	x5, 3			# chains and mixed units
	mul	x5, x5, x5
	mul	x5, x5, x5
	mul	x5, x5, x5
	check	x5, 6561
	li	x5, 6
	li	x6, 7
	mul	x7, x5, x6		# result used at once, sources overwritten at once
	li	x5, 0
	li	x6, 0
	addi	x7, x7, 1
	check	x7, 43
	li	x5, 6
	mul	x7, x5, x5		# the later ALU write wins
	li	x7, 5
	check	x7, 5
	mul	x7, x5, x5
	mul	x8, x7, x5
	mulhu	x9, x8, x7
	add	x10, x7, x8
	check	x10, 252
	check	x9, 0
	mul	x0, x5, x5
	check	x0, 0
	pass
	footer
