/* cores_warps.S - warps, barriers and shared memory are each core's own
 * SPDX-License-Identifier: Apache-2.0
 *
 * All warps of all cores meet TIMES times at barriers of the same number, and
 * count in shared memory.
 */
#include "test.inc"

#define TIMES 3
#define SMEM 0xFF000000

	start
	li	x20, SMEM
	csrr	x21, WW_CSR_CORE_ID
	li	x6, 0
	wake_all work, x6
work:	li	x20, SMEM
	csrr	x21, WW_CSR_CORE_ID
	csrr	x22, WW_CSR_WARP_ID
	slli	x23, x22, 2
	add	x23, x23, x20
	addi	x24, x21, 1		/* what this core counts by */
	li	x25, TIMES
1:	lw	x26, 0(x23)
	add	x26, x26, x24
	sw	x26, 0(x23)
	fence
	meet
	addi	x25, x25, -1
	bnez	x25, 1b
	beqz	x22, 2f
	halt
2:	wait_alone			/* each warp's word: TIMES times that */
	csrr	x27, WW_CSR_NUM_WARPS
	add	x28, x24, x24
	add	x28, x28, x24
	mv	x23, x20
3:	lw	x26, 0(x23)
	check_eq x26, x28
	addi	x23, x23, 4
	addi	x27, x27, -1
	bnez	x27, 3b
	la	x7, done		/* core 0 waits for the others */
	slli	x8, x21, 2
	add	x8, x8, x7
	li	x9, 1
	sw	x9, 0(x8)
	beqz	x21, 4f
	halt
4:	csrr	x6, WW_CSR_NUM_CORES
5:	fence	r, r
	lw	x9, 0(x7)
	beqz	x9, 5b
	addi	x7, x7, 4
	addi	x6, x6, -1
	bnez	x6, 5b
	pass
fail:	csrw	WW_CSR_MEXIT, x3	/* of any core */
	j	fail

	.data
	.balign	4
done:	.space	16 * 4
