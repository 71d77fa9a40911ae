/* counters.S - performance counters: exact differences, high words, accounts
 * SPDX-License-Identifier: Apache-2.0
 *
 * The golden model alone counts no cycles and not every instruction event;
 * what it does not count stays zero there and is not looked at.
 */
#include "test.inc"

#define COUNT(event)      (WW_CSR_HPMCOUNTER3 - 3 + WW_EVENT_##event)
#define COUNTH(event)     (WW_CSR_HPMCOUNTER3H - 3 + WW_EVENT_##event)
#define M_COUNT(event)    (WW_CSR_MHPMCOUNTER3 - 3 + WW_EVENT_##event)

	/* After x5 and before x6 the counter has risen by WANT. */
	.macro	rises want:req
	sub	x6, x6, x5
	check	x6, \want
	.endm

	/* The same for an event that the model alone may not count. */
	.macro	may_rise want:req
	addi	x3, x3, 1
	beqz	x6, 74f
	sub	x6, x6, x5
	li	x31, \want
	bne	x6, x31, fail
74:
	.endm

	start
	csrr	x5, COUNT(ISSUED)
	nop
	nop
	add	x7, x7, x7
	csrr	x6, COUNT(ISSUED)
	rises	4			# the first read and what follows it
	csrr	x5, M_COUNT(ISSUED)
	csrr	x6, COUNT(ISSUED)
	rises	1
	.irp	high, COUNTH(ISSUED), COUNTH(THREADS), COUNTH(LOADS), COUNTH(IDLE)
	csrr	x5, \high
	check	x5, 0
	.endr

	la	x8, data
	csrr	x5, COUNT(LOADS)
	lw	x9, 0(x8)
	lb	x9, 1(x8)
	lhu	x9, 2(x8)
	csrr	x6, COUNT(LOADS)
	may_rise 3
	csrr	x5, COUNT(STORES)
	sw	x9, 0(x8)
	sb	x9, 1(x8)
	csrr	x6, COUNT(STORES)
	may_rise 2
	csrr	x5, COUNT(TAKEN)
	li	x9, 5
1:	addi	x9, x9, -1
	bnez	x9, 1b			# taken four times
	beqz	x8, 1b			# not taken
	j	2f
2:	jal	x1, 3f
	j	4f
3:	ret
4:	csrr	x6, COUNT(TAKEN)
	may_rise 4 + 1 + 1 + 1 + 1

	/* The accounts, read one after the other, sum to a number of cycles
	 * between those before and behind the reads. */
	csrr	x10, WW_CSR_CYCLE
	li	x12, 0
	.irp	event, COUNT(ISSUED), COUNT(SQUASHED), COUNT(BEATS), COUNT(SERIAL), \
		COUNT(OPERANDS), COUNT(CONTROL)
	csrr	x13, \event
	add	x12, x12, x13
	.endr
	.irp	event, COUNT(FETCH), COUNT(UNIT), COUNT(DATA), COUNT(IMISS), \
		COUNT(BARRIER), COUNT(IDLE)
	csrr	x13, \event
	add	x12, x12, x13
	.endr
	csrr	x11, WW_CSR_CYCLE
	addi	x10, x10, -16		# accounts come some cycles later
	addi	x3, x3, 1
	blt	x12, x10, fail
	addi	x3, x3, 1
	bgt	x12, x11, fail

	/* Active lanes. */
	csrr	x14, WW_CSR_NUM_THREADS
	csrr	x15, COUNT(THREADS)
	csrr	x16, COUNT(SINGLE)
	csrr	x17, COUNT(FULL)
	all_lanes
	nop
	nop
	nop
	one_lane
	csrr	x18, COUNT(THREADS)
	csrr	x19, COUNT(SINGLE)
	csrr	x20, COUNT(FULL)
	sub	x18, x18, x15		# 3 reads, csrr, tmc, then 5 with all, 1 with one
	slli	x21, x14, 2
	add	x21, x21, x14
	addi	x21, x21, 5
	check_eq x18, x21
	li	x22, 1
	beq	x14, x22, 5f
	sub	x19, x19, x16
	check	x19, 2 + 2 + 1		# of which 2 reads; then the first read
	sub	x20, x20, x17
	check	x20, 5
5:
	/* A split counts if its lanes disagree. */
	csrr	x5, COUNT(DIVERGED)
	all_lanes
	csrr	x8, WW_CSR_THREAD_ID
	split	x8
	join
	split	x0
	join
	one_lane
	csrr	x6, COUNT(DIVERGED)
	sub	x6, x6, x5
	sltiu	x8, x14, 2
	xori	x8, x8, 1
	check_eq x6, x8
	pass
	footer
	.data
	.balign	4
data:	.word	0x04030201
