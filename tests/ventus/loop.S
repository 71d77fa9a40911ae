/* loop.S - loops of threads with two ways inside
 * SPDX-License-Identifier: Apache-2.0
 *
 * out[i] = the steps from i + 1 to 1, each to n / 2 or to 3 n + 1.
 */
#include "kernel.h"
	begin
	li x12, 1
	li x13, 3
	vadd.vi v3, v1, 1
	vmv.v.i v4, 0
	vmv.v.x v8, x12
	meet done
	vbeq v3, v8, done
again:
	vand.vi v5, v3, 1
	meet both
	vbne v5, v0, odd
	vsrl.vi v3, v3, 1
	j both
odd:
	vmul.vx v3, v3, x13
	vadd.vi v3, v3, 1
both:
	join x0, x0, 0
	vadd.vi v4, v4, 1
	meet next
	vbne v3, v8, again
next:
	join x0, x0, 0
done:
	join x0, x0, 0
	store v4
	endprg x0, x0, x0

	.data
	.org 0x1000
	.space 1024
