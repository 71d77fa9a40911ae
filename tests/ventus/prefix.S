/* prefix.S - registers above 31 and long immediates: out[i] = 7 i + 1000 - 3 + 5
 * SPDX-License-Identifier: Apache-2.0
 *
 * regext has 3 bits each for rd, rs1, rs2, from bit 0 of its immediate on; regexti for rd, rs2,
 * and 6 bits of the immediate.
 */
#include "kernel.h"
	begin
	li x12, 7
	regext x0, x0, 6 | 3 << 6
	vadd.vx v8, v9, x0		/* v200 = v105 = 0 */
	regext x0, x0, 6 | 6 << 6
	vadd.vx v8, v8, x12		/* v200 += 7 */
	regext x0, x0, 7 | 6 << 6
	vmul.vv v31, v8, v1		/* v255 = v200 * v1 */
	regexti x0, x0, 7 | 7 << 3 | 31 << 6
	vadd.vi v31, v31, 8		/* v255 += 31 * 32 + 8 = 1000 */
	regexti x0, x0, 1 | 7 << 3 | 63 << 6
	vadd.vi v0, v31, -3		/* v32 = v255 - 3 */
	regext x0, x0, 1
	addi x8, x0, 5			/* x40 = 5 */
	regext x0, x0, 1 << 3 | 1 << 6
	vadd.vx v3, v0, x8		/* v3 = v32 + x40 */
	store v3
	endprg x0, x0, x0

	.data
	.org 0x1000
	.space 1024
