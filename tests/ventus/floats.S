/* floats.S - out[i] = sqrt(a * b + 1.5 / a) in binary32, rounded three times; odd threads negative
 * SPDX-License-Identifier: Apache-2.0
 */
#include "kernel.h"
	begin
	li x12, 0x3F000000		/* 0.5 */
	li x13, 0x3F800000		/* 1 */
	fadd.s x14, x12, x13, rne
	vadd.vx v3, v2, x10
	vlw12.v v4, 0(v3)
	vlw12.v v5, 1024(v3)
	vand.vi v0, v1, 1
	.option push
	.option arch, rv32imaf_zicsr_zve32f
	vfcvt.f.x.v v4, v4
	vfcvt.f.x.v v5, v5
	/* vfrdiv.vf v6, v4, x14: of GNU as the scalar operand is a register f */
	.word 0x86475357
	vfmacc.vv v6, v4, v5
	vfsqrt.v v7, v6
	vfsgnjn.vv v7, v7, v7, v0.t
	.option pop
	store v7
	endprg x0, x0, x0

	.data
	.set i, 0
	.rept 256
	.word i + 1
	.set i, i + 1
	.endr
	.rept 256
	.word i * 37 % 101
	.set i, i + 1
	.endr
	.org 0x1000
	.space 1024
