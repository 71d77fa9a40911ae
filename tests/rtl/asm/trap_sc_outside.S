/* trap_sc_outside.S - sc.w without a reservation traps all the same: cause 7
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +a

	start
	li	x5, 0xfffff400
	li	x6, 1
	traps	0xfffff400
	sc.w	x7, x6, (x5)
	no_trap
