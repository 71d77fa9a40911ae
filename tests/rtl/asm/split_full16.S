/* split_full16.S - sixteen entries: eight divergent levels, sixteen uniform ones
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	li	x6, 1
	.rept	16
	split	x6
	.endr
	.rept	16
	join
	.endr
	csrr	x5, WW_CSR_THREAD_ID	# level by level lane 0, 1, 2 ... 7 leaves
	li	x7, 0
	.set	n, 0
	.rept	8
	li	x8, n
	sltu	x8, x8, x5
	split	x8
	.set	n, n + 1
	.endr
	addi	x7, x7, 1		# each lane comes here once for each turn
	.rept	8
	join
	.endr
	one_lane
	check	x7, 1
	pass
	footer
