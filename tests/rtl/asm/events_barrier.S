/* events_barrier.S - arrivals at barriers are counted, and nothing else is, from the first
 * instruction on
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x6, WW_EVENT_ARRIVALS
	csrw	WW_CSR_MHPMEVENT3, x6
	wake_all work, x5
	li	x5, 0
work:	meet
	all_lanes
	csrr	x8, WW_CSR_THREAD_ID
	split	x8
	join
	csrr	x9, WW_CSR_HPMCOUNTER3
	meet
	one_lane
	beqz	x5, 1f
	halt
1:	wait_alone
	csrr	x9, WW_CSR_HPMCOUNTER3
	pass
