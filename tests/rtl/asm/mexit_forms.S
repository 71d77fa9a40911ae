/* mexit_forms.S - the value of the leader; the old value is zero
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	addi	x5, x5, 9		# the leader has 9
	li	x6, -1
	csrrs	x6, WW_CSR_MEXIT, x5
	ebreak
