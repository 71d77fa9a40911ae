/* console_lanes.S - several lanes print in the order of lanes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	li	x5, 0xFFFFF000
	csrr	x6, WW_CSR_THREAD_ID
	addi	x7, x6, 'A'
	sb	x7, 0(x5)
	andi	x8, x6, 1
	split	x8			# odd lanes, then even ones
	beqz	x8, 1f
	sb	x7, 0(x5)
	j	2f
1:	addi	x7, x7, 1
	sb	x7, 0(x5)
2:	join
	li	x7, '\n'
	one_lane
	sb	x7, 0(x5)
	pass
	footer
