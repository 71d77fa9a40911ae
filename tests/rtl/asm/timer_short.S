/* timer_short.S - a period below the length of the handler; mexit from it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	enable	handler
	li	x20, 0
	li	x21, 100
	tick	1
1:	j	1b
handler:
	addi	x20, x20, 1
	bltu	x20, x21, 2f
	csrwi	WW_CSR_MEXIT, 21
2:	mret
	footer
