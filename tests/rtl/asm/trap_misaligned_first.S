/* trap_misaligned_first.S - misalignment comes before the access fault
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	traps	2
	lw	x6, 2(x0)
	no_trap
