/* mem_masks.S - diverged lanes: some in one line, some each in its own,
 * under all masks of a pattern
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mem.inc"

	start
	everybody
	csrr	x10, WW_CSR_THREAD_ID
	slli	x11, x5, 2
	la	x12, near
	add	x12, x12, x11		# neighbouring words
	slli	x13, x10, 7
	la	x14, far
	add	x13, x13, x14
	slli	x14, x7, 2
	add	x13, x13, x14		# a line for each lane
	li	x15, 0x9d2c5681
	li	x16, 20			# rounds
	li	x17, 0			# how often each side
	li	x18, 0
1:	srl	x19, x15, x10
	andi	x19, x19, 1
	split	x19
	beqz	x19, 2f
	addi	x17, x17, 1
	lw	x20, 0(x12)
	addi	x20, x20, 1
	sw	x20, 0(x12)
	lw	x21, 0(x12)
	same	x21, x17
	j	3f
2:	addi	x18, x18, 1
	lw	x20, 0(x13)
	addi	x20, x20, 2
	sw	x20, 0(x13)
	lw	x21, 0(x13)
	add	x22, x18, x18
	same	x21, x22
3:	join
	andi	x19, x10, 2		# both kinds in one instruction
	snez	x19, x19
	neg	x19, x19
	xor	x22, x12, x13
	and	x22, x22, x19
	xor	x22, x22, x12		# far if bit 1 of the lane is set
	and	x23, x18, x19
	add	x23, x23, x23
	not	x19, x19
	and	x19, x19, x17
	or	x23, x23, x19
	lw	x20, 0(x22)
	same	x20, x23
	slli	x19, x15, 13
	xor	x15, x15, x19
	srli	x19, x15, 17
	xor	x15, x15, x19
	slli	x19, x15, 5
	xor	x15, x15, x19
	addi	x16, x16, -1
	bnez	x16, 1b
	verdict
	footer
	.bss
	.balign	128
near:	.space	4096
far:	.space	32 * 128
