/* trap_bar_count_big.S - a barrier for very many warps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x6, 0x80000001
	traps	0x80000001
	bar	x0, x6
	no_trap
