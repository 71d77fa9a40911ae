/* profile_time.h - the cycles of a core over time, in pieces of equal width
 * SPDX-License-Identifier: Apache-2.0
 *
 * A piece starts with a cycle. When all PROFILE_PIECES have begun, each two of
 * them become one: memory is bounded, and no part is lost.
 *
 * A wait is known when it ends, as a range of the share of profile.c. Each
 * piece knows the share at its begin, so the wait is cut exactly where time
 * was.
 */
#ifndef WW_SESSION_PROFILE_TIME_H
#define WW_SESSION_PROFILE_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "session/profile/profile.h"

/* Gets its memory; false if there is none. Released by profile_time_free. */
bool profile_time_new(struct profile_time *t);
void profile_time_free(struct profile_time *t);

/* The first cycle that no piece has. */
uint64_t profile_time_end(const struct profile_time *t);
/* The piece of the cycle profile_time_end begins, at SHARE. */
void profile_time_begin(struct profile_time *t, uint64_t share);

/* Adds PARTS of REASON, or PROFILE_REASONS: no warp, to the last piece, which
 * there is. */
void profile_time_add(struct profile_time *t, int reason, uint64_t parts);
/* Adds a wait between the shares FROM and TO. */
void profile_time_wait(struct profile_time *t, int reason, uint64_t from,
		       uint64_t to);

/* Adds FROM, which has as many pieces, to T, or T is empty. */
void profile_time_sum(struct profile_time *t, const struct profile_time *from);
/* All parts of REASON. */
uint64_t profile_time_all(const struct profile_time *t, int reason);

#endif
