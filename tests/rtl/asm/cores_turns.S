/* cores_turns.S - the last core loads and fetches a line to which the others store all the time
 * SPDX-License-Identifier: Apache-2.0
 *
 * All warps of the others store TIMES * 16 times to the word beside the code of the last core. So
 * its loads, its fetches and the stores meet at one bank of a second-level cache, which has the
 * line. The last core invalidates its caches before each load and fetch. Core 0 waits for it.
 */
#include "test.inc"

#define TIMES 64
#define LOADS 12

	start
	csrr	x5, WW_CSR_CORE_ID
	csrr	x6, WW_CSR_NUM_CORES
	addi	x6, x6, -1
	la	x8, word
	la	x9, done
	li	x19, 1
	beq	x5, x6, 3f
	li	x6, 0
	wake_all work, x6
work:	csrr	x5, WW_CSR_CORE_ID
	la	x8, word
	la	x9, done
	li	x19, 1
	li	x10, TIMES
1:	.rept 16
	sw	x19, 0(x8)
	.endr
	addi	x10, x10, -1
	bnez	x10, 1b
	csrr	x22, WW_CSR_WARP_ID
	or	x22, x22, x5
	beqz	x22, 2f
	halt
2:	fence	r, r
	lw	x20, 0(x9)
	beqz	x20, 2b
	fence
	lw	x20, 0(x8)
	check_eq x20, x19
	pass

3:	li	x10, LOADS
	j	4f
	.balign	128
4:	fence.i				/* a line of 32 bytes: this loop and the word */
	fence	r, r
	lw	x20, 0(x8)
	addi	x10, x10, -1
	bnez	x10, 4b
	j	5f
word:	.space	4
	.balign	128
5:	sw	x19, 0(x9)
	halt
fail:	csrw	WW_CSR_MEXIT, x3	/* of any core */
	j	fail

	.data
	.balign	64
done:	.space	64
