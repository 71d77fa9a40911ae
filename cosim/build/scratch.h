/* scratch.h - directories in the cache for the time of one run
 * SPDX-License-Identifier: Apache-2.0
 *
 * A directory belongs to the process that made it, which holds a lock on a file
 * in it. scratch_make also removes the directories of killed processes: their
 * locks are free. Many processes may share the cache.
 */
#ifndef WW_COSIM_SCRATCH_H
#define WW_COSIM_SCRATCH_H

#include <limits.h>

struct scratch {
	char dir[PATH_MAX];     /* "": none */
	char path[PATH_MAX];    /* an empty directory in DIR, which the owner
				 * may move */
	int lock;
};

/* The purpose of a directory; its name begins with it. */
enum scratch_kind {
	SCRATCH_EMIT, SCRATCH_GATES, SCRATCH_PLACED, SCRATCH_SYNTH,
	SCRATCH_KINDS
};

/* Makes a directory in CACHE. S must be zero. Returns 0, or -1 with errno set
 * and DIR empty. */
int scratch_make(struct scratch *s, const char *cache,
		 enum scratch_kind kind);
/* Removes the directory, if there is one. */
void scratch_remove(struct scratch *s);

/* Removes the directories of killed processes from CACHE: scratch directories
 * and unfinished builds. */
void scratch_sweep(const char *cache);

#endif
