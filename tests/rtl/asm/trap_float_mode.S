/* trap_float_mode.S - a rounding mode of frm that is none traps where an instruction takes it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "float.inc"

	start
	csrwi	frm, 5
	li	x5, 0x3f800000
	fadd.s	x6, x5, x5, rne		/* its own mode */
	check	x6, 0x40000000
	fmin.s	x6, x5, x5		/* none */
	fclass.s x7, x5
	feq.s	x8, x5, x5
	fsgnjn.s x9, x5, x5
	check	x6, 0x3f800000
	check	x7, 0x40
	check	x8, 1
	check	x9, 0xbf800000
	csrr	x8, fflags
	check	x8, 0
	traps	0x005282d3 | 7 << 12
	fadd.s	x5, x5, x5
	no_trap
	footer
