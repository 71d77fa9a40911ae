/* snapshot.h - moments of a run that can be gone back to
 * SPDX-License-Identifier: Apache-2.0
 *
 * A snapshot is a process forked between two cycles, which waits at a pipe
 * and shares its memory with the run until one of them writes to it. Told to
 * go on, it forks again; the new process becomes the run from that cycle on,
 * writes waves, and ends, and the snapshot waits for another order. Snapshots
 * end with the process that made them, however it ends.
 */
#ifndef WW_CLI_SNAPSHOT_H
#define WW_CLI_SNAPSHOT_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "cosim/device/driver.h"
#include "cosim/device/sim.h"

/* What a snapshot is told to do. */
struct snapshot_order {
	uint64_t from;          /* dump from this cycle on, reset included */
	uint64_t until;         /* cycles since reset: give up there */
	char path[PATH_MAX];
};

struct snapshots;

/* Takes one every SECONDS of the run that HOOKS drive, as many as are needed to
 * go back WINDOW cycles, and some older ones, the older the farther apart.
 * AWAKE is called in a snapshot that goes on, to make the run quiet and end it
 * in time. NULL: no memory. */
struct snapshots *snapshots_new(double seconds, uint64_t window,
				const struct cosim_hooks *hooks,
				void (*awake)(void *ctx,
					      const struct snapshot_order *o),
				void *ctx);
/* Ends the snapshots. */
void snapshots_free(struct snapshots *s);

/* What the driver is to call, and its waves: none, unless in a snapshot. */
struct cosim_hooks snapshots_hooks(struct snapshots *s);
struct sim_waves *snapshots_waves(struct snapshots *s);
/* The driver has returned. A snapshot ends here, well if GOOD. */
void snapshots_leave(const struct snapshots *s, bool good);

/* Lets the last snapshot before O's first cycle do what O says and waits for
 * it; it may be asked again. Its cycle, -1 if there is none, -2 if it has
 * failed. */
int64_t snapshots_replay(struct snapshots *s, const struct snapshot_order *o);

#endif
