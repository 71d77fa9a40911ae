/* trap_bar_count.S - a barrier for one warp more than there are
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x6, WW_CSR_NUM_WARPS
	addi	x6, x6, 1
	traps
	bar	x0, x6
	no_trap
