/* returns.S - 1000 calls and returns, and returns that go elsewhere than calls say
 * SPDX-License-Identifier: Apache-2.0
 *
 * tests/rtl/latency.t looks at its cycles.
 */
#include "test.inc"

	start
	li	x11, 1000
	li	x10, 0
	.balign	64
1:	jal	x1, leaf
	addi	x11, x11, -1
	bnez	x11, 1b
	check	x10, 1000
	.irp	link, x1, x5
	la	\link, 2f		# not called from there
	li	x10, 7
	jalr	x0, 0(\link)
	li	x10, 8
2:	check	x10, 7
	jal	\link, 3f		# goes behind the next two instructions
	j	fail
	j	fail
	j	4f
3:	addi	\link, \link, 8
	jalr	x0, 0(\link)
4:	jal	\link, 5f		# the same by an offset
	j	fail
	j	6f
5:	jalr	x0, 4(\link)
6:	jal	\link, 7f		# a return with a link, too
8:	la	x7, 9f
	check_eq x6, x7
	j	2f
7:	jalr	x6, 0(\link)
9:	j	fail
2:
	.endr
	la	sp, stack
	li	x10, 20			# deeper than any stack
	jal	x1, down
	check	x10, 0
	la	x1, 3f + 1		# bit 0 of the target is cleared
	jalr	x0, 0(x1)
	j	fail
3:	pass
	footer
leaf:	addi	x10, x10, 1
	ret
down:	addi	sp, sp, -16
	sw	x1, 0(sp)
	addi	x10, x10, -1
	beqz	x10, 1f
	jal	x1, down
1:	lw	x1, 0(sp)
	addi	sp, sp, 16
	ret
	.balign	16
	.space	320
stack:
