/* trap_smem_store_beyond.S - stores end there too
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0xff001000
	traps	0xff001000
	sb	x6, 0(x5)
	no_trap
