/* snapshot.c - snapshots of a run from which it can resume
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/cosim/snapshot.h"
#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	MOST = 12,              /* snapshots at a time */
	OLD = 6,                /* snapshots older than the window needs */
	POLL = 1024,            /* cycles between two reads of the clock */
	GOOD = 'g', BAD = 'b'   /* reports of a snapshot */
};

struct snapshot {
	uint64_t cycle;         /* reset included */
	pid_t pid;
	int to, from;           /* pipes */
};

struct snapshots {
	struct cosim_hooks inner;
	void (*awake)(void *ctx, const struct snapshot_order *o);
	void *ctx;
	double every, last;     /* seconds */
	uint64_t window, cycle;
	struct snapshot at[MOST];
	int count;
	bool is_copy;           /* this process is a snapshot */
	struct snapshot_order order;    /* current order of a snapshot */
	struct sim_waves waves;
};

/* --- in the snapshot -------------------------------------------------- */

/* Reads an order; false when the run has ended. */
static bool wait_for_order(int from, struct snapshot_order *o)
{
	size_t have = 0;

	while (have < sizeof *o) {
		ssize_t n = read(from, (char *)o + have, sizeof *o - have);

		if (n > 0)
			have += (size_t)n;
		else if (n == 0 || errno != EINTR)
			return false;
	}
	return true;
}

static bool ended_well(pid_t pid)
{
	int status = 1;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void report_result(int to, bool good)
{
	char byte = good ? GOOD : BAD;

	while (write(to, &byte, 1) < 0 && errno == EINTR)
		;
}

/* The loop of a snapshot. For each order it forks a process, which returns from
 * here and becomes the run, so the snapshot can take more orders. The pipes of
 * earlier snapshots are closed here: those snapshots end when no process can
 * write to their pipes. */
static void become_copy(struct snapshots *s, int from, int to)
{
	for (int i = 0; i < s->count; i++) {
		close(s->at[i].to);
		close(s->at[i].from);
	}
	s->count = 0;
	for (;;) {
		pid_t pid;

		if (!wait_for_order(from, &s->order))
			_exit(0);
		pid = fork();
		if (pid == 0)
			break;
		report_result(to, pid > 0 && ended_well(pid));
	}
	close(from);
	close(to);
	s->is_copy = true;
	s->waves.path = s->order.path;
	s->waves.from = s->order.from;
	s->awake(s->ctx, &s->order);
}

void snapshots_leave(const struct snapshots *s, bool good)
{
	if (s->is_copy)
		_exit(good ? 0 : 1);
}

/* --- in the run ------------------------------------------------------- */

static void end(struct snapshot *s)
{
	int status;

	close(s->to);
	close(s->from);
	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		;
}

static void drop(struct snapshots *s, int i)
{
	end(&s->at[i]);
	memmove(&s->at[i], &s->at[i + 1],
		(size_t)(--s->count - i) * sizeof *s->at);
}

/* The cost of dropping snapshot I: the longest distance to simulate again,
 * relative to the cycles to go back. */
static double drop_cost(const struct snapshots *s, int i)
{
	uint64_t before = i ? s->at[i - 1].cycle : 0;

	return (double)(s->at[i + 1].cycle - before) /
	       (double)(s->cycle - before);
}

/* Drops one of the first N snapshots, such that distances increase with age. */
static void thin_out(struct snapshots *s, int n)
{
	int least = 0;

	for (int i = 1; i < n; i++)
		if (drop_cost(s, i) < drop_cost(s, least))
			least = i;
	drop(s, least);
}

/* Keeps up to OLD snapshots from before the window. If there are still too many
 * snapshots, drops every second one and doubles the interval. */
static void make_room(struct snapshots *s)
{
	int old = 0;

	while (old + 1 < s->count &&
	       s->at[old + 1].cycle + s->window < s->cycle)
		old++;
	if (old > OLD)
		thin_out(s, old);
	if (s->count < MOST)
		return;
	for (int i = 1; i < s->count; i++)
		drop(s, i);
	s->every *= 2;
}

/* In the snapshot: closes the other ends of the pipes. */
static void start_snapshot(struct snapshots *s, const int down[2],
			   const int up[2])
{
	close(down[1]);
	close(up[0]);
	become_copy(s, down[0], up[1]);
}

/* Takes a snapshot, or none if no process or pipe is available. */
static void take_snapshot(struct snapshots *s)
{
	int down[2], up[2];
	pid_t pid;

	make_room(s);
	if (pipe(down))
		return;
	if (pipe(up)) {
		close(down[0]);
		close(down[1]);
		return;
	}
	pid = fork();
	if (pid == 0) {
		start_snapshot(s, down, up);
		return;
	}
	close(down[0]);
	close(up[1]);
	if (pid < 0) {
		close(down[1]);
		close(up[0]);
		return;
	}
	s->at[s->count++] = (struct snapshot){ s->cycle, pid, down[1], up[0] };
}

static void drive(void *ctx, struct cosim_pins *pins)
{
	struct snapshots *s = ctx;

	if (s->cycle % POLL == 0 && !s->is_copy &&
	    clock_now() >= s->last + s->every) {
		take_snapshot(s);
		s->last = clock_now();
	}
	s->cycle++;
	s->inner.drive(s->inner.ctx, pins);
}

static int sample(void *ctx, const struct cosim_pins *pins)
{
	const struct snapshots *s = ctx;

	return s->inner.sample(s->inner.ctx, pins);
}

static void storage(void *ctx, struct cosim_storage *out)
{
	const struct snapshots *s = ctx;

	s->inner.storage(s->inner.ctx, out);
}

static void set_store(void *ctx, const struct cosim_store *store)
{
	const struct snapshots *s = ctx;

	s->inner.set_store(s->inner.ctx, store);
}

/* --- interface -------------------------------------------------------- */

struct snapshots *snapshots_new(double seconds, uint64_t window,
				const struct cosim_hooks *hooks,
				void (*awake)(void *ctx,
					      const struct snapshot_order *o),
				void *ctx)
{
	struct snapshots *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->inner = *hooks;
	s->awake = awake;
	s->ctx = ctx;
	s->every = seconds;
	s->last = clock_now();
	s->window = window;
	s->waves.from = UINT64_MAX;
	return s;
}

void snapshots_free(struct snapshots *s)
{
	if (!s)
		return;
	while (s->count)
		drop(s, s->count - 1);
	free(s);
}

struct cosim_hooks snapshots_hooks(struct snapshots *s)
{
	return (struct cosim_hooks){ s, drive, sample, storage, set_store };
}

struct sim_waves *snapshots_waves(struct snapshots *s)
{
	return &s->waves;
}

static bool send_order(const struct snapshot *s, const struct snapshot_order *o)
{
	size_t sent = 0;

	while (sent < sizeof *o) {
		ssize_t n = write(s->to, (const char *)o + sent,
				  sizeof *o - sent);

		if (n > 0)
			sent += (size_t)n;
		else if (errno != EINTR)
			return false;
	}
	return true;
}

static bool receive_result(const struct snapshot *s)
{
	char byte = BAD;

	while (read(s->from, &byte, 1) < 0 && errno == EINTR)
		;
	return byte == GOOD;
}

int64_t snapshots_replay(struct snapshots *s, const struct snapshot_order *o)
{
	int best = s->count - 1;

	while (best >= 0 && s->at[best].cycle >= o->from)
		best--;
	if (best < 0)
		return -1;
	return send_order(&s->at[best], o) && receive_result(&s->at[best]) ?
	       (int64_t)s->at[best].cycle : -2;
}
