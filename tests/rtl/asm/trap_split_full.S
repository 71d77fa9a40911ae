/* trap_split_full.S - uniform splits until the stack is full
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 1
	li	x6, 300			# more than any stack has
	traps	0
1:	split	x5
	addi	x6, x6, -1
	bnez	x6, 1b
	no_trap
