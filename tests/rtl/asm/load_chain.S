/* load_chain.S - a thousand loads, each at the address that the one before has loaded
 * SPDX-License-Identifier: Apache-2.0
 *
 * For tests/rtl/latency.t, which looks at the cycles.
 */
#include "test.inc"

	start
	la	x5, here
	sw	x5, 0(x5)
	mv	x6, x5
	li	x7, 50
1:	.rept	20
	lw	x5, 0(x5)
	.endr
	addi	x7, x7, -1
	bnez	x7, 1b
	check_eq x5, x6
	pass
	footer
	.bss
	.balign	4
here:	.space	4
