/* mexit_halts.S - the exit code stays when other warps halt right behind the write
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	wake_all worker, x20
	li	x20, 0
worker:	andi	x21, x20, 1
	li	a0, 99
	csrr	x5, WW_CSR_NUM_WARPS
	bnez	x21, 1f
	bar	x0, x5			# all go on at the same time
	csrwi	WW_CSR_MEXIT, 3
	ebreak
1:	bar	x0, x5
	ebreak
