/* trap_split_one_free.S - a divergent split traps when one entry is free (stack of 16)
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	li	x7, 1
	li	x6, 15
1:	split	x7
	addi	x6, x6, -1
	bnez	x6, 1b
	traps	0
	split	x5
	no_trap
