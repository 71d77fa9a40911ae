/* mexit_halts.S - the exit code stays when other warps halt at the same time
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	wake_all worker, x20
	meet
	csrwi	WW_CSR_MEXIT, 3
	j	fail
worker:	meet
	andi	x21, x20, 7
1:	addi	x21, x21, -1		# some halt before, some behind it
	bgez	x21, 1b
	mv	a0, x20
	ebreak
	footer
