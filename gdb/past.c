/* past.c - snapshots of a session, to which it can go back
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include "gdb/past.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum {
	SLOTS = 16,             /* processes that can wait */
	MOST = 10,              /* snapshots that are kept by time */
	LOOK = 256,             /* instructions from one look at the clock to
				 * the next */
	HANDED_ON = 120         /* exit status: another process goes on */
};

static const double FIRST = 0.25; /* s between the first snapshots */

struct snapshot {
	uint64_t position;
	int slot;
	bool asked;             /* taken at once, not by time */
};

/* Memory that all processes share. */
struct table {
	struct snapshot at[SLOTS];      /* by position */
	int count;
	pid_t pid[SLOTS];       /* 0: the slot is free */
	bool dead[SLOTS];       /* no snapshot of the table any more */
	double every;           /* s */
	pid_t worker;           /* the process that has the session */
};

struct past {
	struct table *table;
	size_t bytes;           /* of the shared memory */
	int order[SLOTS][2];    /* pipes: a byte wakes the snapshot */
	int life[2];            /* closed when the first process ends */
	int done[2];            /* the status of the last process */
	int slot;               /* of the snapshot that woke this one; or -1 */
	uint64_t woken, looks;
	double last;            /* when a snapshot was taken */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- the process that began --------------------------------------------- */

/* Waits for PID, or for the status of a later process; passes signals on. */
static int wait_status(const struct past *p, pid_t pid,
		       const volatile sig_atomic_t *stop)
{
	int status = 0;
	ssize_t n;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		if (stop && *stop)
			kill(p->table->worker, SIGTERM);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != HANDED_ON)
		return status;
	while ((n = read(p->done[0], &status, sizeof status)) < 0 &&
	       errno == EINTR)
		if (stop && *stop)
			kill(p->table->worker, SIGTERM);
	return n == sizeof status ? status : 1 << 8;
}

/* Ends as the session does. */
static void stand_by(const struct past *p, pid_t pid, struct rsp *r,
		     const volatile sig_atomic_t *stop)
{
	int status;

	rsp_close(r);
	close(p->life[0]);
	close(p->done[1]);
	status = wait_status(p, pid, stop);
	close(p->life[1]);
	while (wait(NULL) > 0)
		;
	if (WIFEXITED(status))
		_exit(WEXITSTATUS(status));
	signal(WTERMSIG(status), SIG_DFL);
	raise(WTERMSIG(status));
	_exit(1);
}

static void close_all(struct past *p)
{
	for (int i = 0; i < SLOTS; i++)
		for (int k = 0; k < 2; k++)
			if (p->order[i][k] >= 0)
				close(p->order[i][k]);
	for (int k = 0; k < 2; k++) {
		if (p->life[k] >= 0)
			close(p->life[k]);
		if (p->done[k] >= 0)
			close(p->done[k]);
	}
}

static bool open_all(struct past *p)
{
	bool good = true;

	memset(p->order, -1, sizeof p->order);
	p->life[0] = p->life[1] = p->done[0] = p->done[1] = -1;
	for (int i = 0; i < SLOTS && good; i++)
		good = !pipe(p->order[i]);
	return good && !pipe(p->life) && !pipe(p->done);
}

/* Makes the pipes and the shared memory. */
static struct past *create(void **notes, size_t bytes)
{
	struct past *p = calloc(1, sizeof *p);
	void *shared;

	if (!p)
		return NULL;
	p->bytes = sizeof *p->table + bytes;
	shared = mmap(NULL, p->bytes, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || !open_all(p)) {
		if (shared != MAP_FAILED) {
			munmap(shared, p->bytes);
			close_all(p);
		}
		free(p);
		return NULL;
	}
	p->table = shared;
	p->table->every = FIRST;
	*notes = (char *)shared + sizeof *p->table;
	p->slot = -1;
	return p;
}

struct past *past_begin(struct rsp *r, const volatile sig_atomic_t *stop,
			void **notes, size_t bytes)
{
	struct past *p = create(notes, bytes);
	pid_t pid;

	if (!p)
		return NULL;
	fflush(NULL);
#ifdef __linux__
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
	pid = fork();
	if (pid > 0)
		stand_by(p, pid, r, stop);
	if (pid < 0) {
		close_all(p);
		munmap(p->table, p->bytes);
		free(p);
		return NULL;
	}
	close(p->life[1]);
	close(p->done[0]);
	p->life[1] = p->done[0] = -1;
	p->table->worker = getpid();
	p->last = now();
	return p;
}

