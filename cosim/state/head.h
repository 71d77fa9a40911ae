/* head.h - checks the header words of a trace record
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_HEAD_H
#define WW_COSIM_HEAD_H

#include "cosim/state/state.h"
#include "isa/record.h"

/* Counts a record R and checks its header: kind, core, warp, seq. Bits outside
 * the fields of KIND must be zero; so must the bits of NEVER, which this core
 * does not have. Returns 0, or 1 after fail. */
int head_check(struct core *c, const uint32_t *r, enum record_kind kind,
	       uint32_t never);

#endif
