/* trap_ones.S - the word of all ones is illegal
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	traps	0xffffffff
	.word	0xffffffff
	no_trap
