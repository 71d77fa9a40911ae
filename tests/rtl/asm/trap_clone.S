/* trap_clone.S - clone to the thread behind the last
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_THREADS
	traps
	clone	x5
	no_trap
