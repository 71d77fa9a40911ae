/* private.S - private memory: words, a byte, an offset of either sign
 * SPDX-License-Identifier: Apache-2.0
 *
 * Words k = 0 to 7 of thread i are 100 i + k, byte 5 is then 0xEE; out[i] is the sum of all words
 * and of that byte.
 */
#include "kernel.h"
	begin
	li x12, 100
	vmul.vx v3, v1, x12
	vmv.v.i v4, 0
	.irp k, 0, 4, 8, 12, 16, 20, 24, 28
	vsw.v v3, \k(v4)
	vadd.vi v3, v3, 1
	.endr
	li x13, 0xEE
	vmv.v.x v5, x13
	vsb.v v5, 5(v4)
	vmv.v.i v6, 0
	vmv.v.i v4, 14
	.irp k, -14, -10, -6, -2, 2, 6, 10, 14
	vlw.v v7, \k(v4)
	vadd.vv v6, v6, v7
	.endr
	vlbu.v v7, -9(v4)
	vadd.vv v6, v6, v7
	store v6
	endprg x0, x0, x0

	.data
	.org 0x1000
	.space 1024
	.globl pds
	.set pds, 0x90010000
