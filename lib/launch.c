/* launch.c - libwarpwright: launches and their results
 * SPDX-License-Identifier: Apache-2.0
 *
 * A launch is held while no slot is free, then rung, then done. Its ticket is
 * there until wwd_wait has returned the result; its slot is free at once.
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cosim/explain/report.h"
#include "lib/wwd.h"

/* --- tickets -------------------------------------------------------------- */

static struct wwd_ticket *find(struct wwd *d, uint32_t number)
{
	struct wwd_ticket *t = d->tickets;

	while (t && t->number != number)
		t = t->next;
	return t;
}

static int unknown(uint32_t number)
{
	return wwd_fail(WWD_E_TICKET, "no launch has ticket %" PRIu32
			", or its result has been returned", number);
}

static void forget(struct wwd *d, const struct wwd_ticket *t)
{
	struct wwd_ticket **at = &d->tickets;

	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	free((void *)t);
}

static struct wwd_ticket *add(struct wwd *d)
{
	struct wwd_ticket **at = &d->tickets, *t = calloc(1, sizeof *t);

	if (!t)
		return NULL;
	while (*at)
		at = &(*at)->next;
	do
		t->number = ++d->last_ticket;
	while (!t->number || find(d, t->number));
	*at = t;
	return t;
}

/* --- slots ---------------------------------------------------------------- */

bool wwd_in_flight(const struct wwd *d)
{
	for (uint32_t i = 0; i < d->machine.launches; i++)
		if (d->in[i])
			return true;
	return false;
}

/* Stacks are watched while the programs of all launches in flight have the
 * same; a launch at PC is to begin. */
static void watch(struct wwd *d, uint32_t pc)
{
	const struct wwd_program *p = wwd_program_at(d, pc);
	uint32_t bytes = p ? p->image.stack_bytes : 0;
	uint32_t stride = p ? p->image.stack_stride : 0;

	if (bytes == d->stack_bytes && stride == d->stack_stride)
		return;
	if (wwd_in_flight(d))
		bytes = stride = 0;
	d->stack_bytes = bytes;
	d->stack_stride = stride;
	if (d->golden)
		golden_watch_stacks(d->golden, bytes, stride);
}

static int ring(struct wwd *d, struct wwd_ticket *t, uint32_t slot)
{
	watch(d, t->word[ISA_LAUNCH_PC]);
	t->state = WWD_RUNG;
	t->slot = slot;
	d->in[slot] = t;
	d->flushed = false;
	return d->backend->ring(d, slot, t->word);
}

int wwd_ring_held(struct wwd *d)
{
	struct wwd_ticket *t = d->tickets;
	int error = 0;

	if (d->owners)
		return 0;
	for (uint32_t i = 0; !error && i < d->machine.launches; i++) {
		while (t && t->state != WWD_HELD)
			t = t->next;
		if (t && !d->in[i])
			error = ring(d, t, i);
	}
	return error;
}

int wwd_ring_first(struct wwd *d, struct wwd_ticket *t)
{
	for (uint32_t i = 0; i < d->machine.launches; i++)
		if (!d->in[i])
			return ring(d, t, i);
	return 0;
}

static struct wwd_result result_of(const struct golden_result *r,
				   uint64_t cycles)
{
	const struct golden_trap *t = &r->trap;
	struct wwd_result out = {
		.end = (enum wwd_end)r->end, .reason = r->reason,
		.cycles = cycles
	};

	if (!t->valid)
		return out;
	out.cause = t->cause;
	out.pc = t->pc;
	out.tval = t->tval;
	out.core = t->core;
	out.warp = t->warp;
	memcpy(out.block, r->place, sizeof out.block);
	if (t->cause == ISA_CAUSE_EXIT) {
		out.end = WWD_EXITED;
		out.exit_code = t->tval;
	}
	return out;
}

void wwd_ended(struct wwd *d, uint32_t slot, const struct golden_result *r,
	       uint64_t cycles)
{
	struct wwd_ticket *t = d->in[slot];

	d->in[slot] = NULL;
	if (!t)
		return;
	t->state = WWD_DONE;
	t->result = result_of(r, cycles);
}

void wwd_cut_all(struct wwd *d)
{
	memset(d->in, 0, sizeof d->in);
	for (struct wwd_ticket *t = d->tickets; t; t = t->next)
		if (t->state != WWD_DONE) {
			t->state = WWD_DONE;
			t->result = (struct wwd_result){ .end = WWD_CUT };
		}
}

/* --- start and abort ------------------------------------------------------ */

static int check(const struct wwd_launch *l)
{
	const uint32_t flags = ISA_LAUNCH_ORDERED | ISA_LAUNCH_WHOLE |
			       ISA_LAUNCH_FLUSH | ISA_LAUNCH_KEEP |
			       ISA_LAUNCH_BARRIERS;

	if (l->flags & ~flags)
		return wwd_fail(WWD_E_ARGUMENT, "wwd_start: 0x%" PRIx32
				" are no flags", l->flags & ~flags);
	return 0;
}

