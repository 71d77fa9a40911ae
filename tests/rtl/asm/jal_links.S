/* jal_links.S - calls backward with every register as the link
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where a jalr has its register a jal of a short way back has ones: x31, which is no target.
 */
#include "test.inc"

	start
	.irp	n, 1,2,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30
	j	2f
1:	addi	x3, x3, 1
	la	x31, 3f
	bne	x\n, x31, fail
	j	4f
2:	li	x31, 2
	jal	x\n, 1b
3:	nop
4:
	.endr
	pass
	footer
