/* trap_wspawn_misaligned.S - wspawn of a misaligned pc; comes before want of a free warp
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, target + 2
	traps	target + 2
	wspawn	x6, x5, x0
target:	no_trap
