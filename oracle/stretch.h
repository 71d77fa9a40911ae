/* stretch.h - the threads of a party run until they meet
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_ORACLE_STRETCH_H
#define WW_ORACLE_STRETCH_H

#include "oracle/parts.h"

static inline uint32_t lowest(uint32_t mask)
{
	uint32_t n = 0;

	while (!(mask >> n & 1))
		n++;
	return n;
}

static inline uint32_t count_of(uint32_t mask)
{
	uint32_t n = 0;

	for (; mask; mask &= mask - 1)
		n++;
	return n;
}

/* The threads of the party of warp NUMBER, each by itself, to the instruction
 * for which they must meet (WALK_MEET) or that one of them cannot execute
 * (WALK_TRAP; *FIRST says why). WALK_STOP: see the status. */
enum walk stretch_run(struct oracle *o, uint32_t number, struct walker *first);

#endif
