/* traps_nested.S - traps of every kind, with several masks, inside and outside of splits
 * SPDX-License-Identifier: Apache-2.0
 *
 * Warp 0 starts a warp again and again, which makes a mask, enters a split or not, and
 * traps; it goes on when that has halted. Its number says how: bits 3..0 the trap,
 * 5..4 the mask, 7..6 the split. Half of them are in traps_sides.S, since a run ends some
 * time after its first trap.
 */
#include "test.inc"
#ifndef FIRST
#define FIRST 0
#endif

	start
	li	x10, FIRST
	la	x11, worker
	la	x13, number
1:	sw	x10, 0(x13)
	fence
	wspawn	x10, x11, x10
	wait_alone
	addi	x10, x10, 1
	li	x12, FIRST + 128
	bne	x10, x12, 1b
	pass

worker:	csrr	x21, WW_CSR_NUM_THREADS
	tmc	x21
	la	x5, number
	lw	x10, 0(x5)
	csrr	x20, WW_CSR_THREAD_ID
	srli	x6, x10, 6
	beqz	x6, enough		# no split
	addi	x6, x6, -1
	beqz	x6, 2f			# a uniform one
	sltiu	x7, x20, 1
	split	x7			# thread 0 on one side, or on the other
	beqz	x7, second
	addi	x6, x6, -1
	beqz	x6, enough
	join
second:	j	enough
2:	split	x0
enough:	srli	x6, x10, 4
	andi	x6, x6, 3
	li	x7, 1
	beqz	x6, 3f
	srli	x7, x21, 1
	addi	x6, x6, -1
	beqz	x6, 3f
	addi	x7, x21, -1
	addi	x6, x6, -1
	beqz	x6, 3f
	mv	x7, x21
3:	bnez	x7, 4f
	li	x7, 1
4:	tmc	x7
	andi	x6, x10, 15
	slli	x6, x6, 2
	la	x7, table
	add	x7, x7, x6
	lw	x7, 0(x7)
	la	x8, table
	jr	x7

t_jump:	li	x9, 2
	traps	2
	jr	x9
t_fetch: jr	x0
t_ill:	.word	0
t_lmis:	lw	x9, 1(x8)
t_load:	lw	x9, 0(x0)
t_smis:	sh	x9, 1(x8)
t_store: sw	x9, 0(x0)
t_call:	ecall
t_tmc:	addi	x9, x21, 1
	tmc	x9
t_clone: clone	x21
t_join:	join
	j	t_join
t_split: split	x0
	j	t_split
t_id:	li	x9, 4096
	bar	x9, x0
t_many:	csrr	x9, WW_CSR_NUM_WARPS
	addi	x9, x9, 1
	bar	x0, x9
t_end:	ebreak
t_halt:	tmc	x0
	.data
	.balign	4
number: .word	0
table:	.word	t_jump, t_fetch, t_ill, t_lmis, t_load, t_smis, t_store, t_call
	.word	t_tmc, t_clone, t_join, t_split, t_id, t_many, t_end, t_halt
