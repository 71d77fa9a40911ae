/* atomic_console.S - what is written to the console ends no reservation in RAM
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where RAM has 1 MiB the word that is reserved differs from the console in the bits alone that
 * choose between RAM and what is not.
 */
#include "test.inc"

	.option	arch, +a

	start
	li	x9, 0x800ff000
	li	x10, 0xFFFFF000
	li	x11, '\n'
	sw	x0, 0(x9)
	lr.w	x7, (x9)
	check	x7, 0
	sb	x11, 0(x10)
	sc.w	x8, x11, (x9)
	check	x8, 0
	lr.w	x7, (x9)
	check	x7, '\n'
	sw	x11, 0(x10)
	sw	x0, 4(x9)
	sc.w	x8, x0, (x9)
	check	x8, 0
	lr.w	x7, (x9)
	sw	x11, 0(x10)
	sw	x11, 0(x9)
	sc.w	x8, x0, (x9)
	check	x8, 1
	pass
	footer
