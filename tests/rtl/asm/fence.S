/* fence.S - fences of every kind between accesses
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	la	x5, data
	li	x6, 1
	sw	x6, 0(x5)
	fence
	lw	x7, 0(x5)
	check	x7, 1
	fence	r, w
	fence	w, r
	fence	rw, rw
	fence	iorw, iorw
	fence.tso
	.word	0x0000000f		# fence 0, 0
	.word	0x0100000f		# pause
	.word	0x0ff5050f		# rd and rs1 set: reserved, still a fence
	.word	0xfff0000f		# fm = 15
	li	x6, 20
1:	sw	x6, 4(x5)
	fence
	sw	x6, 8(x5)
	lw	x7, 4(x5)
	lw	x8, 8(x5)
	check_eq x7, x6
	check_eq x8, x6
	addi	x6, x6, -1
	bnez	x6, 1b
	lw	x6, 0(x5)
	fence
	fence
	fence.i
	fence
	add	x6, x6, x6
	check	x6, 2
	pass
	footer
	.bss
	.balign	4
data:	.space	16
