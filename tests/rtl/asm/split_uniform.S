/* split_uniform.S - splits on which all lanes agree narrow nothing
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	all_lanes
	csrr	x20, WW_CSR_TMASK
	li	x5, 1
	split	x5			# all true
	csrr	x6, WW_CSR_TMASK
	xor	x7, x6, x20
	join
	csrr	x6, WW_CSR_TMASK
	xor	x6, x6, x20
	or	x7, x7, x6
	split	x0			# all false
	csrr	x6, WW_CSR_TMASK
	xor	x6, x6, x20
	or	x7, x7, x6
	join
	csrr	x5, WW_CSR_THREAD_ID
	addi	x5, x5, 1
	split	x5			# true, with a value of its own in every lane
	csrr	x6, WW_CSR_TMASK
	xor	x6, x6, x20
	or	x7, x7, x6
	split	x0			# uniform inside uniform
	csrr	x6, WW_CSR_TMASK
	xor	x6, x6, x20
	or	x7, x7, x6
	join
	join
	one_lane
	li	x5, 1			# one lane: always uniform
	split	x5
	csrr	x6, WW_CSR_TMASK
	join
	check	x7, 0
	check	x6, 1
	split	x0
	split	x5
	join
	join
	csrr	x6, WW_CSR_TMASK
	check	x6, 1
	pass
	footer
