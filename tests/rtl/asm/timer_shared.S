/* timer_shared.S - one warp writes mtick while the others read it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timer.inc"

	start
	li	x5, 1 << 20
	csrw	WW_CSR_MTICK, x5
	wake_all worker, x20
	li	x5, 1 << 20		# so long that nothing ticks
	li	x6, 100
	meet
1:	addi	x5, x5, 3
	csrw	WW_CSR_MTICK, x5
	csrr	x7, WW_CSR_MTICK
	check_eq x7, x5
	addi	x6, x6, -1
	bnez	x6, 1b
	csrwi	WW_CSR_MTICK, 0
	wait_alone
	pass
worker:	li	x6, 60
	li	x8, 0
	meet
2:	csrr	x7, WW_CSR_MTICK
	bltu	x7, x8, 3f		# it only grows, until it is zero
	mv	x8, x7
	addi	x6, x6, -1
	bnez	x6, 2b
3:	halt
	footer
