/* hazards.S - dependencies at every distance between the units
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 1
	add	x5, x5, x5		# distance 1, a chain
	add	x5, x5, x5
	add	x5, x5, x5
	add	x5, x5, x5
	add	x5, x5, x5
	check	x5, 32
	li	x5, 3
	addi	x6, x5, 1		# distances 1, 2, 3, 4
	addi	x7, x5, 2
	addi	x8, x5, 3
	addi	x9, x5, 4
	add	x10, x6, x9
	add	x10, x10, x7
	add	x10, x10, x8
	check	x10, 22
	li	x6, 1			# the last of several writes counts
	li	x6, 2
	li	x6, 3
	check	x6, 3
	la	x11, data
	lw	x6, 0(x11)		# write after read: the add reads before li writes
	add	x7, x6, x5
	li	x5, 1000
	check	x7, 24
	check	x5, 1000
	lui	x5, 1			# link, csr and upper immediate as producers
	addi	x5, x5, 1
	check	x5, 4097
	jal	x5, 1f
1:	addi	x6, x5, 4
	la	x7, 1b + 4
	check_eq x6, x7
	csrr	x5, WW_CSR_NUM_WARPS
	add	x6, x5, x5
	slli	x5, x5, 1
	check_eq x5, x6
	slt	x5, x0, x6		# ALU result into a branch at once
	beqz	x5, fail
	li	x5, 4			# an address computed just before
	add	x12, x11, x5
	lw	x6, 0(x12)
	check	x6, 22
	li	x6, 55			# data computed just before the store
	sw	x6, 8(x11)
	lw	x7, 8(x11)
	check	x7, 55
	pass
	footer
	.data
	.balign	16
data:	.word	21, 22, 0
