/* div.S - the four divisions, by zero and overflow included
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	op2	div, 20, 6, 3
	op2	div, -20, 6, -3
	op2	div, 20, -6, -3
	op2	div, -20, -6, 3
	op2	div, 0, 5, 0
	op2	div, 5, 0, 0xffffffff
	op2	div, -5, 0, 0xffffffff
	op2	div, 0, 0, 0xffffffff
	op2	div, 0x80000000, -1, 0x80000000
	op2	div, 0x80000000, 1, 0x80000000
	op2	div, 0x80000000, 2, 0xc0000000
	op2	div, 0x80000000, 0x80000000, 1
	op2	div, 0x7fffffff, 0x80000000, 0
	op2	div, 0x7fffffff, 1, 0x7fffffff
	op2	divu, 20, 6, 3
	op2	divu, -20, 6, 0x2aaaaaa7
	op2	divu, 5, 0, 0xffffffff
	op2	divu, 0, 0, 0xffffffff
	op2	divu, 0x80000000, -1, 0
	op2	divu, 0xffffffff, 0xffffffff, 1
	op2	divu, 0xffffffff, 1, 0xffffffff
	op2	divu, 0x80000000, 3, 0x2aaaaaaa
	op2	rem, 20, 6, 2
	op2	rem, -20, 6, -2
	op2	rem, 20, -6, 2
	op2	rem, -20, -6, -2
	op2	rem, 5, 0, 5
	op2	rem, -5, 0, -5
	op2	rem, 0, 0, 0
	op2	rem, 0x80000000, -1, 0
	op2	rem, 0x80000000, 0x80000000, 0
	op2	rem, 0x7fffffff, 0x80000000, 0x7fffffff
	op2	remu, 20, 6, 2
	op2	remu, -20, 6, 2
	op2	remu, 5, 0, 5
	op2	remu, 0x80000000, 0, 0x80000000
	op2	remu, 0x80000000, -1, 0x80000000
	op2	remu, 0xffffffff, 0xffffffff, 0
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