static void fill(uint32_t *word, const struct wwd_launch *l)
{
	word[ISA_LAUNCH_PC] = l->pc;
	word[ISA_LAUNCH_ARG] = l->arg;
	memcpy(&word[ISA_LAUNCH_GRID_X], l->grid, sizeof l->grid);
	memcpy(&word[ISA_LAUNCH_DIM_X], l->block, sizeof l->block);
	word[ISA_LAUNCH_SMEM] = l->smem;
	word[ISA_LAUNCH_FLAGS] = l->flags;
}

int wwd_start(struct wwd *d, const struct wwd_launch *l, uint32_t *ticket)
{
	struct wwd_ticket *t;
	int error;

	if (!d || !l || !ticket)
		return wwd_missing(__func__);
	error = check(l);
	if (error)
		return error;
	if (wwd_take(d))
		return wwd_give(d, wwd_failed(d));
	t = add(d);
	if (!t)
		return wwd_give(d, wwd_fail(WWD_E_MEMORY, "out of memory"));
	fill(t->word, l);
	error = wwd_ring_held(d);
	if (error)
		wwd_broken(d, error);
	*ticket = t->number;
	return wwd_give(d, error);
}

int wwd_abort(struct wwd *d, uint32_t ticket)
{
	struct wwd_ticket *t;
	int error = 0;

	if (!d)
		return wwd_missing(__func__);
	wwd_take(d);
	t = find(d, ticket);
	if (!t)
		error = unknown(ticket);
	else if (t->state == WWD_RUNG && !d->failed)
		error = d->backend->abort(d, t->slot);
	else if (t->state == WWD_HELD) {
		t->state = WWD_DONE;
		t->result = (struct wwd_result){ .end = WWD_CUT };
	}
	return wwd_give(d, error);
}

/* --- wait ----------------------------------------------------------------- */

int wwd_go_on(struct wwd *d)
{
	enum wwd_went how = WWD_WENT_ON;
	int error = d->backend->run(d, &how);

	wwd_console_flush(d);
	if (!error)
		error = wwd_ring_held(d);
	if (error)
		return wwd_broken(d, error);
	return how == WWD_WENT_NOWHERE ? wwd_stuck(d) : 0;
}

/* Takes the result of the launch of TICKET if it is done; else D goes on. 1:
 * there is no result yet. */
static int wait_once(struct wwd *d, uint32_t ticket, struct wwd_result *result)
{
	struct wwd_ticket *t = find(d, ticket);
	int error = 0;

	if (!t)
		return unknown(ticket);
	if (t->state != WWD_DONE) {
		error = d->failed ? wwd_failed(d) : wwd_go_on(d);
		if (t->state != WWD_DONE)
			return error ? error : 1;
	}
	if (result)
		*result = t->result;
	forget(d, t);
	return 0;
}

int wwd_wait(struct wwd *d, uint32_t ticket, double seconds,
	     struct wwd_result *result)
{
	double end = seconds >= 0 ? clock_now() + seconds : 0;
	int error;

	if (!d)
		return wwd_missing(__func__);
	for (;;) {
		wwd_take(d);
		error = wwd_give(d, wait_once(d, ticket, result));
		if (error != 1)
			return error;
		if (seconds >= 0 && clock_now() >= end)
			return wwd_fail(WWD_E_TIMEOUT, "the launch of ticket %"
					PRIu32 " is not done after %g s",
					ticket, seconds);
	}
}

/* --- words ---------------------------------------------------------------- */

static void explain_trap(const struct wwd *d, const struct wwd_result *r,
			 char *text, size_t size)
{
	const struct wwd_program *p = wwd_program_at(d, r->pc);
	char place[256];

	report_place(p ? &p->image : NULL, r->pc, place, sizeof place);
	snprintf(text, size, "block (%" PRIu32 ", %" PRIu32 ", %" PRIu32
		 ") trapped at %s, core %" PRIu32 ", warp %" PRIu32
		 ": %s, 0x%08" PRIx32, r->block[0], r->block[1], r->block[2],
		 place, r->core, r->warp, isa_cause_name(r->cause), r->tval);
}

int wwd_explain(struct wwd *d, const struct wwd_result *r, char *text,
		size_t size)
{
	if (!d || !r || !text)
		return wwd_missing(__func__);
	if ((unsigned)r->end > WWD_EXITED)
		return wwd_fail(WWD_E_ARGUMENT, "%d is no end of a launch",
				(int)r->end);
	wwd_take(d);
	switch (r->end) {
	case WWD_COMPLETE: case WWD_CUT:
		snprintf(text, size, "%s",
			 isa_launch_end((enum isa_launch_end)r->end));
		break;
	case WWD_TRAPPED:
		explain_trap(d, r, text, size);
		break;
	case WWD_REFUSED:
		snprintf(text, size, "refused: %s",
			 isa_launch_reason((enum isa_refused)r->reason));
		break;
	case WWD_EXITED:
		snprintf(text, size, "exit code %" PRIu32, r->exit_code);
		break;
	}
	return wwd_give(d, 0);
}
