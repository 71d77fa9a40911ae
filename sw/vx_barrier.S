/* vx_barrier.S - all software warps of a request meet, if each has a hardware warp to itself
 * SPDX-License-Identifier: Apache-2.0
 *
 * void vx_barrier(uint32_t id, uint32_t count). Nothing is put on the stacks, whose every word is
 * a line of its own for each thread. Where software warps outnumber hardware warps, and where the
 * call is wrong, vx_barrier_slow (vx_sync.c) does it.
 */
#include "warpwright_isa.h"
#include "vx_runtime.h"

	.section .text.vx_barrier, "ax"
	.globl	vx_barrier
	.type	vx_barrier, @function
vx_barrier:
	bnez	a0, 1f
	beqz	a1, 1f
	beqz	tp, 1f			# main
	lw	t0, VX_WARP_SHARE(tp)
	lw	t1, VX_WARP_LANES(tp)
	beqz	t0, 1f			# a kernel of ww_spawn
	csrr	t2, WW_CSR_TMASK
	neg	t1, t1
	lw	t4, VX_SHARE_REQUEST(t0)
	li	t3, -1
	srl	t3, t3, t1
	bne	t2, t3, 1f		# not all its threads
	lw	t1, VX_REQUEST_DIRECT(t4)
	bne	t1, a1, over_cores
	fence
	bar	a0, a1
	ret
1:	tail	vx_barrier_slow

/* t0 = the share, t4 = the request: those of this core meet, then the cores, by what their warps 0
 * write, then those of this core again. The fence of warp 0 is that of all warps of its core: it is
 * the core's cache that forgets. */
over_cores:
	lw	t1, VX_REQUEST_OVER(t4)
	bne	t1, a1, 1b
	lbu	t0, VX_SHARE_MEET(t0)
	fence
	bar	a0, t0
	csrr	t1, WW_CSR_WARP_ID
	bnez	t1, 4f
	la	t1, vx_met
	fence
	lw	t2, 0(t1)		# what core 0 has counted
	csrr	t3, WW_CSR_CORE_ID
	addi	t2, t2, 1
	beqz	t3, 2f
	slli	t3, t3, 2
	add	t3, t1, t3
	sw	t2, 0(t3)
1:	fence
	lw	t3, 0(t1)
	bne	t3, t2, 1b
	j	3f
2:	lw	t4, VX_REQUEST_CORES(t4)
	slli	t4, t4, 2
	add	t4, t4, t1		# behind the last
	addi	t5, t1, 4
5:	fence
	lw	t6, 0(t5)
	bne	t6, t2, 5b
	addi	t5, t5, 4
	bne	t5, t4, 5b
	sw	t2, 0(t1)
3:	fence
4:	bar	a0, t0
	ret
	.size	vx_barrier, . - vx_barrier

	.section .sbss.vx_met, "aw", @nobits
	.balign	64
vx_met:
	.space	4 * 16			# VX_CORES
