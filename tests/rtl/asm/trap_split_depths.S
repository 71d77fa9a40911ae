/* trap_split_depths.S - a divergent split behind every number of uniform ones
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where its entries are too few it traps, and so does a uniform one.
 */
#include "test.inc"

	.equ	MOST, 66

	start
	li	x10, 0
	la	x11, body
	li	x12, MOST
1:	wspawn	x20, x11, x10
	wait_alone
	addi	x10, x10, 1
	bne	x10, x12, 1b
	pass

body:	all_lanes
	csrr	x21, WW_CSR_THREAD_ID
	li	x22, 1
	beqz	x20, 3f
	mv	x23, x20
2:	split	x22
	addi	x23, x23, -1
	bnez	x23, 2b
3:	traps	0
	split	x21
	addi	x24, x24, 1
	join
	beqz	x20, 5f
4:	join
	addi	x20, x20, -1
	bnez	x20, 4b
5:	halt
