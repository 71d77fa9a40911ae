/* trap_no_zbb.S - without isa.zbb a count of bits is illegal
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +zbb
	start
	li	x5, 3
	traps	0x60229513
	cpop	x10, x5
	no_trap
