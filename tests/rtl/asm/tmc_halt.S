/* tmc_halt.S - tmc 0 halts; x10 of the leader is the exit code
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_NUM_THREADS
	tmc	x5
	csrr	x10, WW_CSR_THREAD_ID
	addi	x10, x10, 17
	li	x6, 0
	tmc	x6
	li	x10, 99
	ebreak
