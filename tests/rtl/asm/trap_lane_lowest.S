/* trap_lane_lowest.S - several lanes at fault: the lowest gives cause and tval
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID	# lane 0 access fault, lane 1 misaligned ...
	li	x6, 0x40000000
	add	x6, x6, x5
	traps	0x40000000
	lw	x7, 0(x6)
	no_trap
