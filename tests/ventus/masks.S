/* masks.S - loads, stores and multiply-adds under masks: of no thread, of all, of every other one
 * SPDX-License-Identifier: Apache-2.0
 *
 * in[j] = 3 * j + 1. Each step adds in thread i, if the mask has it, in[i] * in[2 * i] to the sum,
 * multiplies by in[i] and adds in[i] once more; a mask that is not set leaves the registers, 7, 5
 * and 3, as they are. The last mask is in[i], used as it comes from memory: it adds a product of
 * the registers. out[i] = the sum + what the stores under masks have left at out[i].
 */
#include "kernel.h"
	/* step: the mask is v0, v10 the sum */
	.macro step
	vmv.v.i v4, 7
	vmv.v.i v5, 5
	vmv.v.i v6, 3
	vle32.v v4, (x12), v0.t
	vlse32.v v5, (x13), x14, v0.t
	vluxei32.v v6, (x10), v2, v0.t
	vmacc.vv v10, v4, v5, v0.t
	vmadd.vv v10, v6, v4, v0.t
	vadd.vv v11, v4, v5
	vadd.vv v11, v11, v6
	vadd.vv v10, v10, v11
	.endm

	begin
	slli x16, x8, 2
	add x12, x10, x16		/* in[first thread of the warp] */
	slli x13, x8, 3
	add x13, x10, x13
	li x14, 8
	add x15, x11, x16
	li x17, 4
	vmv.v.v v10, v1
	vand.vi v0, v1, 1
	step
	vse32.v v10, (x15), v0.t
	vmv.v.i v0, 0
	step
	vsse32.v v10, (x15), x17, v0.t
	vmv.v.i v0, 1
	step
	vsrl.vi v0, v1, 1
	step
	vsuxei32.v v10, (x11), v2, v0.t
	vsrl.vi v0, v1, 2
	step
	vsse32.v v10, (x15), x17, v0.t
	vadd.vx v13, v2, x10
	vlw12.v v0, 0(v13)
	vmacc.vv v10, v4, v5, v0.t
	vadd.vx v12, v2, x11
	vlw12.v v12, 0(v12)
	vadd.vv v10, v10, v12
	store v10
	endprg x0, x0, x0

	.data
	.set i, 0
	.rept 512
	.word 3 * i + 1
	.set i, i + 1
	.endr
	.org 0x1000
	.space 1024
