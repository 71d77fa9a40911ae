/* trap_no_zba.S - without isa.zba a shifted addition is illegal
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +zba
	start
	li	x5, 3
	traps	0x2052c533
	sh2add	x10, x5, x5
	no_trap
