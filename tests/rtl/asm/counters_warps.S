/* counters_warps.S - every warp reads counters while the others work
 * SPDX-License-Identifier: Apache-2.0
 *
 * A warp never sees a counter run backwards, and what it does itself counts at
 * least.
 */
#include "test.inc"

#define COUNT(event)      (WW_CSR_HPMCOUNTER3 - 3 + WW_EVENT_##event)

	/* COUNTER has risen by LEAST or more since OLD, which becomes what it is. */
	.macro	later counter:req, old:req, least:req
	csrr	x20, \counter
	sub	x21, x20, \old
	mv	\old, x20
	addi	x21, x21, -(\least)
	srli	x21, x21, 31
	or	x22, x22, x21
	.endm

	start
	wake_all work, x5
	li	x5, 0
work:	meet
	all_lanes
	csrr	x6, WW_CSR_THREAD_ID
	la	x7, room
	slli	x8, x5, 7
	slli	x9, x6, 2
	add	x7, x7, x8
	add	x7, x7, x9
	li	x10, 12
	li	x22, 0
	csrr	x11, COUNT(ISSUED)
	csrr	x12, COUNT(THREADS)
	csrr	x13, COUNT(REQUESTS)
	csrr	x14, COUNT(FETCH)
	csrr	x15, COUNT(DATA)
1:	sw	x10, 0(x7)
	lw	x16, 0(x7)
	add	x17, x16, x16
	later	COUNT(ISSUED), x11, 4
	later	COUNT(THREADS), x12, 4
	later	COUNT(REQUESTS), x13, 0
	later	COUNT(FETCH), x14, 0
	later	COUNT(DATA), x15, 0
	addi	x10, x10, -1
	bnez	x10, 1b
	one_lane
	la	x7, wrong
	beqz	x22, 2f
	sw	x22, 0(x7)
	fence
2:	bnez	x5, 3f
	wait_alone
	lw	x8, 0(x7)
	check	x8, 0
	pass
3:	halt
	footer
	.bss
	.balign	4
wrong:	.space	4
room:	.space	32 * 128