void past_free(struct past *p)
{
	if (!p)
		return;
	close_all(p);
	munmap(p->table, p->bytes);
	free(p);
}

/* --- the table ---------------------------------------------------------- */

static void drop(struct past *p, int i)
{
	struct table *t = p->table;

	t->dead[t->at[i].slot] = true;
	memmove(&t->at[i], &t->at[i + 1],
		(size_t)(--t->count - i) * sizeof *t->at);
}

/* A free slot, or -1. Ends dead snapshots, but not the one that waits for this
 * process. */
static int free_slot(struct past *p)
{
	struct table *t = p->table;
	int slot = -1;

	for (int i = 0; i < SLOTS; i++) {
		if (t->dead[i] && i != p->slot) {
			kill(t->pid[i], SIGKILL);
			t->dead[i] = false;
			t->pid[i] = 0;
		}
		if (!t->pid[i])
			slot = i;
	}
	return slot;
}

static void insert(struct past *p, const struct snapshot *s, pid_t pid)
{
	struct table *t = p->table;
	int i = t->count;

	while (i > 0 && t->at[i - 1].position > s->position)
		i--;
	memmove(&t->at[i + 1], &t->at[i],
		(size_t)(t->count++ - i) * sizeof *t->at);
	t->at[i] = *s;
	t->pid[s->slot] = pid;
}

/* Keeps one snapshot that was asked for, and MOST others: when there are more,
 * every second is dropped, and the next ones come half as often. */
static void make_room(struct past *p, bool asked)
{
	struct table *t = p->table;

	for (int i = t->count - 1; i >= 0 && asked; i--)
		if (t->at[i].asked)
			drop(p, i);
	if (asked || t->count < MOST)
		return;
	for (int i = 1; i < t->count; i++)
		drop(p, i);
	t->every *= 2;
}

/* --- in a snapshot ------------------------------------------------------ */

/* Waits for an order; ends with the session. */
static void wait_order(const struct past *p, int slot)
{
	struct pollfd f[2] = { { .fd = p->order[slot][0], .events = POLLIN },
			       { .fd = p->life[0], .events = POLLIN } };
	char byte;

	for (;;) {
		if (poll(f, 2, -1) < 0)
			continue;
		if (f[1].revents)
			_exit(0);
		if (f[0].revents && read(f[0].fd, &byte, 1) == 1)
			return;
	}
}

/* Returns in a process that has the session. */
static void serve_orders(struct past *p, int slot, uint64_t position)
{
	void (*before)(int) = signal(SIGINT, SIG_IGN);
	int status;
	pid_t pid;

	for (;;) {
		wait_order(p, slot);
		pid = fork();
		if (!pid)
			break;
		status = 1 << 8;
		while (pid > 0 && waitpid(pid, &status, 0) < 0 &&
		       errno == EINTR)
			;
		if (WIFEXITED(status) && WEXITSTATUS(status) == HANDED_ON)
			continue;
		if (write(p->done[1], &status, sizeof status) < 0)
			_exit(1);
	}
	signal(SIGINT, before);
	p->slot = slot;
	p->woken = position;
	p->last = now();
	p->table->worker = getpid();
}

/* --- in the session ------------------------------------------------------ */

/* Is it time for a snapshot at POSITION? */
static bool is_time(struct past *p, uint64_t position)
{
	const struct table *t = p->table;

	if (!t->count)
		return true;
	if (++p->looks % LOOK || position <= t->at[t->count - 1].position)
		return false;
	return now() >= p->last + t->every;
}

bool past_keep(struct past *p, uint64_t position, bool asked)
{
	struct snapshot s = { position, 0, asked };
	pid_t pid;

	if (!asked && !is_time(p, position))
		return false;
	make_room(p, asked);
	s.slot = free_slot(p);
	if (s.slot < 0)
		return false;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		serve_orders(p, s.slot, position);
		return true;
	}
	if (pid > 0)
		insert(p, &s, pid);
	p->last = now();
	return false;
}

void past_wake(struct past *p, uint64_t position)
{
	const struct table *t = p->table;
	int i = t->count - 1;

	while (i >= 0 && t->at[i].position > position)
		i--;
	if (i < 0 || write(p->order[t->at[i].slot][1], "", 1) != 1)
		return;
	fflush(NULL);
	_exit(HANDED_ON);
}

uint64_t past_first(const struct past *p)
{
	return p->table->count ? p->table->at[0].position : UINT64_MAX;
}

uint64_t past_woken(const struct past *p)
{
	return p->woken;
}

void past_forget(struct past *p)
{
	while (p->table->count)
		drop(p, p->table->count - 1);
}
