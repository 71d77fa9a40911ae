/* float_flags.S - flags are those of the active threads, stay, and are written and read as CSRs
 * SPDX-License-Identifier: Apache-2.0
 */
#include "float.inc"

	start
	/* Reset; what is read and written of each. */
	csrr	x5, fcsr
	check	x5, 0
	li	x6, -1
	csrrw	x5, fflags, x6
	check	x5, 0
	csrr	x5, fcsr
	check	x5, 0x1f
	csrrw	x5, frm, x6
	check	x5, 0
	csrr	x5, fcsr
	check	x5, 0xff
	csrrw	x5, fcsr, x0
	check	x5, 0xff
	csrr	x5, frm
	check	x5, 0
	csrrsi	x5, fcsr, 0x15
	csrrci	x5, fflags, 0x5
	check	x5, 0x15
	csrrs	x5, frm, x0
	check	x5, 0
	csrr	x5, fcsr
	check	x5, 0x10
	li	x6, 0x60
	csrrs	x5, fcsr, x6
	check	x5, 0x10
	csrr	x5, frm
	check	x5, 3
	csrrci	x5, frm, 1
	check	x5, 3
	csrr	x5, fcsr
	check	x5, 0x50
	csrwi	fcsr, 0

	/* They stay: inexact, then division by zero; no result but the flags. */
	li	x5, 0x3f800000
	li	x6, 0x40400000
	fdiv.s	x0, x5, x6
	csrr	x8, fflags
	check	x8, 1
	fadd.s	x7, x5, x5
	fdiv.s	x7, x5, x0
	csrr	x8, fflags
	check	x8, 9
	csrwi	fflags, 0

	/* Signs and classes raise none, comparisons do. */
	li	x5, 0x7f800001
	fsgnj.s	x7, x5, x5
	fclass.s x7, x5
	csrr	x8, fflags
	check	x8, 0
	feq.s	x7, x5, x5
	csrr	x8, fflags
	check	x8, 16
	csrwi	fflags, 0

	/* The rounding mode that is written is that of the next instruction. */
	li	x5, 0x3f800000
	li	x6, 0x33000000
	fadd.s	x7, x5, x6
	csrwi	frm, 3
	fadd.s	x8, x5, x6
	csrwi	frm, 2
	fsub.s	x9, x5, x6
	csrwi	frm, 1
	fadd.s	x10, x5, x6
	csrwi	fcsr, 0
	fadd.s	x11, x5, x6, rup
	check	x7, 0x3f800000
	check	x8, 0x3f800001
	check	x9, 0x3f7fffff
	check	x10, 0x3f800000
	check	x11, 0x3f800001
	csrwi	fflags, 0

	/* Thread 0 divides by one, the others by zero: active or not. */
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	seqz	x5, x5
	fcvt.s.w x6, x5
	li	x7, 0x3f800000
	split	x5
	fdiv.s	x8, x7, x6
	csrr	x9, fflags
	join
	one_lane
	check	x9, 0
	csrr	x10, WW_CSR_NUM_THREADS
	addi	x10, x10, -1
	snez	x10, x10
	slli	x10, x10, 3
	all_lanes
	fdiv.s	x8, x7, x6
	csrr	x9, fflags
	one_lane
	check_eq x9, x10
	check	x8, 0x3f800000
	csrwi	fcsr, 0

	/* Each warp has its own. */
	csrwi	fcsr, 0x11
	wake_all other, x20
	mv	x21, x31
	wait_alone
	la	x5, wrong
	lw	x5, 0(x5)
	check	x5, 0
	csrr	x5, fcsr
	check	x5, 0x11
	pass
other:	csrr	x5, fcsr
	bnez	x5, 1f
	csrwi	frm, 3
	li	x5, 0x3f800000
	li	x6, 0x33000000
	fadd.s	x7, x5, x6
	li	x8, 0x3f800001
	bne	x7, x8, 1f
	csrr	x5, fcsr
	li	x6, 0x61
	bne	x5, x6, 1f
	csrwi	fcsr, 0
	halt
1:	la	x6, wrong
	li	x5, 1
	sw	x5, 0(x6)
	fence
	halt
	footer
	.bss
	.balign	4
wrong:	.space	4
