/* sfu_rows.S - each row of the tables of special functions, each coefficient
 * SPDX-License-Identifier: Apache-2.0
 *
 * sfu_operands.c finds the operands. What comes of them is for the lockstep to judge.
 */
#include "float.inc"

	/* OP of all words from HERE up to THERE, each thread its own. */
	.macro	all op:req, here:req, there:req
	la	x13, \here
	la	x14, \there
7:	add	x10, x13, x12
	lw	x5, 0(x10)
	\op	x7, x5
	add	x13, x13, x11
	bltu	x13, x14, 7b
	.endm

	start
	all_lanes
	csrr	x11, WW_CSR_NUM_THREADS
	csrr	x12, WW_CSR_THREAD_ID
	slli	x11, x11, 2
	slli	x12, x12, 2
	all	sfu.rcp, rcp, rsqrt_even
	all	sfu.rsqrt, rsqrt_even, rsqrt_odd
	all	sfu.rsqrt, rsqrt_odd, exp2
	all	sfu.exp2, exp2, log2
	all	sfu.log2, log2, sin
	all	sfu.sin, sin, end
	one_lane
	pass
	footer
	.data
	.balign	4
#include "sfu_operands.inc"
