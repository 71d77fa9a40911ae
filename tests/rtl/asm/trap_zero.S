/* trap_zero.S - the word zero is illegal
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	traps	0
	.word	0
	no_trap
