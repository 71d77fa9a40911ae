/* mexit.S - a write ends the run, what follows does not happen
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, -1
	csrr	x5, WW_CSR_MEXIT
	check	x5, 0
	li	x6, 7
	csrw	WW_CSR_MEXIT, x6
	pass
	footer
