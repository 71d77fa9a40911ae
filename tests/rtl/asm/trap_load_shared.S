/* trap_load_shared.S - there is no shared memory at 0xFF000000
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0xff000000
	traps	0xff000000
	lw	x6, 0(x5)
	no_trap
