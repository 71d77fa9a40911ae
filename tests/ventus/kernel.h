/* kernel.h - what the kernels of tests/ventus begin with
 * SPDX-License-Identifier: Apache-2.0
 *
 * begin: v1 is the number of the thread in the launch, v2 four times that, x8
 * the number of the warp's first thread, x10 and x11 are the addresses of IN
 * and OUT.
 */
#include "ventus_isa.h"

#define IN 0x90000000
#define OUT 0x90001000

	.option norvc
	.text
	.globl _start
_start:
	.macro begin
	vsetvli x5, x0, e32, m1, ta, ma
	csrr x6, VT_CSR_NUMW
	csrr x7, VT_CSR_NUMT
	csrr x8, VT_CSR_TID
	csrr x9, VT_CSR_WGID
	mul x6, x6, x7
	mul x9, x9, x6
	add x8, x8, x9
	vid.v v1
	vadd.vx v1, v1, x8
	vsll.vi v2, v1, 2
	li x10, IN
	li x11, OUT
	.endm

	/* store: OUT[thread] = VS */
	.macro store vs:req
	vadd.vx v31, v2, x11
	vsw12.v \vs, 0(v31)
	.endm

	/* meet: threads that part from here on meet at the join there */
	.macro meet at:req
.Lmeet\@:
	auipc x5, %pcrel_hi(\at)
	setrpc x0, x5, %pcrel_lo(.Lmeet\@)
	.endm
