/* trap_join_woken.S - a woken warp has an empty stack whatever it left behind
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_WARPS
	li	x6, 1
	beq	x5, x6, 2f
	la	x7, leave
	wspawn	x0, x7, x0
	wait_alone
	la	x7, 2f
	wspawn	x0, x7, x0
	wait_alone
	no_trap
leave:	split	x0
	split	x0
	halt
2:	traps	0
	join
	no_trap
