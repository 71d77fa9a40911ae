/* div_lanes.S - long and short dividends, and divisors of zero, in different lanes and under masks
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	/* x14 / x15 in all active lanes, by what division has to fulfil. */
	.macro	divide
	divu	x16, x14, x15
	remu	x17, x14, x15
	mul	x18, x16, x15
	add	x18, x18, x17
	same	x18, x14		# also for x15 = 0: 0 + dividend
	seqz	x19, x15
	neg	x18, x19		# all ones if it is
	and	x20, x16, x18
	same	x20, x18
	sltu	x20, x17, x15
	or	x20, x20, x19
	is	x20, 1
	div	x16, x14, x15
	rem	x17, x14, x15
	mul	x18, x16, x15
	add	x18, x18, x17
	same	x18, x14
	xor	x18, x17, x14		# the remainder has the dividend's sign, or is zero
	snez	x20, x17
	neg	x20, x20
	and	x18, x18, x20
	srli	x18, x18, 31
	same	x18, x0
	.endm

	start
	everybody
	csrr	x10, WW_CSR_THREAD_ID
	li	x11, 0x9e3779b9
	li	x12, 24			# rounds
	sltiu	x13, x6, 512
	bnez	x13, 1f
	li	x12, 8			# so many threads have enough dividends
1:	add	x13, x10, x12
	andi	x13, x13, 31
	srl	x14, x11, x13		# of any length
	xor	x15, x11, x5
	srli	x15, x15, 7
	andi	x13, x12, 15
	srl	x15, x15, x13
	andi	x13, x12, 3
	bnez	x13, 2f
	xor	x13, x10, x12		# every fourth round, zero in some lanes
	andi	x13, x13, 4
	snez	x13, x13
	neg	x13, x13
	and	x15, x15, x13
2:	divide
	srli	x14, x14, 17		# all short now
	divide
	sltiu	x21, x14, 64
	split	x21			# under a mask; the others keep theirs
	beqz	x21, 3f
	ori	x15, x15, 1
	divide
	j	4f
3:	neg	x14, x14
	divide
4:	join
	slli	x13, x11, 13
	xor	x11, x11, x13
	srli	x13, x11, 17
	xor	x11, x11, x13
	slli	x13, x11, 5
	xor	x11, x11, x13
	addi	x12, x12, -1
	beqz	x12, 5f
	j	1b
5:	verdict
	footer
