/* trap_csr_fixed.S - a write to any CSR that can only be read traps
 * SPDX-License-Identifier: Apache-2.0
 *
 * Warp 0 sends another one into each of them.
 */
#include "test.inc"

	.macro	writes csr:req
	la	x29, 1f
	wspawn	x7, x29, x0
	wait_alone
	.pushsection .text.writes, "ax"
1:	csrrw	x5, \csr, x6
	halt
	.popsection
	.endm

	start
	la	x29, 2f
	wspawn	x7, x29, x0
	wait_alone
	.irp	csr, WW_CSR_MCYCLE, WW_CSR_MCYCLEH, WW_CSR_MINSTRET, WW_CSR_MINSTRETH
	writes	\csr
	.endr
	.irp	csr, WW_CSR_CYCLE, WW_CSR_CYCLEH, WW_CSR_INSTRET, WW_CSR_INSTRETH
	writes	\csr
	.endr
	.irp	csr, WW_CSR_WARP_ID, WW_CSR_CORE_ID, WW_CSR_ACTIVE_WARPS, WW_CSR_TMASK
	writes	\csr
	.endr
	.irp	csr, WW_CSR_NUM_THREADS, WW_CSR_NUM_WARPS, WW_CSR_NUM_CORES
	writes	\csr
	.endr
	.irp	csr, WW_CSR_SMEM_SIZE, WW_CSR_MHARTID
	writes	\csr
	.endr
	.set	n, 0
	.rept	29
	writes	WW_CSR_MHPMCOUNTER3 + n
	writes	WW_CSR_MHPMCOUNTER3H + n
	writes	WW_CSR_HPMCOUNTER3 + n
	writes	WW_CSR_HPMCOUNTER3H + n
	.set	n, n + 1
	.endr
	pass

	traps	0xcc0312f3
2:	csrrw	x5, WW_CSR_THREAD_ID, x6
	halt
