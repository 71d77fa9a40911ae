/* trap_no_vote.S - without isa.vote a vote is illegal
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 3
	traps	0x0202b50b
	vote.ballot x10, x5
	no_trap
