/* lui_auipc.S - upper immediates
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	lui	x5, 0
	check	x5, 0
	lui	x5, 0xfffff
	check	x5, 0xfffff000
	lui	x5, 0x80000
	check	x5, 0x80000000
	lui	x5, 0x7ffff
	check	x5, 0x7ffff000
	lui	x5, 0x12345
	addi	x5, x5, 0x678
	check	x5, 0x12345678
1:	auipc	x5, 0
	la	x6, 1b
	check_eq x5, x6
2:	auipc	x5, 0xfffff
	la	x6, 2b
	li	x7, 0x1000
	sub	x6, x6, x7
	check_eq x5, x6
3:	auipc	x5, 0x80000
	la	x6, 3b
	li	x7, 0x80000000
	add	x6, x6, x7
	check_eq x5, x6
	pass
	footer
