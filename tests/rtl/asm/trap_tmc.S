/* trap_tmc.S - tmc of one thread too many
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_THREADS
	tmc	x5
	addi	x5, x5, 1
	traps
	tmc	x5
	no_trap
