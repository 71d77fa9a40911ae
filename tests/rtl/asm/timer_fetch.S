/* timer_fetch.S - an interrupt before an instruction that traps: the trap has its own pc
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	enable	handler
	li	x20, 0
	tick	60
	li	x7, 0x70000000
	csrr	x8, WW_CSR_MEPC
1:	beqz	x20, 1b
	csrwi	WW_CSR_MTICK, 0
	jr	x7			# outside RAM
handler:
	addi	x20, x20, 1
	mret
	.globl	trap_pc
	.globl	trap_tval
	.set	trap_pc, 0x70000000
	.set	trap_tval, 0x70000000
	footer
