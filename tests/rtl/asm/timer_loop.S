/* timer_loop.S - ticks in a straight loop: every one comes, and the loop does not notice
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	li	x20, 0
	enable	handler
	tick	300
	li	x5, 1000		# 1 + 2 + ... + 1000
	li	x6, 0
1:	add	x6, x6, x5
	addi	x5, x5, -1
	bnez	x5, 1b
	tick	0
	check	x6, 500500
	addi	x3, x3, 1		# 3000 instructions are at least 9 ticks
	li	x7, 9
	bltu	x20, x7, fail
	csrci	WW_CSR_MSTATUS, MIE
	mv	x21, x20
	li	x5, 200
2:	addi	x5, x5, -1		# none comes when it is off
	bnez	x5, 2b
	check_eq x20, x21
	pass
handler:
	count_handler x20
	footer
