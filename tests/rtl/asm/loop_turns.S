/* loop_turns.S - 1000 turns of a short loop
 * SPDX-License-Identifier: Apache-2.0
 *
 * For tests/rtl/latency.t, which looks at its cycles.
 */
#include "test.inc"

	start
	li	x5, 1000
	.balign	64
1:	addi	x5, x5, -1
	bnez	x5, 1b
	check	x5, 0
	pass
	footer
