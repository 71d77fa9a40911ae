/* mul.S - the four multiplications
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#include "operands.inc"

	start
	operands	mul
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
