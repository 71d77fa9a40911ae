/* code_end.S - a routine in the last words of RAM: nobody reads what lies behind,
 * not behind a jump in the last word either
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x10, __stack_top - 32	# the end of RAM
	li	x11, 0x00158593		# addi x11, x11, 1
	li	x12, 0x00008067		# ret
	addi	x13, x10, 28
1:	sw	x11, 0(x10)
	addi	x10, x10, 4
	bne	x10, x13, 1b
	sw	x12, 0(x10)
	fence.i
	li	x11, 0
	la	x10, __stack_top - 32
	jalr	x1, 0(x10)
	check	x11, 7
	la	x10, __stack_top - 4	# its last word alone
	jalr	x1, 0(x10)
	check	x11, 7
	la	x10, __stack_top - 8
	sw	x12, 0(x10)
	li	x12, 0xffdff06f		# jal x0, . - 4
	sw	x12, 4(x10)
	fence.i
	jalr	x1, 4(x10)
	jalr	x1, 4(x10)
	pass
	footer
