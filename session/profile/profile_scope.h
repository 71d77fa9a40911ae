/* profile_scope.h - what the cycles of a warp count for besides instructions
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each warp belongs to a launch, or to none. Launches are numbered as their
 * doorbells are rung; number 0 stands for none. And each warp is in the regions
 * that it has begun and not ended (ww_profile.h). A warp that wspawn starts is
 * in those of the warp that starts it.
 */
#ifndef WW_SESSION_PROFILE_SCOPE_H
#define WW_SESSION_PROFILE_SCOPE_H

#include "session/profile/profile.h"

/* A warp is in the outermost of so many regions. */
enum { PROFILE_DEPTH = 16 };

/* Of a warp. */
struct profile_scope {
	uint32_t launch;
	uint32_t depth;         /* regions that have begun; perhaps more than */
	uint32_t region[PROFILE_DEPTH];
};

struct profile_scopes {
	struct profile_launch *launch;  /* by number */
	size_t count, room;
	struct profile_region *region;  /* NAME is borrowed */
	size_t regions, region_room;
	uint64_t unpaired;      /* ends of regions that had not begun */
	uint32_t slot[GOLDEN_MAX_LAUNCHES];     /* numbers of launches */
	uint32_t last;          /* launch that gave a block last, or 0 */
};

/* False without memory. */
bool profile_scopes_new(struct profile_scopes *s);
/* Adds the regions of IMAGE, which must outlive S. False without memory. */
bool profile_scopes_regions(struct profile_scopes *s,
			    const struct elf_image *image);
void profile_scopes_free(struct profile_scopes *s);

/* SCOPE gets PARTS of REASON, or N more of COUNT. */
void profile_scope_add(struct profile_scopes *s,
		       const struct profile_scope *scope, int reason,
		       uint64_t parts);
void profile_scope_count(struct profile_scopes *s,
			 const struct profile_scope *scope,
			 enum profile_count count, uint64_t n);
/* The same for what comes behind the issue of an instruction: the warp may have
 * ended a region since, so regions have no such counts. */
void profile_scope_late(struct profile_scopes *s,
			const struct profile_scope *scope,
			enum profile_count count, uint64_t n);
/* Begins the region NAME, or with "" ends the last one. */
void profile_scope_mark(struct profile_scopes *s, struct profile_scope *scope,
			const char *name);

/* As profile_launch. False without memory. */
bool profile_scopes_launch(struct profile_scopes *s, uint64_t cycle,
			   uint32_t slot, enum cosim_launch_step step,
			   uint32_t program, uint32_t pc);
/* A reset in CYCLE ends all launches. */
void profile_scopes_cut(struct profile_scopes *s, uint64_t cycle);
/* Do the launches have the parts of ALL? */
bool profile_scopes_whole(const struct profile_scopes *s,
			  const struct profile_sum *all);

#endif
