/* trap_lane_lw.S - a misaligned load in the last lane alone
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x7, WW_CSR_NUM_THREADS
	addi	x7, x7, -1
	xor	x8, x5, x7
	seqz	x8, x8
	neg	x8, x8			# all ones in the last lane
	la	x9, data
	slli	x10, x5, 3
	add	x9, x9, x10
	li	x11, 0x80000002
	xor	x11, x11, x9
	and	x11, x11, x8
	xor	x9, x9, x11		# the last lane has the bad address
	li	x6, 0x77
	traps	0x80000002
	lw	x6, 0(x9)
	no_trap
	.data
	.balign	8
data:	.space	256
