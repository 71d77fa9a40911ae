/* trap_amo_console.S - the console is no place for an atomic instruction: cause 7
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +a

	start
	li	x5, 0xfffff000
	li	x6, 1
	traps	0xfffff000
	amoswap.w x7, x6, (x5)
	no_trap
