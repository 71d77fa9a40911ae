/* div.S - the four divisions, by zero and overflow included
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#include "operands.inc"

	start
	operands	div
	li	x5, 1000000		# chain
	li	x6, 10
	div	x5, x5, x6
	div	x5, x5, x6
	rem	x7, x5, x6
	divu	x5, x5, x6
	check	x5, 1000
	check	x7, 0
	div	x7, x5, x6		# used at once, sources overwritten at once
	li	x5, 0
	li	x6, 0
	add	x7, x7, x7
	check	x7, 200
	li	x5, 9
	div	x7, x5, x5		# the later write wins over the slow unit
	li	x7, 5
	check	x7, 5
	div	x7, x5, x5
	mul	x7, x5, x5
	check	x7, 81
	remu	x0, x5, x5
	check	x0, 0
	pass
	footer
