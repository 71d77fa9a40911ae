/* stretch.h - runs the active threads of a warp until they must meet
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

/* Runs each thread of the party of warp NUMBER alone. Returns WALK_MEET before
 * an instruction of the whole warp, WALK_TRAP before one that thread *FIRST
 * cannot execute, or WALK_STOP (see the status). */
enum walk stretch_run(struct oracle *o, uint32_t number, struct walker *first);

#endif
