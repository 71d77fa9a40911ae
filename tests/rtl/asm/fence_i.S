/* fence_i.S - self-modifying code behind fence.i
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, patch
	li	x8, 16
	li	x9, 0x00100313		# li x6, 1
	li	x11, 1 << 20
1:	sw	x9, 0(x5)
	fence.i
patch:	nop				# becomes li x6, 1; li x6, 2 ...
	srli	x10, x9, 20
	check_eq x6, x10
	add	x9, x9, x11
	addi	x8, x8, -1
	bnez	x8, 1b
	la	x5, routine		# a routine written word by word
	la	x6, source
	li	x7, 4
2:	lw	x8, 0(x6)
	sw	x8, 0(x5)
	addi	x5, x5, 4
	addi	x6, x6, 4
	addi	x7, x7, -1
	bnez	x7, 2b
	fence.i
	la	x5, routine
	jalr	x1, 0(x5)
	check	x12, 18
	pass
	footer
source:	li	x12, 4
	addi	x12, x12, 5
	add	x12, x12, x12
	ret
	.bss
	.balign	4
routine: .space	16
