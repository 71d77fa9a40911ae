/* load_use.S - hazards around loads
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, data
	lw	x6, 0(x5)		# load, use at once
	add	x7, x6, x6
	check	x7, 14
	lw	x6, 0(x5)		# load then overwritten by the ALU: the ALU wins
	li	x6, 99
	check	x6, 99
	li	x6, 99			# ALU then load: the load wins
	lw	x6, 0(x5)
	check	x6, 7
	lw	x6, 0(x5)		# two loads of one register
	lw	x6, 4(x5)
	check	x6, 11
	lw	x5, 8(x5)		# a chain of pointers
	lw	x5, 8(x5)
	lw	x6, 4(x5)
	check	x6, 11
	la	x5, data
	lw	x6, 0(x5)		# source of a load's neighbour is not held up wrongly
	addi	x7, x0, 5
	add	x8, x7, x6
	check	x8, 12
	lw	x6, 4(x5)		# load, store of the value, load back
	sw	x6, 12(x5)
	lw	x7, 12(x5)
	check	x7, 11
	sw	x5, 12(x5)		# store, then its register changes at once
	mv	x9, x5
	li	x5, 0
	lw	x7, 12(x9)
	check_eq x7, x9
	lw	x6, 0(x9)		# branch on a loaded value
	li	x7, 7
	bne	x6, x7, fail
	lw	x6, 16(x9)		# jump to a loaded address
	jalr	x0, 0(x6)
	j	fail
1:	lw	x6, 0(x9)
	lw	x7, 4(x9)
	lw	x8, 8(x9)
	add	x10, x8, x0
	add	x6, x6, x7
	check	x6, 18
	check_eq x10, x9
	pass
	footer
	.data
	.balign	16
data:	.word	7, 11, data, 0, 1b
