/* smem_none.S - no bytes of shared memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	x5, -1
	csrr	x5, WW_CSR_SMEM_SIZE
	check	x5, 0
	pass
	footer
