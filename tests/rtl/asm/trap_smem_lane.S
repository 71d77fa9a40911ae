/* trap_smem_lane.S - one lane beyond the end of shared memory: no lane stores
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	li	x21, 0xff001000 + 4
	sub	x6, x5, x20		# the highest lane's is the first word beyond
	slli	x6, x6, 2
	add	x21, x21, x6
	traps	0xff001000
	sw	x5, 0(x21)
	no_trap
