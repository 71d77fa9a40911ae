/* trap_jalr_lanes.S - all threads jump to an address that is 2 modulo 4: no lane gets the link
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	la	x5, target + 2
	li	x1, 7
	traps	target + 2
	jalr	x1, 0(x5)
target:	no_trap
