/* trap_compressed.S - there are no 16-bit instructions
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	traps	0x00010001
	.word	0x00010001		# two c.nop
	no_trap
