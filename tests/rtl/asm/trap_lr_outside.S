/* trap_lr_outside.S - lr.w outside memory: cause 5
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.option	arch, +a

	start
	li	x5, 0xfffff400
	li	x6, 1
	traps	0xfffff400
	lr.w	x7, (x5)
	no_trap
