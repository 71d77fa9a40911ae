/* jump.S - jal and jalr: links, offsets, the low bit of the target
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	jal	x5, 1f
2:	j	fail
1:	la	x6, 2b
	check_eq x5, x6
	la	x7, 3f
	jalr	x5, 0(x7)
4:	j	fail
3:	la	x6, 4b
	check_eq x5, x6
	la	x7, 5f - 2047		# odd sum: bit 0 of the target is cleared
	jalr	x5, 2047(x7)
	j	fail
5:	la	x7, 6f
	addi	x7, x7, 1
	jalr	x5, 0(x7)
	j	fail
6:	la	x7, 7f + 2048
	jalr	x7, -2048(x7)		# link and base are one register
8:	j	fail
7:	la	x6, 8b
	check_eq x7, x6
	jal	x1, leaf
	check	x10, 1
	jal	x1, leaf
	check	x10, 2
	jal	x5, far
	check	x10, 3
	pass
	footer
leaf:	addi	x10, x10, 1
	ret
	.space	4096
far:	addi	x10, x10, 1
	jalr	x0, 0(x5)
