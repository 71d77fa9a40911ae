/* harness_open.c - a run whose launches come while it goes on
 * SPDX-License-Identifier: Apache-2.0
 *
 * The list of launches of an open run is the harness's own: harness_launch
 * appends to it, launches that have been acknowledged leave it. A launch has a
 * number, which counts from 0; FIRST is that of the list's first one.
 *
 * Between two cycles the caller may read and write memory. What it writes is at
 * once in the memory behind the core, in the checker and in golden.
 */
#include "cosim/run/harness_state.h"

#include <stdlib.h>
#include <string.h>

static struct harness_launch *numbered(const struct harness *h, uint32_t number)
{
	return &h->cfg.launches[number - h->open.first];
}

/* The slot in which the launch of that number is rung, or HOST_SLOTS. */
static uint32_t slot_of(const struct harness *h, uint32_t number)
{
	uint32_t at = 0;

	while (at < HOST_SLOTS && !(h->host.slot[at].rung &&
				    h->host.slot[at].launch ==
				    number - h->open.first))
		at++;
	return at;
}

/* Drops the launches in front of all that are still needed. */
static void drop_old(struct harness *h)
{
	struct host *o = &h->host;
	uint32_t old = o->next;

	for (uint32_t i = 0; i < HOST_SLOTS; i++)
		if (o->slot[i].rung && o->slot[i].launch < old)
			old = o->slot[i].launch;
	memmove(h->cfg.launches, h->cfg.launches + old,
		(h->cfg.launch_count - old) * sizeof *h->cfg.launches);
	for (uint32_t i = 0; i < HOST_SLOTS; i++)
		o->slot[i].launch -= old;
	h->cfg.launch_count -= old;
	o->next -= old;
	h->open.first += old;
}

static int make_room(struct harness *h)
{
	uint32_t room = h->open.room ? 2 * h->open.room : 2 * HOST_SLOTS;
	struct harness_launch *more;

	if (h->cfg.launch_count < h->open.room)
		return 0;
	drop_old(h);
	if (h->cfg.launch_count <= h->open.room / 2 && h->open.room)
		return 0;
	more = realloc(h->cfg.launches, room * sizeof *more);
	if (!more)
		return GOLDEN_E_NOMEM;
	h->cfg.launches = more;
	h->open.room = room;
	return 0;
}

int harness_launch(struct harness *h, const uint32_t word[ISA_LAUNCH_WORDS],
		   uint32_t *number)
{
	struct harness_launch *l;
	int error = make_room(h);

	if (error)
		return error;
	*number = h->open.first + h->cfg.launch_count;
	l = &h->cfg.launches[h->cfg.launch_count++];
	*l = (struct harness_launch){ .done = false };
	memcpy(l->word, word, sizeof l->word);
	return 0;
}

/* A launch that has not been rung yet is aborted in the cycle after its
 * doorbell. */
void harness_abort(struct harness *h, uint32_t number)
{
	uint32_t slot = slot_of(h, number);

	if (slot < HOST_SLOTS)
		h->host.slot[slot].abort = h->cycle;
	else
		numbered(h, number)->abort = 1;
}

void harness_shut(struct harness *h)
{
	h->cfg.open = false;
}

void harness_resume(struct harness *h)
{
	h->status = HARNESS_RUNNING;
}

int harness_read(struct harness *h, uint32_t addr, void *to, size_t n)
{
	uint32_t at = addr - h->cfg.machine.ram_base;

	memcpy(to, mem_ram(h->mem) + at, n);
	if (!h->cfg.check || !cosim_check_memory(h->cosim, h->cycle,
						 mem_ram(h->mem), addr, n))
		return 0;
	harness_failed(h);
	return 1;
}

void harness_open_note(struct harness *h)
{
	struct host *o = &h->host;

	if (o->acts.ring)
		h->cfg.launches[o->slot[o->acts.slot].launch].rung = h->cycle;
	for (uint32_t m = o->done; m; m &= m - 1) {
		struct host_slot *s = &o->slot[__builtin_ctz(m)];

		if (s->rung && !h->cfg.launches[s->launch].ended)
			h->cfg.launches[s->launch].ended = h->cycle;
	}
	for (uint32_t m = o->acts.ack; m && h->cfg.done; m &= m - 1) {
		uint32_t at = o->slot[__builtin_ctz(m)].launch;

		h->cfg.done(h->cfg.done_ctx, h->open.first + at,
			    &h->cfg.launches[at]);
	}
}
