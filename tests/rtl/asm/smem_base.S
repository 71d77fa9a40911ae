/* smem_base.S - 64 bytes of shared memory at 0x40000000: each word, the edges, atomics
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	.equ	BASE, 0x40000000
	.equ	SIZE, 64
	.option	arch, +a

	start
	li	x20, BASE
	li	x21, BASE + SIZE
	/* A value in each word, then all are read: no two are one. */
	mv	x5, x20
1:	xori	x6, x5, -1
	sw	x6, 0(x5)
	addi	x5, x5, 4
	bne	x5, x21, 1b
	mv	x5, x20
2:	xori	x6, x5, -1
	lw	x7, 0(x5)
	check_eq x7, x6
	addi	x5, x5, 4
	bne	x5, x21, 2b
	/* The first and the last bytes and halves. */
	li	x6, 0xa5
	sb	x6, 0(x20)
	sb	x6, -1(x21)
	lbu	x7, 0(x20)
	check	x7, 0xa5
	lbu	x7, -1(x21)
	check	x7, 0xa5
	li	x6, 0x1234
	sh	x6, 2(x20)
	sh	x6, -4(x21)
	lw	x7, 0(x20)
	check	x7, 0x1234ffa5
	lw	x7, -4(x21)
	check	x7, 0xa5ff1234
	/* Words of RAM with the same low bits stay. */
	la	x22, there
	lw	x7, 0(x22)
	check	x7, 0x600d600d
	lw	x7, SIZE - 4(x22)
	check	x7, 0x600d600d
	/* Atomics on the first and the last word; a reservation of each is lost by a store. */
	addi	x23, x21, -4
	.irp	r, x20, x23
	li	x6, 5
	sw	x6, 0(\r)
	li	x6, 3
	amoadd.w x7, x6, (\r)
	check	x7, 5
	amomax.w x7, x6, (\r)
	check	x7, 8
	lr.w	x7, (\r)
	check	x7, 8
	sc.w	x8, x6, (\r)
	check	x8, 0
	lr.w	x7, (\r)
	check	x7, 3
	sw	x7, 0(\r)
	sc.w	x8, x6, (\r)
	check	x8, 1
	lr.w	x7, (\r)
	sw	x7, 0(x22)		# RAM is another place
	sc.w	x8, x6, (\r)
	check	x8, 0
	.endr
	/* Each thread a word, all threads one word. */
	all_lanes
	li	x20, BASE
	csrr	x5, WW_CSR_THREAD_ID
	andi	x5, x5, 15
	slli	x6, x5, 2
	add	x6, x6, x20
	sw	x5, 0(x6)
	lw	x7, 0(x6)
	check_eq x7, x5
	lw	x7, 0(x20)
	check	x7, 0
	pass
	footer

	.data
	.balign	SIZE
there:	.fill	SIZE / 4, 4, 0x600d600d
