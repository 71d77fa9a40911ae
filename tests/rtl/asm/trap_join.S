/* trap_join.S - join of an empty stack, after one that was not
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 1
	split	x5
	join
	traps	0
	join
	no_trap
