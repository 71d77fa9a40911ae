/* trap_others_go_on.S - after the trap of one warp the others finish their work
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_WARPS
	li	x6, 2
	bltu	x5, x6, 9f
	wake_all worker, x20
	meet
	wait_alone
	csrr	x5, WW_CSR_NUM_WARPS	# every worker but the first has counted
	la	x7, table
	li	x8, 0
1:	lw	x9, 0(x7)
	add	x8, x8, x9
	addi	x7, x7, 4
	addi	x5, x5, -1
	bnez	x5, 1b
	li	x12, 0xfffff000
	csrr	x5, WW_CSR_NUM_WARPS
	addi	x5, x5, -2
	xor	x8, x8, x5
	seqz	x8, x8
	addi	x8, x8, '0'		# prints 1
	sb	x8, 0(x12)
	li	x8, '\n'
	sb	x8, 0(x12)
	pass
worker:	meet
	addi	x21, x20, -1
	beqz	x21, 9f
	li	x22, 50			# the others go on well after it
2:	addi	x22, x22, -1
	bnez	x22, 2b
	slli	x23, x20, 2
	la	x24, table
	add	x23, x23, x24
	li	x25, 1
	sw	x25, 0(x23)
	fence
	halt
9:	traps	0
	ecall
	no_trap
	.bss
	.balign	4
table:	.space	128
