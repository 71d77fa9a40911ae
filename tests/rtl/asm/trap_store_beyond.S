/* trap_store_beyond.S - the word behind RAM; the one before it is RAM
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, __stack_top
	sw	x6, -4(x5)
	traps
	sw	x6, 0(x5)
	no_trap
