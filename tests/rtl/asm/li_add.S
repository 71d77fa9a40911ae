/* li_add.S - a few dependent additions
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 1
	li	x6, 2
	add	x7, x5, x6
	add	x7, x7, x7
	addi	x7, x7, -6
	mv	a0, x7
	ebreak
