/* trap_load_null.S - lw from address zero
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, data
	li	x6, 0x55
	traps	0
	lw	x6, 0(x0)
	no_trap
	.data
	.balign	8
data:	.word	0x11223344, 0
