/* mem_mixed.S - pseudo-random loads and stores of all sizes, the same in all threads
 * SPDX-License-Identifier: Apache-2.0
 *
 * A thread has 8 words; words of the same number of all threads lie side by side, so that all
 * lines are shared. First one thread does it alone, then all do: each must get the
 * same sum of what it has loaded.
 */
#include "mem.inc"

	.equ	STEPS, 90

	.macro	case n:req, insn:req, offset
	li	x31, \n
	bne	x18, x31, 51f
	\insn	x19, \offset(x20)
	j	52f
51:
	.endm

	start
	la	x9, area
	li	x12, 0			# log2 of the distance of the words
	jal	x1, mixture
	mv	x11, x10
	la	x9, reference
	sw	x11, 0(x9)
	fence
	everybody
	la	x9, reference
	lw	x11, 0(x9)
	la	x9, area + 32
	slli	x12, x5, 2
	add	x9, x9, x12
	li	x12, 0
	mv	x13, x6
1:	srli	x13, x13, 1
	beqz	x13, 2f
	addi	x12, x12, 1
	j	1b
2:	jal	x1, mixture
	same	x10, x11
	verdict

	/* x9 = the words, x12 = log2 of the words from one to the next; x10 = the sum. */
mixture: li	x10, 0
	addi	x12, x12, 2
	li	x14, 0x2545f491
	li	x15, STEPS
3:	slli	x16, x14, 13
	xor	x14, x14, x16
	srli	x16, x14, 17
	xor	x14, x14, x16
	slli	x16, x14, 5
	xor	x14, x14, x16
	srli	x17, x14, 7
	andi	x17, x17, 7		# which word
	sll	x20, x17, x12
	add	x20, x20, x9
	mv	x19, x14
	srli	x18, x14, 11
	andi	x18, x18, 15
	case	0, sw, 0
	case	1, sw, 0
	case	2, sw, 0
	case	3, sb, 0
	case	4, sb, 1
	case	5, sb, 2
	case	6, sb, 3
	case	7, sh, 0
	case	8, sh, 2
	case	9, lb, 1
	case	10, lbu, 2
	case	11, lh, 0
	case	12, lhu, 2
	lw	x19, 0(x20)
52:	slli	x16, x10, 5
	add	x10, x10, x16
	xor	x10, x10, x19
	addi	x15, x15, -1
	bnez	x15, 3b
	ret
	footer
	.bss
	.balign	64
reference: .space 64
area:	.space	32 + 32 * 1024
