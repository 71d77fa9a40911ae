/* profile_warps.h - the active threads of each warp over time
 * SPDX-License-Identifier: Apache-2.0
 *
 * The time of a warp is a list of spans: cycles in which it had the same active
 * threads, the same depth of its stack and the same launch. All warps together
 * have at most PROFILE_SPANS. When they have more, neighbouring spans of a warp
 * that are shorter than LEAST cycles become one, and LEAST doubles. No cycle
 * and no thread is lost: a merged span knows its sum.
 */
#ifndef WW_SESSION_PROFILE_WARPS_H
#define WW_SESSION_PROFILE_WARPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROFILE_SPANS = 16384 };

struct profile_span {
	uint64_t cycles;
	uint64_t threads;       /* active, summed over the cycles */
	uint32_t mask;          /* threads that were active in one of them */
	uint32_t depth;         /* most entries of its stack */
	uint32_t launch;        /* at its begin; 0: none */
	bool merged;            /* MASK or DEPTH changed within it */
};

struct profile_warps {
	uint32_t count;
	uint64_t least;         /* 0: no spans have been merged */
	size_t spans;           /* of all warps */
	struct profile_track {
		struct profile_span *at;
		size_t count, room;
		uint64_t begin;         /* of NOW, which is not in AT yet */
		struct profile_span now;
	} *track;
};

/* For COUNT warps, none of which is active; false without memory. */
bool profile_warps_new(struct profile_warps *w, uint32_t count);
void profile_warps_free(struct profile_warps *w);

/* From CYCLE on WARP has the threads MASK, and DEPTH entries in its stack, and
 * belongs to LAUNCH. CYCLE must not decrease. False without memory. */
bool profile_warps_set(struct profile_warps *w, uint32_t warp, uint64_t cycle,
		       uint32_t mask, uint32_t depth, uint32_t launch);
/* No warp is active from CYCLE on; their spans end there. */
bool profile_warps_end(struct profile_warps *w, uint64_t cycle);

#endif
