/* vecadd.S - out[i] = a[i] + b[i], and bytes of a
 * SPDX-License-Identifier: Apache-2.0
 */
#include "kernel.h"
	begin
	vadd.vx v3, v2, x10
	vlw12.v v4, 0(v3)
	vlw12.v v5, 1024(v3)
	vadd.vv v6, v4, v5
	vlbu12.v v7, 3(v3)
	vadd.vv v6, v6, v7
	store v6
	endprg x0, x0, x0

	.data
	.set i, 0
	.rept 256
	.word i * 0x00FDFBF9
	.set i, i + 1
	.endr
	.rept 256
	.word i * 0x11
	.set i, i + 1
	.endr
	.org 0x1000
	.space 1024
