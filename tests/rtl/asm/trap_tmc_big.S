/* trap_tmc_big.S - tmc of very many threads: no bit of the operand is lost
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0x80000001
	traps	0x80000001
	tmc	x5
	no_trap
