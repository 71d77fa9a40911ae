/* scratch.h - directories in the cache for the time of one run
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each belongs to the process that made it, which holds a lock in it. Making
 * one removes those of processes that were killed: theirs nobody locks. Many
 * processes may share the cache.
 */
#ifndef WW_COSIM_SCRATCH_H
#define WW_COSIM_SCRATCH_H

#include <limits.h>

struct scratch {
	char dir[PATH_MAX];     /* "": there is none */
	char path[PATH_MAX];    /* in it, empty: the owner's, to be moved too */
	int lock;
};

/* What one is for, which its name says. */
enum scratch_kind {
	SCRATCH_EMIT, SCRATCH_GATES, SCRATCH_PLACED, SCRATCH_SYNTH,
	SCRATCH_KINDS
};

/* Makes one in CACHE. 0, or -1 with errno set and DIR empty. S was zero. */
int scratch_make(struct scratch *s, const char *cache,
		 enum scratch_kind kind);
/* Removes it, if there is one. */
void scratch_remove(struct scratch *s);

/* Removes what killed processes left in CACHE: scratch directories, and what
 * they had begun to build. */
void scratch_sweep(const char *cache);

#endif
