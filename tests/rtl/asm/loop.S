/* loop.S - a counted loop: branches taken and not taken
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0
	li	x6, 10
1:	add	x5, x5, x6
	addi	x6, x6, -1
	bnez	x6, 1b
	check	x5, 55
	pass
	footer
