/* trap_store_console_next.S - a store beside the console
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0xfffff000
	li	x6, '!'
	traps	0xfffff001
	sb	x6, 1(x5)
	no_trap
