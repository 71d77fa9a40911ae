/* split_nest.S - divergence inside both sides, five levels by the bits of the lane
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.altmacro
	/* A level splits on one bit of the lane; a leaf adds one and its path. */
	.macro	level bit, path
	LOCAL	other, done
	andi	x6, x5, \bit
	split	x6
	beqz	x6, other
	inside	%(\bit + \bit), %(\path + \bit)
	j	done
other:	inside	%(\bit + \bit), \path
done:	join
	.endm
	.macro	inside bit, path
	.if	\bit == 32
	addi	x7, x7, 1
	addi	x8, x8, \path
	.else
	level	\bit, \path
	.endif
	.endm

	start
	csrr	x20, WW_CSR_NUM_THREADS
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	csrr	x21, WW_CSR_TMASK
	li	x7, 0
	li	x8, 0
	level	1, 0
	addi	x7, x7, -1		# one leaf, and the right one
	xor	x8, x8, x5
	or	x7, x7, x8
	csrr	x9, WW_CSR_TMASK
	xor	x9, x9, x21
	or	x7, x7, x9
	la	x13, table
	slli	x14, x5, 2
	add	x13, x13, x14
	sw	x7, 0(x13)
	one_lane
	la	x13, table
1:	lw	x12, 0(x13)
	check	x12, 0
	addi	x13, x13, 4
	addi	x20, x20, -1
	bnez	x20, 1b
	pass
	footer
	.bss
	.balign	4
table:	.space	128
