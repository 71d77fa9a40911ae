/* cores_ring.S - a message goes round through all cores, so often
 * SPDX-License-Identifier: Apache-2.0
 *
 * Core c waits for its flag, reads eight words, adds 1 to each, writes them for the next core and
 * raises its flag. After TIMES rounds core 0 finds what all have added.
 */
#include "test.inc"

#define TIMES 5
#define BOX 64

	start
	csrr	x5, WW_CSR_CORE_ID
	csrr	x6, WW_CSR_NUM_CORES
	la	x7, boxes		/* x8 = ours, x9 = the next core's */
	slli	x8, x5, 6
	add	x8, x8, x7
	addi	x10, x5, 1
	bltu	x10, x6, 1f
	li	x10, 0
1:	slli	x9, x10, 6
	add	x9, x9, x7
	li	x11, 0			/* rounds */
	beqz	x5, 3f			/* core 0 begins */
2:	addi	x12, x11, 1
	fence	r, r			/* a data cache may have it from before */
	lw	x13, 60(x8)
	bne	x13, x12, 2b
	fence
3:	li	x14, 8
	mv	x15, x8
	mv	x16, x9
4:	lw	x17, 0(x15)
	addi	x17, x17, 1
	sw	x17, 0(x16)
	addi	x15, x15, 4
	addi	x16, x16, 4
	addi	x14, x14, -1
	bnez	x14, 4b
	fence
	addi	x11, x11, 1
	sw	x11, 60(x9)
	li	x12, TIMES
	beqz	x5, 5f
	bltu	x11, x12, 2b
	halt
5:	fence	r, r
	lw	x13, 60(x8)		/* it has come round */
	bne	x13, x11, 5b
	fence
	bltu	x11, x12, 3b

	li	x18, 0			/* TIMES for each core */
	mv	x19, x6
6:	addi	x18, x18, TIMES
	addi	x19, x19, -1
	bnez	x19, 6b
	li	x14, 8
7:	lw	x17, 0(x8)
	check_eq x17, x18
	addi	x8, x8, 4
	addi	x14, x14, -1
	bnez	x14, 7b
	pass
	footer

	.data
	.balign	64
boxes:	.space	16 * BOX
