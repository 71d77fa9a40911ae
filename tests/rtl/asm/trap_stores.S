/* trap_stores.S - the last warp traps while eight stores are on their way:
 * they are in memory when all has ended
 * SPDX-License-Identifier: Apache-2.0
 *
 * The last lines are those that a data cache would write back first.
 */
#include "test.inc"

	start
	la	x10, lines
	li	x11, 1
	li	x12, 3
1:	sw	x11, 896(x10)		# the second time the code is in the cache
	sw	x11, 768(x10)
	sw	x11, 640(x10)
	sw	x11, 512(x10)
	sw	x11, 384(x10)
	sw	x11, 256(x10)
	sw	x11, 128(x10)
	sw	x11, 0(x10)
	addi	x12, x12, -1
	addi	x10, x10, 1024
	bnez	x12, 1b
	traps	0
	ecall
	no_trap

	.bss
	.balign	1024
lines:	.space	4096
