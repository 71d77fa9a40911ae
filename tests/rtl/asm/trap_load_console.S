/* trap_load_console.S - the console cannot be read
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0xfffff000
	traps	0xfffff000
	lbu	x6, 0(x5)
	no_trap
