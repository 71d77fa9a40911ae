/* cores_fair.S - all cores store to one line as fast as they can, and each has its turns
 * SPDX-License-Identifier: Apache-2.0
 *
 * All warps of a core store TIMES * 64 times to the word of their core. The words are in one line,
 * so the stores meet at one bank of a second-level cache, which has the line. While one warp is at
 * the end of its loop, the others of its core store. Warp 0 of core 0 waits for all cores.
 */
#include "test.inc"

#define TIMES 16

	start
	li	x6, 0
	wake_all work, x6
work:	csrr	x5, WW_CSR_CORE_ID
	slli	x6, x5, 2
	la	x7, words
	add	x8, x7, x6
	la	x9, done
	add	x11, x9, x6
	li	x10, TIMES
	li	x19, 1
1:	.rept 64
	sw	x19, 0(x8)
	.endr
	addi	x10, x10, -1
	bnez	x10, 1b
	fence
	csrr	x22, WW_CSR_WARP_ID
	beqz	x22, 2f
	halt
2:	wait_alone
	sw	x19, 0(x11)
	beqz	x5, 3f
	halt
3:	csrr	x6, WW_CSR_NUM_CORES
4:	fence	r, r
	lw	x20, 0(x9)
	beqz	x20, 4b
	lw	x20, 0(x7)
	check_eq x20, x19
	addi	x7, x7, 4
	addi	x9, x9, 4
	addi	x6, x6, -1
	bnez	x6, 4b
	pass
fail:	csrw	WW_CSR_MEXIT, x3	/* of any core */
	j	fail

	.data
	.balign	64
words:	.space	64
done:	.space	64
