/* trap_smem_misaligned.S - words of shared memory are aligned
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0xff000ffe
	traps	0xff000ffe
	lw	x6, 0(x5)
	no_trap
