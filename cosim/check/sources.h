/* sources.h - the registers that an instruction reads, and in which lanes
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_SOURCES_H
#define WW_COSIM_SOURCES_H

#include "cosim/cosim.h"

/* Registers that an instruction reads, each with its lanes. */
struct sources {
	uint32_t reg[COSIM_OPERANDS];
	uint32_t lanes[COSIM_OPERANDS];
	uint32_t count;
};

/* Finds the registers that FX reads; those of clone are left out. */
void slot_sources(const struct golden_effect *fx, struct sources *s);

#endif
