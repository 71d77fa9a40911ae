/* crt0.S - start-up: warp 0, thread 0, from the reset to main and its exit code
 * SPDX-License-Identifier: Apache-2.0
 *
 * The loader has zeroed .bss. Every other warp is halted; ww_spawn wakes them.
 */
	.section .text.start, "ax"
	.globl	_start
	.type	_start, @function
_start:
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	la	sp, __stack_top
	li	a0, 0			# main may be declared with argc, argv
	li	a1, 0
	call	main
	.size	_start, . - _start

	.globl	ww_exit
	.type	ww_exit, @function
ww_exit:
	ebreak				# the exit code is in a0
	j	ww_exit
	.size	ww_exit, . - ww_exit
