/* trap_simt_field.S - tmc with an unused field set
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 1
	traps	0x0002808b
	.insn	r 0x0b, 0, 0, x1, x5, x0
	no_trap
