/* profile_limits.h - what a core could do in a cycle, beside what it did
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_PROFILE_LIMITS_H
#define WW_SESSION_PROFILE_LIMITS_H

#include "gen/params.h"
#include "session/profile/profile.h"

/* Sets the limits of A to those of a machine of CFG. */
void profile_limits(struct profile_about *a, const struct config *cfg);
/* Writes operations and bytes a cycle, and the most of them. */
void profile_put_limits(const struct profile *p, const struct profile_about *a,
			FILE *out);

#endif
