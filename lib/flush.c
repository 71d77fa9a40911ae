/* flush.c - libwarpwright: a second-level cache between the cores and the host
 * SPDX-License-Identifier: Apache-2.0
 *
 * The host reads and writes memory, not the cache. So before it does, an empty
 * launch with the flag `flush` writes the cache back and empties it, unless
 * nothing has run since the last one. First-level caches need nothing: a launch
 * begins with an acquire and ends with a release.
 */
#include "isa/isa.h"
#include "lib/wwd.h"

/* The owner of the memory that has the code of the empty launch. */
static const struct wwd_program nobody;

int wwd_flush_prepare(struct wwd *d)
{
	uint32_t code = isa_encode(ISA_TMC, 0, 0, 0, 0), addr;
	int error;

	if (!d->behind_l2)
		return 0;
	error = wwd_take_highest(d, d->line, d->line, &nobody, &addr);
	if (!error)
		error = d->backend->write(d, addr, &code, sizeof code);
	d->flush_code = addr;
	d->flushed = true;
	return error;
}

static struct wwd_ticket empty_launch(const struct wwd *d)
{
	struct wwd_ticket t = { .state = WWD_HELD };

	t.word[ISA_LAUNCH_PC] = d->flush_code;
	t.word[ISA_LAUNCH_FLAGS] = ISA_LAUNCH_FLUSH;
	for (int i = ISA_LAUNCH_GRID_X; i <= ISA_LAUNCH_DIM_Z; i++)
		t.word[i] = 1;
	return t;
}

/* The launches in flight leave no room for T, and do not go on. */
static int give_up(struct wwd *d, const struct wwd_ticket *t)
{
	int error = 0;

	if (t->state == WWD_RUNG)
		error = d->backend->abort(d, t->slot);
	while (t->state == WWD_RUNG && (!error || error == WWD_E_DEADLOCK))
		error = wwd_go_on(d);
	return wwd_fail(WWD_E_BUSY, "the launches in flight wait for what "
			"cannot happen, so the second-level cache cannot be "
			"written back; abort one");
}

/* Runs T. Other threads have their turns meanwhile, and may reset D. */
static int run_empty(struct wwd *d, struct wwd_ticket *t)
{
	int error = 0;

	while (!error && t->state != WWD_DONE) {
		if (t->state == WWD_HELD)
			error = wwd_ring_first(d, t);
		if (!error)
			error = wwd_go_on(d);
		if (error == WWD_E_DEADLOCK)
			return give_up(d, t);
		wwd_give(d, 0);
		if (wwd_take(d))
			return wwd_failed(d);
		if (t->state == WWD_RUNG && d->in[t->slot] != t)
			return 0;
	}
	return error;
}

int wwd_own(struct wwd *d)
{
	struct wwd_ticket t = empty_launch(d);
	int error;

	if (!d->flush_code || d->flushed)
		return 0;
	d->owners++;
	error = run_empty(d, &t);
	d->owners--;
	if (t.state == WWD_RUNG && d->in[t.slot] == &t)
		d->in[t.slot] = NULL;
	d->flushed = !error && !wwd_in_flight(d);
	return error;
}
