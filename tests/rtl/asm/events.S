/* events.S - the events of counters are selected: legal values, others, exact counts, what is kept
 * SPDX-License-Identifier: Apache-2.0
 *
 * The golden model alone does not count every instruction event; what it does
 * not count stays zero there and is not looked at.
 */
#include "test.inc"

#define SELECT(n)         (WW_CSR_MHPMEVENT3 - 3 + (n))
#define COUNT(n)          (WW_CSR_HPMCOUNTER3 - 3 + (n))
#define M_COUNT(n)        (WW_CSR_MHPMCOUNTER3 - 3 + (n))
#define COUNTH(n)         (WW_CSR_MHPMCOUNTER3H - 3 + (n))

	/* REG becomes what counter 3 has risen by since x5. */
	.macro	risen reg:req
	csrr	\reg, COUNT(3)
	sub	\reg, \reg, x5
	.endm

	/* The event of counter 3, by REG, and x5 what it has from here on. */
	.macro	select event:req
	li	x6, \event
	csrw	SELECT(3), x6
	csrr	x5, COUNT(3)
	.endm

	start
	/* After reset counter N counts event N; those from x4 on read zero. */
	li	x4, 3
	.irp	n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, \
		18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	csrr	x7, SELECT(\n)
	addi	x3, x3, 1
	beqz	x7, 71f
	li	x31, \n
	bne	x7, x31, fail
	bne	x7, x4, fail
	addi	x4, x4, 1
71:	addi	x3, x3, 1
	li	x31, \n
	blt	x31, x4, 72f
	csrr	x7, COUNT(\n)
	bnez	x7, fail
	csrr	x7, COUNTH(\n)
	bnez	x7, fail
	li	x8, 4			# such a selector is written, and stays
	csrw	SELECT(\n), x8
	csrr	x7, SELECT(\n)
	bnez	x7, fail
72:
	.endr

	/* Every number is either an event or becomes 0. */
	li	x9, -1
	li	x10, 80
1:	csrw	SELECT(3), x9
	csrr	x7, SELECT(3)
	sltiu	x8, x9, WW_EVENT_ISSUED
	xori	x8, x8, 1
	sltiu	x11, x9, WW_EVENTS
	and	x8, x8, x11
	neg	x8, x8
	and	x8, x8, x9
	check_eq x7, x8
	addi	x9, x9, 1
	blt	x9, x10, 1b
	.irp	n, 32, 35, 64 + 3, 0x100 + 15, 0x10000 + 15, 0x80000000 + 4, 0xfffff000 + 7
	li	x9, \n
	csrw	SELECT(3), x9
	csrr	x7, SELECT(3)
	sltiu	x8, x9, WW_EVENTS
	neg	x8, x8
	and	x8, x8, x9
	check_eq x7, x8
	.endr

	/* The six ways to write. */
	li	x9, 0x13
	csrrw	x7, SELECT(3), x9
	csrrs	x7, SELECT(3), x0
	check	x7, 0x13
	li	x9, 0x0C
	csrrs	x7, SELECT(3), x9
	check	x7, 0x13
	csrrc	x7, SELECT(3), x9
	check	x7, 0x1F
	csrrwi	x7, SELECT(3), 9
	check	x7, 0x13
	csrrsi	x7, SELECT(3), 6
	check	x7, 9
	csrrci	x7, SELECT(3), 8
	check	x7, 15
	csrrci	x7, SELECT(3), 6	# 1 is no event
	check	x7, 7
	csrr	x7, SELECT(3)
	check	x7, 0

	/* The others kept theirs. */
	csrr	x7, SELECT(4)
	check	x7, 4

	/* 0 counts nothing, and the counter keeps what it had. */
	select	0
	nop
	nop
	risen	x7
	check	x7, 0
	csrwi	SELECT(3), WW_EVENT_ISSUED
	csrr	x7, M_COUNT(3)
	sub	x7, x7, x5
	check	x7, 0			# the write counted for the event before
	csrr	x7, COUNT(3)
	sub	x7, x7, x5
	check	x7, 5			# a read, sub, and the three of a check
	csrwi	SELECT(3), 0
	csrr	x8, COUNT(3)
	sub	x8, x8, x5
	check	x8, 5 + 5 + 1		# as many again, and the write
	csrr	x8, COUNTH(3)
	check	x8, 0

	/* Exact counts. */
	select	WW_EVENT_SINGLE
	nop
	nop
	risen	x7
	check	x7, 3			# the first read, too
	csrr	x14, WW_CSR_NUM_THREADS
	select	WW_EVENT_THREADS
	all_lanes
	nop
	nop
	nop
	one_lane
	risen	x7
	slli	x8, x14, 2
	add	x8, x8, x14
	addi	x8, x8, 3		# a read, csrr, tmc; then 5 with all
	check_eq x7, x8
	li	x8, 1
	beq	x14, x8, 2f
	select	WW_EVENT_FULL
	all_lanes
	nop
	nop
	one_lane
	risen	x7
	check	x7, 4
2:	select	WW_EVENT_DIVERGED
	all_lanes
	csrr	x8, WW_CSR_THREAD_ID
	split	x8
	join
	split	x0
	join
	one_lane
	risen	x7
	sltiu	x8, x14, 2
	xori	x8, x8, 1
	check_eq x7, x8

	/* A barrier for one warp, twice. */
	li	x6, WW_EVENT_ARRIVALS
	csrw	SELECT(4), x6
	csrr	x12, COUNT(4)
	li	x7, 1
	bar	x0, x7
	all_lanes
	csrr	x8, WW_CSR_THREAD_ID
	split	x8			# is none
	join
	bar	x0, x7
	one_lane
	csrr	x13, COUNT(4)
	sub	x7, x13, x12
	addi	x3, x3, 1
	beqz	x7, 5f			# in the model alone
	addi	x7, x7, -2
	bnez	x7, fail
5:
	/* The model alone counts none of these. */
	la	x9, data
	li	x4, 3
	.irp	event, WW_EVENT_LOADS, WW_EVENT_STORES, WW_EVENT_TAKEN
	select	\event
	lw	x10, 0(x9)
	lb	x10, 1(x9)
	lhu	x10, 2(x9)
	sw	x10, 0(x9)
	sb	x10, 1(x9)
	j	3f
3:	risen	x7
	addi	x3, x3, 1
	beqz	x7, 4f
	bne	x7, x4, fail
4:	addi	x4, x4, -1
	.endr

	/* All lanes of a warp write: the leader's operand counts. */
	all_lanes
	csrr	x8, WW_CSR_THREAD_ID
	addi	x8, x8, WW_EVENT_LOADS
	csrrw	x7, SELECT(3), x8
	one_lane
	check	x7, WW_EVENT_TAKEN
	csrr	x7, SELECT(3)
	check	x7, WW_EVENT_LOADS
	pass
	footer
	.data
	.balign	4
data:	.word	0x04030201
