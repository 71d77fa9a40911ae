/* trap_load_beyond.S - the byte behind RAM; the one before it is RAM
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, __stack_top
	lbu	x6, -1(x5)
	traps
	lbu	x6, 0(x5)
	no_trap
