/* profile_scope.h - what the cycles of a warp count for besides instructions
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each warp belongs to a launch, or to none. Launches are numbered as their
 * doorbells are rung; number 0 stands for none.
 */
#ifndef WW_CLI_PROFILE_SCOPE_H
#define WW_CLI_PROFILE_SCOPE_H

#include "cli/profile/profile.h"

/* Of a warp. */
struct profile_scope {
	uint32_t launch;
};

struct profile_scopes {
	struct profile_launch *launch;  /* by number */
	size_t count, room;
	uint32_t slot[GOLDEN_MAX_LAUNCHES];     /* numbers of launches */
};

/* False without memory. */
bool profile_scopes_new(struct profile_scopes *s);
void profile_scopes_free(struct profile_scopes *s);

/* SCOPE gets PARTS of REASON; an instruction of so many THREADS has issued. */
void profile_scope_add(struct profile_scopes *s,
		       const struct profile_scope *scope, int reason,
		       uint64_t parts);
void profile_scope_issue(struct profile_scopes *s,
			 const struct profile_scope *scope, uint32_t threads);

/* As profile_launch. False without memory. */
bool profile_scopes_launch(struct profile_scopes *s, uint64_t cycle,
			   uint32_t slot, enum cosim_launch_step step,
			   uint32_t pc);
/* Do the launches have the parts of ALL? */
bool profile_scopes_whole(const struct profile_scopes *s,
			  const struct profile_sum *all);

#endif
