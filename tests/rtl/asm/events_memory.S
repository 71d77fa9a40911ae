/* events_memory.S - counter 3 selects requests, accesses to shared memory, bank conflicts: read in
 * the middle and at the end, with accesses in flight and without
 * SPDX-License-Identifier: Apache-2.0
 *
 * The checker knows what it must be; the golden model alone counts none of them.
 */
#include "test.inc"

	/* Selects EVENT; threads access words 1 << SHIFT bytes apart behind x20. */
	.macro	count event:req, shift:req
	li	x5, \event
	csrw	WW_CSR_MHPMEVENT3, x5
	csrr	x6, WW_CSR_THREAD_ID
	slli	x6, x6, \shift
	add	x6, x6, x20
	.rept	3
	lw	x7, 0(x6)
	lw	x8, 0(x6)
	sw	x5, 0(x6)
	.endr
	csrr	x9, WW_CSR_HPMCOUNTER3	# they are in flight
	fence
	.rept	20
	nop
	.endr
	csrr	x10, WW_CSR_HPMCOUNTER3	# and have performed
	.endm

	.macro	count_all event:req
	count	\event, 2
	count	\event, 3
	count	\event, 4
	.endm

	start
	all_lanes
	li	x21, 2
	li	x20, 0xff000000
1:	count_all WW_EVENT_SMEM
	count_all WW_EVENT_CONFLICTS
	count_all WW_EVENT_REQUESTS
	la	x20, words
	addi	x21, x21, -1
	bnez	x21, 1b
	li	x5, WW_EVENT_CONFLICTS	# the value at the end counts, too
	csrw	WW_CSR_MHPMEVENT3, x5
	li	x20, 0xff000000
	csrr	x6, WW_CSR_THREAD_ID
	slli	x6, x6, 4
	add	x6, x6, x20
	lw	x7, 0(x6)
	pass
	footer
	.bss
	.balign	64
words:	.space	512
