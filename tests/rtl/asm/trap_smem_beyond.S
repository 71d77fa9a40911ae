/* trap_smem_beyond.S - shared memory ends with its last word
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0xff001000
	traps	0xff001000
	lw	x6, 0(x5)
	no_trap
