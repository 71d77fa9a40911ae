/* cores_exit.S - a write of mexit in one core ends the run of all
 * SPDX-License-Identifier: Apache-2.0
 *
 * The last core writes it; the others would never end.
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_CORE_ID
	csrr	x6, WW_CSR_NUM_CORES
	addi	x6, x6, -1
1:	bne	x5, x6, 1b
	li	x7, 20
2:	addi	x7, x7, -1
	bnez	x7, 2b
	li	x8, 42
	csrw	WW_CSR_MEXIT, x8
3:	j	3b
