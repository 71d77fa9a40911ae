/* cores_bytes.S - cores store to bytes of the same lines, and none is lost
 * SPDX-License-Identifier: Apache-2.0
 *
 * Core c writes byte c of every sixteen, TIMES times with other values, reading the lines between
 * so that its data cache has them. When all are done core 0 finds the last value of each.
 */
#include "test.inc"

#define TIMES 4
#define BYTES 512

	start
	csrr	x5, WW_CSR_CORE_ID
	la	x7, bytes
	add	x8, x7, x5		/* ours */
	li	x10, TIMES
	slli	x11, x5, 4		/* value: core * 16 + times left */
1:	li	x12, BYTES / 16
	mv	x13, x8
	add	x14, x11, x10
2:	lw	x15, 0(x7)		/* some line */
	sb	x14, 0(x13)
	lbu	x16, 0(x13)		/* we see our own at once */
	check_eq x16, x14
	addi	x13, x13, 16
	addi	x12, x12, -1
	bnez	x12, 2b
	addi	x10, x10, -1
	bnez	x10, 1b
	fence
	la	x17, done
	slli	x18, x5, 2
	add	x18, x18, x17
	li	x19, 1
	sw	x19, 0(x18)
	beqz	x5, 3f
	halt
3:	csrr	x6, WW_CSR_NUM_CORES
4:	fence	r, r
	lw	x19, 0(x17)
	beqz	x19, 4b
	addi	x17, x17, 4
	addi	x6, x6, -1
	bnez	x6, 4b
	fence	r, r
	csrr	x6, WW_CSR_NUM_CORES	/* the others' bytes */
	li	x5, 0
5:	add	x13, x7, x5
	slli	x14, x5, 4
	addi	x14, x14, 1
	li	x12, BYTES / 16
6:	lbu	x16, 0(x13)
	check_eq x16, x14
	addi	x13, x13, 16
	addi	x12, x12, -1
	bnez	x12, 6b
	addi	x5, x5, 1
	bltu	x5, x6, 5b
	pass
fail:	csrw	WW_CSR_MEXIT, x3	/* of any core */
	j	fail

	.data
	.balign	64
bytes:	.space	BYTES
done:	.space	64
