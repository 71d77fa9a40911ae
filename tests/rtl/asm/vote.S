/* vote.S - all, any, uni and ballot over the active threads, of any mask
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	/* The four answers for x5, which is in place for all threads. */
	.macro	votes all:req, any:req, uni:req
	vote.all	x6, x5
	vote.any	x7, x5
	vote.uni	x8, x5
	check	x6, \all
	check	x7, \any
	check	x8, \uni
	.endm

	start
	/* One thread. */
	li	x5, 0
	votes	0, 0, 1
	vote.ballot x9, x5
	check	x9, 0
	li	x5, 0x80000000
	votes	1, 1, 1
	vote.ballot x9, x5
	check	x9, 1
	vote.all	x0, x5
	vote.ballot x0, x5
	check	x0, 0
	vote.all	x6, x0
	check	x6, 0

	/* All threads: nobody, everybody, all but the first, the first alone. */
	all_lanes
	csrr	x10, WW_CSR_TMASK
	csrr	x11, WW_CSR_THREAD_ID
	vote.ballot x12, x0
	li	x13, 4
	vote.ballot x13, x13
	vote.ballot x14, x11
	seqz	x15, x11
	vote.ballot x16, x15
	vote.any	x17, x15
	vote.all	x18, x15
	vote.uni	x19, x13
	/* One that replaces its own operand, needed at once by the next. */
	csrr	x20, WW_CSR_THREAD_ID
	addi	x20, x20, -1
	vote.ballot x20, x20
	vote.ballot x21, x20
	/* Every thread has the same. */
	sub	x22, x14, x10
	addi	x22, x22, 1
	add	x23, x22, x11
	vote.any	x22, x22
	one_lane
	check	x12, 0
	check_eq x13, x10
	addi	x24, x10, -1
	check_eq x14, x24
	check	x16, 1
	check	x17, 1
	seqz	x24, x24
	check_eq x18, x24
	check	x19, 1
	andi	x24, x10, 2
	sub	x24, x10, x24
	check_eq x20, x24
	check_eq x21, x10
	check	x22, 0

	/* Within a split: of one side alone; the others keep what they have. */
	all_lanes
	csrr	x11, WW_CSR_THREAD_ID
	li	x6, 77
	li	x7, 1
	andi	x5, x11, 1
	split	x5
	beqz	x5, 1f
	vote.ballot x6, x7
	vote.all	x8, x5
	j	2f
1:	vote.any	x8, x5
2:	join
	vote.ballot x12, x8
	li	x13, 0xaaaaaaaa
	and	x13, x13, x10
	sub	x14, x12, x13
	vote.any	x14, x14
	/* x6 is that mask where the bit is set, else 77. */
	addi	x15, x13, -77
	neg	x16, x5
	and	x15, x15, x16
	addi	x15, x15, 77
	sub	x15, x15, x6
	vote.any	x15, x15
	one_lane
	check	x14, 0
	check	x15, 0

	/* The lowest threads alone. */
	csrr	x24, WW_CSR_NUM_THREADS
	addi	x24, x24, 1
	srli	x24, x24, 1
	tmc	x24
	li	x5, 9
	vote.ballot x6, x5
	vote.all	x7, x5
	csrr	x8, WW_CSR_TMASK
	one_lane
	check_eq x6, x8
	check	x7, 1
	pass
	footer
