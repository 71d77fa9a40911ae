/* spawned.S - what wspawn has written is read, and replaced, by the first instructions of a warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * Warp 0 starts warp after warp, each at an entry of its own, with x5 = the address of WORD.
 * Each entry counts in WORD + 8.
 */
#include "test.inc"

	start
	la	x10, entries
	la	x11, word
	li	x12, 0
1:	wait_alone
	lw	x13, 0(x10)
	beqz	x13, 2f
	wspawn	x5, x13, x11
	addi	x12, x12, 1
	addi	x10, x10, 4
	j	1b
2:	wait_alone
	lw	x13, 8(x11)
	check_eq x12, x13
	pass
	footer

	/* Entries one at a time: a warp reads the count only when no other is there. */
done:	la	x6, word
	lw	x7, 8(x6)
	addi	x7, x7, 1
	sw	x7, 8(x6)
	fence
	halt

	.macro	entry
	.pushsection .data
	.word	7f
	.popsection
7:
	.endm

	.data
	.balign	4
word:	.word	0, 0, 0, 0
entries:
	.text
	.irp	n, 0, 1, 2, 3
	entry
	.rept	\n
	nop
	.endr
	add	x6, x5, x5
	j	done
	entry
	.rept	\n
	nop
	.endr
	mul	x6, x5, x5
	j	done
	entry
	.rept	\n
	nop
	.endr
	divu	x6, x5, x5
	j	done
	entry
	.rept	\n
	nop
	.endr
	lw	x6, 0(x5)
	j	done
	entry
	.rept	\n
	nop
	.endr
	sw	x5, 4(x5)
	j	done
	entry
	.rept	\n
	nop
	.endr
	bne	x5, x5, fail
	j	done
	entry
	.rept	\n
	nop
	.endr
	csrw	mepc, x5
	j	done
	entry
	.rept	\n
	nop
	.endr
	split	x5
	join
	j	done
	entry
	.rept	\n
	nop
	.endr
	add	x5, x0, x0
	j	done
	entry
	.rept	\n
	nop
	.endr
	mul	x5, x0, x0
	j	done
	entry
	.rept	\n
	nop
	.endr
	divu	x5, x0, x0
	j	done
	entry
	.rept	\n
	nop
	.endr
	csrr	x5, mhartid
	j	done
	entry
	.rept	\n
	nop
	.endr
	jal	x5, done
	entry
	.rept	\n
	nop
	.endr
	clone	x0
	j	done
	.endr
	.data
	.word	0
