/* trap_load_below.S - the word below RAM
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0x80000000
	lw	x6, 0(x5)
	traps	0x7ffffffc
	lw	x6, -4(x5)
	no_trap
