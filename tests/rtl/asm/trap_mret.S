/* trap_mret.S - mret, without a timer
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	traps	0x30200073
	mret
	no_trap
