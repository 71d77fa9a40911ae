/* guest.c - a session beside a run that somebody else drives
 * SPDX-License-Identifier: Apache-2.0
 *
 * The session has a stack of its own. So it waits for GDB, and asks for the
 * next step, in the middle of its work, while the run stands in a watcher; and
 * the other way round.
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <ucontext.h>

#include "gdb/target.h"

enum { STACK = 1 << 18 /* bytes */ };

struct guest {
	ucontext_t session, program;
	enum golden_status how;
	void *stack;
};

/* The session that is about to start: makecontext passes no pointers. */
static struct gdb *starting;

static void session(void)
{
	struct gdb *d = starting;

	gdb_session(d);
	setcontext(&d->guest->program);
}

int guest_start(struct gdb *d)
{
	struct guest *t = calloc(1, sizeof *t);

	d->guest = t;
	if (!t)
		return -1;
	t->stack = malloc(STACK);
	if (!t->stack || getcontext(&t->session))
		return -1;
	t->session.uc_stack.ss_sp = t->stack;
	t->session.uc_stack.ss_size = STACK;
	makecontext(&t->session, session, 0);
	starting = d;
	return swapcontext(&t->program, &t->session);
}

void guest_free(struct gdb *d)
{
	if (d->guest)
		free(d->guest->stack);
	free(d->guest);
}

enum golden_status guest_run(struct gdb *d)
{
	struct guest *t = d->guest;

	swapcontext(&t->session, &t->program);
	return t->how;
}

void guest_stop(struct gdb *d, enum golden_status how)
{
	struct guest *t = d->guest;

	t->how = how;
	swapcontext(&t->program, &t->session);
}
