/* trap_lr_misaligned.S - lr.w of no word: cause 4
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +a

	start
	li	x5, 0x80000002
	li	x6, 1
	traps	0x80000002
	lr.w	x7, (x5)
	no_trap
