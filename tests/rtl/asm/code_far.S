/* code_far.S - routines whose addresses differ in one bit,
 * one after the other and in two warps at once
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.equ	NEAR, 0x80aaaa80	# in RAM with any bit changed, and far from here

	start
	li	x15, 0x00058593		# addi x11, x11, 0
	li	x16, 0x00008067		# ret
	li	x17, NEAR
	li	x18, 6
1:	li	x19, 1
	sll	x19, x19, x18
	xor	x20, x17, x19
	slli	x19, x18, 20
	or	x19, x19, x15
	sw	x19, 0(x20)
	sw	x16, 4(x20)
	li	x19, 0x00158593		# addi x11, x11, 1
	sw	x19, 0(x17)
	sw	x16, 4(x17)
	fence.i
	li	x11, 0
	jalr	x1, 0(x17)		# one after the other
	jalr	x1, 0(x20)
	addi	x19, x18, 1
	check_eq x11, x19
	la	x21, done
	csrr	x22, WW_CSR_NUM_WARPS
	addi	x22, x22, -1
	beqz	x22, 2f
	fence.i
	wspawn	x1, x20, x21		# at once
	jalr	x1, 0(x17)
	wait_alone
	fence.i
	wspawn	x1, x17, x21
	jalr	x1, 0(x20)
	wait_alone
2:	addi	x18, x18, 1
	li	x19, 24
	bne	x18, x19, 1b
	pass
done:	halt
	footer
