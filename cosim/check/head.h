/* head.h - the header words of a trace record
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_HEAD_H
#define WW_COSIM_HEAD_H

#include "cosim/check/state.h"
#include "isa/record.h"

/* Counts a record and checks its header: the fields of all kinds, and that no
 * bits are set but those of KIND, without those of NEVER, which this core has
 * not; 0, or 1 after fail. */
int head_check(struct core *c, const uint32_t *r, enum record_kind kind,
	       uint32_t never);

#endif
