/* trap_wspawn_none.S - one wspawn more than there are warps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_WARPS
	la	x6, sleeper
1:	addi	x5, x5, -1
	beqz	x5, 2f
	wspawn	x7, x6, x0
	j	1b
2:	traps	sleeper
	wspawn	x7, x6, x0
	no_trap
sleeper: csrr	x8, WW_CSR_ACTIVE_WARPS	# until warp 0 has trapped
	andi	x8, x8, 1
	bnez	x8, sleeper
	halt
