/* trap_far.S - addresses that are those of RAM, shared memory or the console but for one bit
 * SPDX-License-Identifier: Apache-2.0
 *
 * The last warp loads from them, stores to them or jumps to them, and traps each time.
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_WARPS
	li	x10, 1			# the warps between wait
	addi	x11, x5, -1
	la	x12, wait
1:	bgeu	x10, x11, 2f
	wspawn	x0, x12, x0
	addi	x10, x10, 1
	j	1b
2:	li	x13, 1
	sll	x13, x13, x11
	addi	x13, x13, -1		# all warps but the last
	la	x14, load
	la	x15, 0x80000000
	li	x16, 24
	jal	x1, each
	li	x15, 0xff000000
	li	x16, 12
	jal	x1, each
	la	x14, store
	li	x15, 0xfffff000
	li	x16, 0
	jal	x1, each
	la	x14, jump
	la	x15, back
	li	x16, 24
	jal	x1, each
	la	x12, go
	li	x13, 1
	sw	x13, 0(x12)
	wait_alone
	pass

each:	li	x17, 1
	sll	x17, x17, x16
	xor	x18, x15, x17
	wspawn	x20, x14, x18
3:	csrr	x19, WW_CSR_ACTIVE_WARPS
	bne	x19, x13, 3b
	addi	x16, x16, 1
	li	x17, 32
	bne	x16, x17, each
	ret

	traps	0x81000000
load:	lb	x21, 0(x20)
back:	halt
store:	sb	x0, 0(x20)
	halt
jump:	jalr	x0, 0(x20)
wait:	la	x21, go
4:	lw	x22, 0(x21)
	beqz	x22, 4b
	halt

	.bss
	.balign	4
go:	.space	4
