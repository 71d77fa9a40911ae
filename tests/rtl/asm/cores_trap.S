/* cores_trap.S - a core that traps ends; the others go on
 * SPDX-License-Identifier: Apache-2.0
 *
 * The last core traps, in its second warp if it has two; core 0 waits for what
 * the one before it, or itself, writes later.
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_CORE_ID
	csrr	x6, WW_CSR_NUM_CORES
	la	x7, flags
	addi	x6, x6, -1
	bne	x5, x6, 1f
	li	x8, 1
	csrr	x9, WW_CSR_NUM_WARPS
	beq	x9, x8, trap
	la	x10, trap
	wspawn	x7, x10, x7
	halt
trap:	li	x8, 1
	sw	x8, 0(x7)
	fence
	traps	0
	.word	0
	no_trap
1:	addi	x6, x6, -1
	bne	x5, x6, 3f
2:	fence				/* a cache may keep what it has without one */
	lw	x8, 0(x7)		/* the last one has come to its trap */
	beqz	x8, 2b
	sw	x8, 4(x7)
	fence
3:	beqz	x5, 4f
	halt
4:	fence
	lw	x8, 4(x7)
	beqz	x8, 4b
	pass
	footer

	.data
	.balign	8
flags:	.word	0, 0
