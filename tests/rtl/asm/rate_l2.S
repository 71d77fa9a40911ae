/* rate_l2.S - all warps of all cores load lines of their own, again and again
 * SPDX-License-Identifier: Apache-2.0
 *
 * For tests/rtl/rate.t: each thread loads from eight lines of 64 bytes, PASSES times. The lines of
 * a core of 4 x 4 are 8 KiB, so a smaller data cache misses each time. With STORES (rate_l2_store)
 * each thread also stores to its lines.
 */
#include "test.inc"

#define PASSES 16

	.macro	each insn:req
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	\insn	x1\i, \i * 256(x8)
	.endr
	.endm

	start
	li	x6, 0
	wake_all work, x6
work:	all_lanes
	csrr	x5, WW_CSR_CORE_ID
	slli	x5, x5, 13
	csrr	x6, WW_CSR_WARP_ID
	slli	x6, x6, 11
	csrr	x7, WW_CSR_THREAD_ID
	slli	x7, x7, 6
	la	x8, lines
	add	x8, x8, x5
	add	x8, x8, x6
	add	x8, x8, x7
	li	x9, PASSES
1:	each	lw
#ifdef STORES
	each	sw
#endif
	addi	x9, x9, -1
	bnez	x9, 1b
	csrr	x22, WW_CSR_WARP_ID
	beqz	x22, 2f
	halt
2:	wait_alone
	csrr	x5, WW_CSR_CORE_ID
	beqz	x5, 3f
	halt
3:	pass
	footer

	.bss
	.balign	4096
lines:	.space	0x40000
