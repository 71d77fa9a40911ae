/* trap_stores.S - the last warp traps while stores are on their way, as many as STORES says:
 * they are in memory when all has ended
 * SPDX-License-Identifier: Apache-2.0
 *
 * The last lines are those that a data cache would write back first.
 */
#include "test.inc"

#ifndef STORES
#define STORES 8
#endif
	.equ	BYTES, STORES * 128

	start
	la	x10, lines
	li	x11, 1
	li	x12, 3
1:	.set	at, BYTES
	.rept	STORES			# the second time the code is in the cache
	.set	at, at - 128
	sw	x11, at(x10)
	.endr
	addi	x12, x12, -1
	addi	x10, x10, 1024
	bnez	x12, 1b
	traps	0
	ecall
	no_trap

	.bss
	.balign	1024
lines:	.space	2048 + BYTES
