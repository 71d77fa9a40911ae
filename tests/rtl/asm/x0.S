/* x0.S - x0 stays zero whatever writes it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0x5a5a5a5a
	la	x6, word
	add	x0, x5, x5
	check	x0, 0
	addi	x0, x5, 1
	add	x7, x0, x0
	check	x7, 0
	lui	x0, 0xfffff
	add	x7, x0, x0
	check	x7, 0
	auipc	x0, 1
	add	x7, x0, x0
	check	x7, 0
	lw	x0, 0(x6)
	add	x7, x0, x0
	check	x7, 0
	lb	x0, 1(x6)
	lhu	x0, 2(x6)
	add	x7, x0, x0
	check	x7, 0
	slt	x0, x0, x5
	sub	x7, x0, x0
	check	x7, 0
	jal	x0, 1f
	j	fail
1:	add	x7, x0, x0
	check	x7, 0
	la	x8, 2f
	jalr	x0, 0(x8)
	j	fail
2:	add	x7, x0, x0
	check	x7, 0
	csrrs	x0, WW_CSR_NUM_THREADS, x0
	add	x7, x0, x0
	check	x7, 0
	sw	x0, 0(x6)
	lw	x7, 0(x6)
	check	x7, 0
	pass
	footer
	.data
	.balign	4
word:	.word	0xdeadbeef
