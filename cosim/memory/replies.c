/* replies.c - responses in flight from the memory to the core
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/memory/replies.h"

#include <stdlib.h>
#include <string.h>

int replies_init(struct replies *r, uint32_t words)
{
	r->all = calloc(REPLIES, sizeof *r->all);
	r->data = calloc((size_t)REPLIES * words, sizeof *r->data);
	r->order = calloc(REPLIES, sizeof(struct reply *));
	if (!r->all || !r->data || !r->order)
		return -1;
	for (uint32_t i = 0; i < REPLIES; i++) {
		r->all[i].data = r->data + (size_t)i * words;
		r->order[i] = &r->all[i];
	}
	return 0;
}

void replies_clean(struct replies *r)
{
	free(r->all);
	free(r->data);
	free(r->order);
}

struct reply *replies_add(struct replies *r, uint64_t due, uint32_t id,
			  uint32_t addr)
{
	struct reply *p = r->order[r->count++];

	p->due = due;
	p->effect = UINT64_MAX;
	p->id = id;
	p->addr = addr;
	p->beats = 1;
	p->next = 0;
	p->write = false;
	p->errors = 0;
	return p;
}

/* --- choosing --------------------------------------------------------- */

/* Has an older reply the same id? */
static bool must_wait(const struct replies *r, uint32_t place)
{
	uint32_t id = r->order[place]->id;

	for (uint32_t i = 0; i < place; i++)
		if (r->order[i]->id == id)
			return true;
	return false;
}

void replies_choose_random(struct replies *r, uint64_t cycle, struct rnd *rnd)
{
	uint32_t seen = 0;

	for (uint32_t i = 0; i < r->count; i++) {
		if (!reply_may_go(r, r->order[i], cycle) || must_wait(r, i))
			continue;
		if (!rnd_below(rnd, ++seen))
			r->chosen = i;
	}
	r->driving = seen != 0;
}

/* The removed reply becomes the first free one: it is still in the host's
 * cache. */
static void drop_chosen(struct replies *r)
{
	struct reply *gone = replies_driven(r);

	r->count--;
	memmove(&r->order[r->chosen], &r->order[r->chosen + 1],
		(r->count - r->chosen) * sizeof *r->order);
	r->order[r->count] = gone;
}

bool replies_taken(struct replies *r, uint64_t cycle, uint32_t gap)
{
	struct reply *p = replies_driven(r);

	r->driving = false;
	if (!p->write)
		r->next_beat = cycle + gap;
	if (++p->next < p->beats)
		return false;
	drop_chosen(r);
	return true;
}
