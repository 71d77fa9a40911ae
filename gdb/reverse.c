/* reverse.c - reverse steps: the past is executed again, from a snapshot
 * SPDX-License-Identifier: Apache-2.0
 *
 * A place is the number of instructions that have been executed. To go back,
 * a first run from the last snapshot finds the last place that stops; if there
 * is none, one from the snapshot before it; a second run goes to that place.
 * Each run is a process of its own (past.h), so what GDB has asked for is in
 * memory that they share.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gdb/past.h"
#include "gdb/target.h"

enum { NEAR = 4096 /* instructions in front of a place gone to */ };

/* What all processes of a session know. */
struct notes {
	bool step;              /* of LANE, else to a point */
	struct gdb_lane lane;
	struct gdb_point points[GDB_POINTS];
	uint32_t point_count;
	bool goes;              /* to LIMIT, which stops; else looks for one */
	uint64_t limit;         /* in front of it */
	bool found;
	uint64_t best;          /* the last place that stops */
	bool begins;            /* LIMIT is where the past begins */
	uint64_t printed;       /* bytes of the console that have been shown */
};

void reverse_begin(struct gdb *d)
{
	void *notes = NULL;

	d->past = past_begin(&d->rsp, d->plan->stop, &notes,
			     sizeof *d->notes);
	d->notes = notes;
}

bool reverse_is_new(struct gdb *d)
{
	if (!d->past)
		return true;
	if (++d->printed <= d->notes->printed)
		return false;
	d->notes->printed = d->printed;
	return true;
}

void reverse_forget(struct gdb *d)
{
	if (d->past)
		past_forget(d->past);
}

/* --- what is printed meanwhile ------------------------------------------ */

/* What is executed again has printed before: TO replaces stdout and stderr. */
static void mute(struct gdb *d)
{
	int nowhere = open("/dev/null", O_WRONLY);

	for (int i = 0; i < 2; i++)
		d->spoken[i] = dup(i + 1);
	if (nowhere < 0)
		return;
	dup2(nowhere, 1);
	dup2(nowhere, 2);
	close(nowhere);
}

static void unmute(struct gdb *d)
{
	fflush(stdout);
	fflush(stderr);
	for (int i = 0; i < 2; i++) {
		if (d->spoken[i] < 0)
			continue;
		dup2(d->spoken[i], i + 1);
		close(d->spoken[i]);
	}
}

/* --- two runs ----------------------------------------------------------- */

/* Wakes a snapshot for the run to LIMIT. Returns if there is none. */
static void go_back(struct gdb *d, uint64_t limit, uint64_t from)
{
	d->notes->limit = limit;
	past_wake(d->past, from);
}

/* The place LIMIT of the first run is reached. Does not return. */
static void decide(struct gdb *d)
{
	struct notes *n = d->notes;
	uint64_t from = past_woken(d->past);

	if (!n->found && from > past_first(d->past))
		go_back(d, from, from - 1);
	n->goes = true;
	n->begins = !n->found;
	go_back(d, n->found ? n->best : past_first(d->past),
		n->found ? n->best : past_first(d->past));
	_exit(1);
}

/* The place LIMIT of the second run is reached: FX is next. */
static void arrive(struct gdb *d, const struct golden_effect *fx)
{
	const struct notes *n = d->notes;

	unmute(d);
	d->seeks = false;
	gdb_note_stop(d, n->lane, n->begins ? "replaylog:begin;" : "");
	if (!n->step && !n->begins)
		gdb_note_point(d, fx);
}

/* A process that has been woken: the session it remembers is an older one. */
static void take_over(struct gdb *d)
{
	const struct notes *n = d->notes;

	if (!d->seeks)
		mute(d);
	d->seeks = true;
	d->signal = 0;
	d->splits = false;
	d->until = 0;
	d->told.kinds = 0;
	d->mode = GDB_FREE;
	d->go = d->at = n->lane;
	d->point_count = n->point_count;
	memcpy(d->points, n->points, sizeof d->points);
	d->rsp.unread_from = d->rsp.unread_to = 0;
}

/* Does a step of the thread, or a point, stop in front of FX? */
static bool stops_here(struct gdb *d, const struct golden_effect *fx)
{
	const struct gdb_lane *l = &d->notes->lane;

	return d->notes->step ? l->core == fx->core && l->warp == fx->warp &&
				fx->tmask >> l->lane & 1 :
		gdb_is_point(d, fx);
}

void reverse_look(struct gdb *d, const struct golden_effect *fx, bool *arrives)
{
	struct notes *n = d->notes;

	*arrives = false;
	if (!d->past || (!d->seeks && d->mode == GDB_ALL))
		return;
	if (past_keep(d->past, d->position, d->seeks && n->goes &&
		      n->limit == d->position + NEAR &&
		      d->position > past_woken(d->past) + 4 * NEAR))
		take_over(d);
	if (!d->seeks)
		return;
	if (d->position < n->limit) {
		if (!n->goes && stops_here(d, fx)) {
			n->found = true;
			n->best = d->position;
		}
		return;
	}
	if (!n->goes)
		decide(d);
	arrive(d, fx);
	*arrives = true;
}

void reverse_end(struct gdb *d)
{
	if (d->seeks)
		decide(d);
}

void reverse_go(struct gdb *d, bool step)
{
	struct notes *n = d->notes;

	n->step = step;
	n->lane = d->at;
	n->point_count = d->point_count;
	memcpy(n->points, d->points, sizeof n->points);
	n->goes = n->found = n->begins = false;
	if (d->position && past_first(d->past) < d->position)
		go_back(d, d->position, d->position - 1);
	gdb_note_stop(d, d->at, "replaylog:begin;");
}
