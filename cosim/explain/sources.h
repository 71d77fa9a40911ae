/* sources.h - the registers that an instruction reads, in which lanes
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_SOURCES_H
#define WW_COSIM_SOURCES_H

#include "cosim/cosim.h"

/* Which lanes of which registers an instruction reads. */
struct sources {
	uint32_t reg[COSIM_OPERANDS];
	uint32_t lanes[COSIM_OPERANDS];
	uint32_t count;
};

/* The registers that FX reads (not all those of clone). */
void slot_sources(const struct golden_effect *fx, struct sources *s);

#endif
