/* cores_ids.S - every core runs, and has numbers of its own
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each writes its first hart; core 0 waits for all of them and compares.
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_CORE_ID
	csrr	x6, WW_CSR_NUM_CORES
	csrr	x9, WW_CSR_MHARTID
	la	x7, slots
	slli	x8, x5, 3
	add	x8, x8, x7
	sw	x9, 0(x8)
	fence
	li	x10, 1
	sw	x10, 4(x8)
	beqz	x5, 1f
	halt

1:	csrr	x11, WW_CSR_NUM_WARPS	/* x13 = harts of a core */
	csrr	x12, WW_CSR_NUM_THREADS
	li	x13, 0
2:	add	x13, x13, x12
	addi	x11, x11, -1
	bnez	x11, 2b
	li	x14, 0			/* the first of core x15 */
	li	x15, 0
3:	lw	x16, 4(x7)
	beqz	x16, 3b
	fence
	lw	x17, 0(x7)
	check_eq x17, x14
	add	x14, x14, x13
	addi	x7, x7, 8
	addi	x15, x15, 1
	bltu	x15, x6, 3b
	pass
	footer

	.data
	.balign	8
slots:	.space	16 * 8
