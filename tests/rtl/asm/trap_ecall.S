/* trap_ecall.S - ecall
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x17, 93
	traps	0
	ecall
	no_trap
