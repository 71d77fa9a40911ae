/* load_far.S - while as many loads as possible are on their way,
 * the next one waits with an address of other bits
 * SPDX-License-Identifier: Apache-2.0
 *
 * In tests/sw/cosim-errors.t one of them fails, when the loop is in the instruction cache.
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	slli	x5, x5, 6
	la	x6, near
	add	x6, x6, x5
	la	x7, far
	add	x7, x7, x5
	li	x10, 4
1:	lw	x12, 0(x6)
	lw	x13, 4(x6)
	lw	x14, 0(x7)
	lw	x15, 4(x7)
	lw	x16, 0(x6)
	lw	x17, 4(x6)
	lw	x18, 0(x7)
	lw	x19, 4(x7)
	lw	x20, 0(x6)
	lw	x21, 4(x6)
	lw	x22, 0(x7)
	lw	x23, 4(x7)
	lw	x24, 0(x6)
	lw	x25, 4(x6)
	lw	x26, 0(x7)
	lw	x27, 4(x7)
	addi	x6, x6, 128
	addi	x7, x7, 128
	addi	x10, x10, -1
	bnez	x10, 1b
	check	x12, 0
	pass
	footer

	.bss
	.balign	0x20000
	.space	0x0a980
near:	.space	0x0abc0		# of 64 KiB: 0x0a980, 0x15540
far:	.space	0x1000
