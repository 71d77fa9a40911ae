/* trap_bar_id_big.S - a very high barrier; its number comes before the count
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0x80000000
	li	x6, 33
	traps	0x80000000
	bar	x5, x6
	no_trap
