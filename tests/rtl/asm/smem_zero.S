/* smem_zero.S - shared memory is zero at the start, for all lanes, also where its end is
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x20, WW_CSR_NUM_THREADS
	slli	x6, x5, 2
	slli	x7, x20, 2		# bytes per step
	li	x21, 0xff000000
	add	x21, x21, x6
	li	x8, 4096
	li	x9, 0
1:	lw	x10, 0(x21)
	or	x9, x9, x10
	sw	x21, 0(x21)		# every word its own address
	add	x21, x21, x7
	sub	x8, x8, x7
	bnez	x8, 1b
	li	x8, 4096
2:	sub	x21, x21, x7
	lw	x10, 0(x21)
	xor	x10, x10, x21
	or	x9, x9, x10
	sub	x8, x8, x7
	bnez	x8, 2b
	la	x11, table
	add	x11, x11, x6
	sw	x9, 0(x11)
	one_lane
	la	x11, table
3:	lw	x9, 0(x11)
	check	x9, 0
	addi	x11, x11, 4
	addi	x20, x20, -1
	bnez	x20, 3b
	pass
	footer
	.bss
	.balign	4
table:	.space	128
