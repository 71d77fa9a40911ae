/* trap_window.S - a store at an odd address of the top of RAM, where local memory is:
 * the trap tells the address that the program has
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0x80ffffe0
	li	x6, 1
	sw	x6, 0(x5)
	traps	0x80ffffe5
	sw	x6, 5(x5)
	no_trap
	footer
