/* trap_clone_big.S - clone to a very high thread: no bit of the operand is lost
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0x80000000
	traps	0x80000000
	clone	x5
	no_trap
