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
	hardware_warp t0
	lw	t0, VX_HW_CURRENT(t0)
	beqz	t0, 1f			# not in a kernel
	lw	t1, VX_WARP_SHARE(t0)
	lw	t0, VX_WARP_LANES(t0)
	lw	t1, VX_SHARE_REQUEST(t1)
	csrr	t2, WW_CSR_TMASK
	neg	t0, t0
	lw	t1, VX_REQUEST_DIRECT(t1)
	li	t3, -1
	srl	t3, t3, t0
	bne	t2, t3, 1f		# not all its threads
	bne	t1, a1, 1f
	fence
	bar	a0, a1
	ret
1:	tail	vx_barrier_slow
	.size	vx_barrier, . - vx_barrier
