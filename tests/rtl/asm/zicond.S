/* zicond.S - czero.eqz and czero.nez, with each bit of the condition, and as a choice
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#include "operands.inc"

	start
	operands	zicond

	/* One bit after the other decides. */
	li	x8, 1
	li	x9, 0x5a5a5a5a
1:	czero.eqz x5, x9, x8
	czero.nez x6, x9, x8
	check_eq x5, x9
	check_eq x6, x0
	slli	x8, x8, 1
	bnez	x8, 1b

	/* In each lane: thread number if it is odd, else 100; x5 is overwritten. */
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	andi	x6, x5, 1
	li	x7, 100
	czero.nez x7, x7, x6
	neg	x8, x6
	xori	x9, x5, 100
	and	x8, x8, x9
	xori	x8, x8, 100
	czero.eqz x5, x5, x6
	or	x5, x5, x7
	sub	x5, x5, x8
	split	x5
	beqz	x5, 2f
	li	a0, 99
	ebreak
2:	join
	one_lane
	pass
	footer
