/* console.S - bytes, halfwords and words to the console
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, 0xFFFFF000
	la	x6, text
1:	lbu	x7, 0(x6)
	beqz	x7, 2f
	sb	x7, 0(x5)
	addi	x6, x6, 1
	j	1b
2:	li	x7, 0x12343241		# only the low byte is printed
	sw	x7, 0(x5)
	li	x7, 0x0142
	sh	x7, 0(x5)
	li	x5, 0xFFFFF7FF
	li	x7, 'C'
	sb	x7, -2047(x5)
	li	x7, '\n'
	sb	x7, -2047(x5)
	pass
	footer
text:	.asciz	"console "
