/* trap_amo_misaligned.S - an atomic addition to no word: cause 6
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +a

	start
	li	x5, 0x80000001
	li	x6, 1
	traps	0x80000001
	amoadd.w x7, x6, (x5)
	no_trap
