/* crt0.S - start-up: core 0, warp 0, thread 0, from the reset to main and its exit code
 * SPDX-License-Identifier: Apache-2.0
 *
 * The loader has zeroed .bss. Every other warp is halted; ww_spawn and vx_spawn wake them. Other
 * cores wait for what vx_spawn gives them, until main has ended; if the program has no vx_spawn
 * they halt.
 */
#include "warpwright_isa.h"

	.section .text.start, "ax"
	.globl	_start
	.type	_start, @function
_start:
	csrr	a0, WW_CSR_CORE_ID	# main may be declared with argc, argv:
	.option	push			# a1 is zero since the reset
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	la	sp, __main_top
	bnez	a0, 1f			# core 0 alone runs main
	call	main
	.size	_start, . - _start

	.globl	ww_exit
	.type	ww_exit, @function
ww_exit:
	tail	end			# behind all code, which so lies where it would without it
	.size	ww_exit, . - ww_exit
1:	tail	other

	.section .last.text, "ax"
end:	csrr	t0, WW_CSR_NUM_CORES
	csrr	t1, WW_CSR_CORE_ID
	addi	t0, t0, -1
	csrr	t2, WW_CSR_WARP_ID
	or	t1, t1, t2
	beqz	t0, 2f			# no other cores
	bnez	t1, 2f			# not main
	la	t0, ww_ended
	sw	t0, 0(t0)
	fence
2:	ebreak				# the exit code is in a0

	.weak	vx_other_core
other:	lui	t0, %hi(vx_other_core)
	addi	t0, t0, %lo(vx_other_core)
	beqz	t0, 3f
	jr	t0
3:	tmc	zero

	.section .sbss.ww_ended, "aw", @nobits
	.globl	ww_ended
	.balign	4
ww_ended:				# not 0: main has ended
	.space	4
