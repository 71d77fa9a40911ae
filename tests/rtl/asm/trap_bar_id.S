/* trap_bar_id.S - a barrier that no core has
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 32
	li	x6, 1
	traps	32
	bar	x5, x6
	no_trap
