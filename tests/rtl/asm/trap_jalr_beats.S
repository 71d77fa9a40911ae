/* trap_jalr_beats.S - a misaligned jalr of the upper half of the threads: the beats in front of
 * theirs, where all registers are zero, leave no record
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x6, WW_CSR_THREAD_ID
	csrr	x7, WW_CSR_NUM_THREADS
	srli	x7, x7, 1
	sltu	x8, x6, x7
	xori	x8, x8, 1
	split	x8
	la	x5, target + 2
	traps	target + 2
	jalr	x1, 0(x5)
target:	no_trap
