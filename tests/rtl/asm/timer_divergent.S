/* timer_divergent.S - a warp inside split takes no interrupt before its last join
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	csrr	x5, WW_CSR_NUM_THREADS
	enable	handler
	li	x20, 0			# interrupts of thread 0
	all_lanes
	csrr	x6, WW_CSR_THREAD_ID
	li	x20, 0
	tick	1000
	li	x10, 40			# rounds
1:	li	x21, 1			# inside
	andi	x7, x6, 1
	split	x7
	li	x11, 40
2:	addi	x11, x11, -1
	bnez	x11, 2b
	slti	x8, x6, 2
	split	x8
	li	x11, 40
3:	addi	x11, x11, -1
	bnez	x11, 3b
	join
	join
	li	x21, 0			# behind join at once, or in the next round
	addi	x10, x10, -1
	bnez	x10, 1b
	csrwi	WW_CSR_MTICK, 0
	one_lane
	# never inside: x21 may be 1 only between li and split, or join and li
	check	x22, 0
	li	x7, 4
	addi	x3, x3, 1
	bltu	x20, x7, fail
	pass
handler:
	csrr	x23, WW_CSR_TMASK	# all lanes, always
	csrr	x24, WW_CSR_NUM_THREADS
	addi	x24, x24, -1
	li	x25, 2
	sll	x25, x25, x24
	addi	x25, x25, -1
	xor	x23, x23, x25
	or	x22, x22, x23
	addi	x20, x20, 1
	mret
	footer
