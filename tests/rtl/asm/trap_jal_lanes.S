/* trap_jal_lanes.S - all threads jal to an address that is 2 modulo 4: no lane gets the link
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	nop
	traps	trap_pc + 6
	.word	0x006000ef		# jal x1, . + 6
	no_trap
