/* snapshot.h - snapshots of a run from which it can resume
 * SPDX-License-Identifier: Apache-2.0
 *
 * A snapshot is a process forked between two cycles. It waits at a pipe and
 * shares its memory with the run until one of them writes to it. On an order it
 * forks again. The new process resumes the run from that cycle, writes waves
 * and ends; the snapshot waits for the next order. Snapshots end with the
 * process that made them, however it ends.
 */
#ifndef WW_SESSION_SNAPSHOT_H
#define WW_SESSION_SNAPSHOT_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "cosim/device/driver.h"
#include "cosim/device/sim.h"

/* An order to a snapshot. */
struct snapshot_order {
	uint64_t from;          /* dump from this cycle on, reset included */
	uint64_t until;         /* cycles since reset: give up there */
	char path[PATH_MAX];
};

struct snapshots;

/* Takes a snapshot every SECONDS of the run that HOOKS drive. Keeps as many as
 * are needed to go back WINDOW cycles, and some older ones, at increasing
 * distances. AWAKE is called in a snapshot that resumes; it must suppress
 * output and end the run in time. NULL: out of memory. */
struct snapshots *snapshots_new(double seconds, uint64_t window,
				const struct cosim_hooks *hooks,
				void (*awake)(void *ctx,
					      const struct snapshot_order *o),
				void *ctx);
/* Ends the snapshots. */
void snapshots_free(struct snapshots *s);

/* The hooks for the driver, and its waves, which are disabled except in a
 * snapshot. */
struct cosim_hooks snapshots_hooks(struct snapshots *s);
struct sim_waves *snapshots_waves(struct snapshots *s);
/* Called after the driver has returned. A process that resumed from a snapshot
 * ends here, with success if GOOD. */
void snapshots_leave(const struct snapshots *s, bool good);

/* Sends order O to the last snapshot before O's first cycle, and waits until it
 * is done; a snapshot takes several orders. Returns its cycle; -1: no such
 * snapshot; -2: it has failed. */
int64_t snapshots_replay(struct snapshots *s, const struct snapshot_order *o);

#endif
