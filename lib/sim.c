/* sim.c - libwarpwright: a simulator that runs and stops between two cycles
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "base/clock.h"
#include "lib/lockstep.h"

enum { LOOK = 64 };             /* cycles between two looks at the clock */

static void wait_for(sem_t *s)
{
	while (sem_wait(s) && errno == EINTR)
		;
}

/* --- in the thread of the simulator --------------------------------------- */

static void drive(void *ctx, struct cosim_pins *pins)
{
	struct wwd_sim *s = ctx;

	if (s->stop) {
		s->stop = false;
		sem_post(&s->back);
		wait_for(&s->go);
	}
	s->inner.drive(s->inner.ctx, pins);
}

/* Launches are in flight and cannot go on, or the poll that says so comes
 * later: the host may abort them, so the run is not over. */
static bool goes_on(struct wwd_sim *s)
{
	enum harness_status status = harness_status(s->harness);

	s->went = status;
	if (status != HARNESS_DEADLOCK)
		return false;
	harness_resume(s->harness);
	s->stop = true;
	return true;
}

static int sample(void *ctx, const struct cosim_pins *pins)
{
	struct wwd_sim *s = ctx;
	int over = s->inner.sample(s->inner.ctx, pins);

	if (s->quit)
		return 1;
	if (over && !goes_on(s))
		return over;
	if (s->looks-- == 0) {
		s->looks = LOOK;
		s->stop |= clock_now() >= s->until;
	}
	return 0;
}

static void storage(void *ctx, struct cosim_storage *out)
{
	struct wwd_sim *s = ctx;

	s->inner.storage(s->inner.ctx, out);
}

static void set_store(void *ctx, const struct cosim_store *store)
{
	struct wwd_sim *s = ctx;

	s->inner.set_store(s->inner.ctx, store);
}

static void *simulate(void *ctx)
{
	struct wwd_sim *s = ctx;
	const struct sim_run run = {
		.model = s->model, .shape = s->shape,
		.hooks = { s, drive, sample, storage, set_store },
		.why = s->why, .why_size = sizeof s->why
	};

	s->bad = s->sim->run(&run);
	s->ended = true;
	sem_post(&s->back);
	return NULL;
}

/* --- in the threads of the host ------------------------------------------- */

/* Starts the thread; signals are for the threads of the host. */
static int start(struct wwd_sim *s)
{
	sigset_t all, old;
	int bad;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	bad = pthread_create(&s->thread, NULL, simulate, s);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return bad;
}

int wwd_sim_begin(struct wwd_sim *s)
{
	s->inner = harness_hooks(s->harness);
	s->stop = true;
	s->went = HARNESS_RUNNING;
	sem_init(&s->go, 0, 0);
	sem_init(&s->back, 0, 0);
	s->started = !start(s);
	if (!s->started)
		return wwd_fail(WWD_E_MEMORY, "no thread for the simulator");
	wait_for(&s->back);
	return s->ended ? wwd_fail(WWD_E_TOOL, "%s", s->why) : 0;
}

void wwd_sim_run(struct wwd_sim *s, double seconds)
{
	s->until = clock_now() + seconds;
	s->looks = LOOK;
	s->went = HARNESS_RUNNING;
	if (s->ended)
		return;
	sem_post(&s->go);
	wait_for(&s->back);
}

void wwd_sim_end(struct wwd_sim *s)
{
	if (!s->started)
		return;
	s->quit = true;
	if (!s->ended)
		sem_post(&s->go);
	pthread_join(s->thread, NULL);
	s->started = false;
	sem_destroy(&s->go);
	sem_destroy(&s->back);
}
