/* trap_split_last.S - a divergent split needs two free entries
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	li	x6, 300
	traps	0
1:	split	x5			# divergent, then uniform on either side
	addi	x6, x6, -1
	bnez	x6, 1b
	no_trap
