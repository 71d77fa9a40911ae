/* smem_size.S - the CSR with the bytes of shared memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	csrr	x5, WW_CSR_SMEM_SIZE
	check	x5, 4096
	li	x6, 0xff000000
	add	x6, x6, x5
	sw	x5, -4(x6)		# the last word is there
	lw	x7, -4(x6)
	check_eq x5, x7
	pass
	footer
