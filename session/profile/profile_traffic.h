/* profile_traffic.h - bytes that move behind the caches
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bytes count as whole beats. A line that moves into a data cache belongs to
 * the instruction whose request is the first to miss it; what a cache writes
 * back belongs to none.
 */
#ifndef WW_SESSION_PROFILE_TRAFFIC_H
#define WW_SESSION_PROFILE_TRAFFIC_H

#include <stdint.h>

#include "cosim/cosim.h"

/* Bytes read for data, written, read for instructions. */
struct profile_traffic { uint64_t read, written, insns; };

enum { PROFILE_LINES = 256 };

/* The last lines that a data cache has read and no request has taken; all of
 * one size. */
struct profile_lines_read {
	uint32_t bytes;         /* of a line; 0: none has been read */
	uint32_t addr[PROFILE_LINES];
	bool there[PROFILE_LINES];
};

void profile_traffic_add(struct profile_traffic *into,
			 const struct cosim_traffic *t);
void profile_line_read(struct profile_lines_read *l, uint32_t addr,
		       uint32_t bytes);
/* The bytes of the line of ADDR, if no other request has taken it, else 0. */
uint32_t profile_line_taken(struct profile_lines_read *l, uint32_t addr);

#endif
