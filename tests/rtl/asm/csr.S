/* csr.S - every CSR, in every reading form
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_THREADS
	csrr	x6, WW_CSR_NUM_WARPS
	csrr	x7, WW_CSR_NUM_CORES
	addi	x3, x3, 1
	beqz	x5, fail
	addi	x3, x3, 1
	beqz	x6, fail
	addi	x3, x3, 1
	beqz	x7, fail
	csrr	x8, WW_CSR_THREAD_ID
	check	x8, 0
	csrr	x8, WW_CSR_WARP_ID
	check	x8, 0
	csrr	x8, WW_CSR_CORE_ID
	check	x8, 0
	csrr	x8, WW_CSR_ACTIVE_WARPS
	check	x8, 1
	csrr	x8, WW_CSR_TMASK
	check	x8, 1
	csrr	x8, WW_CSR_MHARTID
	check	x8, 0
	csrrs	x9, WW_CSR_NUM_THREADS, x0
	check_eq x9, x5
	csrrc	x9, WW_CSR_NUM_THREADS, x0
	check_eq x9, x5
	csrrsi	x9, WW_CSR_NUM_THREADS, 0
	check_eq x9, x5
	csrrci	x9, WW_CSR_NUM_WARPS, 0
	check_eq x9, x6
	csrr	x9, WW_CSR_SMEM_SIZE
	csrrc	x10, WW_CSR_SMEM_SIZE, x0
	check_eq x9, x10
	addi	x10, x9, -1		# none, or a power of two
	and	x10, x10, x9
	check	x10, 0
	.irp	low, WW_CSR_MCYCLE, WW_CSR_CYCLE, WW_CSR_MINSTRET, WW_CSR_INSTRET
	csrr	x9, \low
	.rept	8			# more than are under way at a time
	nop
	.endr
	csrr	x10, \low
	addi	x3, x3, 1
	bgeu	x9, x10, fail		# time goes on
	.endr
	.irp	high, WW_CSR_MCYCLEH, WW_CSR_CYCLEH, WW_CSR_MINSTRETH, WW_CSR_INSTRETH
	csrr	x9, \high
	check	x9, 0
	.endr
	all_lanes
	csrr	x8, WW_CSR_THREAD_ID	# lane by lane
	csrr	x9, WW_CSR_MHARTID
	csrr	x10, WW_CSR_NUM_THREADS
	csrr	x11, WW_CSR_TMASK
	csrr	x12, WW_CSR_WARP_ID
	csrr	x16, WW_CSR_CYCLE	# the same in all lanes
	csrr	x16, WW_CSR_INSTRET
	sub	x9, x9, x8		# warp 0: the hart is the thread
	srl	x13, x11, x8
	andi	x13, x13, 1
	xori	x13, x13, 1
	or	x9, x9, x13
	la	x14, wrong
	slli	x15, x8, 2
	add	x14, x14, x15
	sw	x9, 0(x14)
	one_lane
	la	x14, wrong
1:	lw	x9, 0(x14)
	check	x9, 0
	addi	x14, x14, 4
	addi	x5, x5, -1
	bnez	x5, 1b
	wake_all others, x5
	meet
	wait_alone
	la	x14, wrong
	lw	x9, 0(x14)
	check	x9, 0
	pass
others:	meet
	csrr	x6, WW_CSR_WARP_ID	# x5 counts from 1 in the order of waking
	xor	x7, x5, x6
	csrr	x8, WW_CSR_NUM_THREADS
	csrr	x9, WW_CSR_MHARTID
2:	sub	x9, x9, x8
	addi	x6, x6, -1
	bnez	x6, 2b
	or	x7, x7, x9
	csrr	x10, WW_CSR_ACTIVE_WARPS
	srl	x10, x10, x5
	andi	x10, x10, 1
	xori	x10, x10, 1
	or	x7, x7, x10
	beqz	x7, 3f
	la	x14, wrong
	sw	x7, 0(x14)
	fence
3:	halt
	footer
	.bss
	.balign	4
wrong:	.space	128
