/* trap_lane_inactive.S - a bad address in an inactive lane does not matter
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	la	x6, data
	li	x7, 0x1001
	seqz	x8, x5
	addi	x8, x8, -1
	and	x7, x7, x8
	xor	x6, x6, x7		# bad in all lanes but the first
	seqz	x9, x5
	split	x9
	beqz	x9, 1f
	lw	x10, 0(x6)
	sw	x10, 0(x6)
	traps	0
	ecall
1:	join
	no_trap
	.data
	.balign	8192
data:	.word	5
