/* events_warps.S - every warp selects what the counters count, and reads them
 * SPDX-License-Identifier: Apache-2.0
 *
 * The selectors are the core's: whoever writes last has chosen for all. No warp
 * sees a counter run backwards, and a selector is always what some warp wrote.
 */
#include "test.inc"

#define SELECT(n)         (WW_CSR_MHPMEVENT3 - 3 + (n))
#define COUNT(n)          (WW_CSR_HPMCOUNTER3 - 3 + (n))

	/* COUNTER is at least OLD, which becomes what it is. */
	.macro	later counter:req, old:req
	csrr	x20, \counter
	sltu	x21, x20, \old
	or	x22, x22, x21
	mv	\old, x20
	.endm

	start
	csrwi	SELECT(3), 4
	wake_all work, x5
	li	x5, 0
work:	meet
	all_lanes
	la	x7, room
	csrr	x6, WW_CSR_MHARTID
	slli	x6, x6, 2
	add	x7, x7, x6
	li	x10, 24
	li	x11, 0
	li	x12, 0
	li	x22, 0
	addi	x15, x5, 1
1:	later	COUNT(3), x11
	later	COUNT(4), x12
	add	x13, x15, x10		# 2 .. 56: events, and numbers that are none
	csrrw	x14, SELECT(3), x13
	sltiu	x21, x14, 3		# what is not 0 is an event
	snez	x16, x14
	and	x21, x21, x16
	or	x22, x22, x21
	sltiu	x21, x14, WW_EVENTS
	xori	x21, x21, 1
	or	x22, x22, x21
	sw	x10, 0(x7)
	lw	x17, 0(x7)
	addi	x10, x10, -1
	andi	x13, x10, 15
	csrw	SELECT(4), x13
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
	csrwi	SELECT(3), WW_EVENT_THREADS
	csrr	x8, COUNT(3)
	csrr	x9, COUNT(3)
	sub	x9, x9, x8
	check	x9, 1
	pass
3:	halt
	footer
	.bss
	.balign	4
wrong:	.space	4
room:	.space	4 * 1024
