/* barrier.S - out[i] is what the thread at the other end of the work-group left in local memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "kernel.h"
	begin
	csrr x12, VT_CSR_LDS
	csrr x13, VT_CSR_TID
	csrr x14, VT_CSR_WID
	li x15, 3
	/* warps arrive one after the other */
	slli x16, x14, 4
1:	addi x16, x16, -1
	bgez x16, 1b
	vid.v v3
	vadd.vx v3, v3, x13
	vsll.vi v4, v3, 2
	vadd.vx v5, v4, x12
	vmul.vx v6, v1, x15
	vsw12.v v6, 0(v5)
	barrier x0, x0, 0
	/* the last word of the work-group, less 4 for each thread */
	csrr x6, VT_CSR_NUMW
	csrr x7, VT_CSR_NUMT
	mul x6, x6, x7
	slli x6, x6, 2
	addi x6, x6, -4
	add x6, x6, x12
	vrsub.vx v7, v4, x6
	vlw12.v v8, 0(v7)
	store v8
	barrier x0, x0, 0
	endprg x0, x0, x0

	.data
	.org 0x1000
	.space 1024
