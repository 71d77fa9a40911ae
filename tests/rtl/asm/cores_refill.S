/* cores_refill.S - a core loads lines while another one stores to them
 * SPDX-License-Identifier: Apache-2.0
 *
 * Core 0 loads a word of each line, the others store to the lines more slowly. So some stores come
 * while the line is in flight from memory. Where memory cannot read the lines
 * (cosim --mem-error), the loads fail and the stores do not.
 */
#include "test.inc"

#define LINES 16
#define LINE 64

	start
	csrr	x5, WW_CSR_CORE_ID
	la	x7, lines
	li	x10, 0
	bnez	x5, 1f
	lw	x11, 0*LINE(x7)
	lw	x12, 1*LINE(x7)
	lw	x13, 2*LINE(x7)
	lw	x14, 3*LINE(x7)
	lw	x15, 4*LINE(x7)
	lw	x16, 5*LINE(x7)
	lw	x17, 6*LINE(x7)
	lw	x18, 7*LINE(x7)
	lw	x19, 8*LINE(x7)
	lw	x20, 9*LINE(x7)
	lw	x21, 10*LINE(x7)
	lw	x22, 11*LINE(x7)
	lw	x23, 12*LINE(x7)
	lw	x24, 13*LINE(x7)
	lw	x25, 14*LINE(x7)
	lw	x26, 15*LINE(x7)
	halt
1:	slli	x8, x5, 2
	add	x8, x8, x7
	li	x6, LINES
2:	sw	x6, 0(x8)		/* a word of its own */
	addi	x8, x8, LINE
	addi	x6, x6, -1
	bnez	x6, 2b
	halt

	.data
	.balign	4096
lines:	.space	LINES * LINE
