/* csr_lanes.S - a CSR that all threads share reads the same in all of them
 * SPDX-License-Identifier: Apache-2.0
 *
 * In lockstep every lane is compared; alone the first one is looked at.
 */
#include "test.inc"

	.macro	reads csr:req
	csrr	x6, \csr
	csrr	x7, \csr
	check_eq x6, x7
	.endm

	start
	all_lanes
	.irp	csr, WW_CSR_MFLUSH, WW_CSR_MEXIT, WW_CSR_MTICK, WW_CSR_MSTATUS
	reads	\csr
	.endr
	.irp	csr, WW_CSR_MTVEC, WW_CSR_MEPC, WW_CSR_WARP_ID, WW_CSR_CORE_ID
	reads	\csr
	.endr
	.irp	csr, WW_CSR_TMASK
	reads	\csr
	.endr
	.irp	csr, WW_CSR_NUM_THREADS, WW_CSR_NUM_WARPS, WW_CSR_NUM_CORES, WW_CSR_SMEM_SIZE
	reads	\csr
	.endr
	.irp	csr, WW_CSR_MHARTID, WW_CSR_THREAD_ID
	reads	\csr
	.endr
	.irp	csr, WW_CSR_MCYCLE, WW_CSR_MCYCLEH, WW_CSR_MINSTRET, WW_CSR_MINSTRETH
	csrr	x6, \csr
	.endr
	.irp	csr, WW_CSR_CYCLE, WW_CSR_CYCLEH, WW_CSR_INSTRET, WW_CSR_INSTRETH
	csrr	x6, \csr
	.endr
	.set	n, 0
	.rept	29
	csrr	x6, WW_CSR_MHPMCOUNTER3 + n
	csrr	x6, WW_CSR_MHPMCOUNTER3H + n
	csrr	x6, WW_CSR_HPMCOUNTER3 + n
	csrr	x6, WW_CSR_HPMCOUNTER3H + n
	.set	n, n + 1
	.endr
	pass
	footer
