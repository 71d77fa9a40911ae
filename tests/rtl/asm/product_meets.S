/* product_meets.S - products whose write slot an ALU result takes
 * SPDX-License-Identifier: Apache-2.0
 *
 * A division holds the warp back until fetch has filled its queues, so that what follows
 * issues in consecutive cycles: a product, ALU instructions of which one, two cycles behind it,
 * meets it at the register file, and a reader of the product at the earliest time possible.
 */
#include "test.inc"

	start
	li	x6, 1
	li	x7, 31
	li	x9, 0
1:	div	x10, x6, x6
	add	x11, x10, x10
	mul	x5, x6, x6
	addi	x12, x6, 1
	addi	x13, x6, 2
	addi	x14, x6, 3
	add	x9, x9, x5

	div	x10, x6, x6
	add	x11, x10, x10
	mul	x5, x6, x12
	addi	x13, x6, 4
	addi	x14, x6, 5
	add	x9, x9, x5

	div	x10, x6, x6
	add	x11, x10, x10
	mul	x5, x6, x11
	addi	x13, x6, 6
	addi	x14, x6, 7
	addi	x15, x6, 8
	addi	x16, x6, 9
	add	x9, x9, x5

	mv	x6, x12
	bne	x6, x7, 1b

	/* The sums of i * i, i * (i + 1) and 2 * i for i in 1..30. */
	check	x9, 9455 + 9920 + 930
	pass
	footer
