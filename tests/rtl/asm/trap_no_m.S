/* trap_no_m.S - without isa.m a multiplication is illegal
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 3
	traps	0x02528533
	mul	x10, x5, x5
	no_trap
