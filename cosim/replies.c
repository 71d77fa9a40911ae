/* replies.c - answers on their way from the memory to the core
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/replies.h"

#include <stdlib.h>

int replies_init(struct replies *r, uint32_t words)
{
	r->all = calloc(REPLIES, sizeof *r->all);
	r->data = calloc((size_t)REPLIES * words, sizeof *r->data);
	if (!r->all || !r->data)
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
}

struct reply *replies_add(struct replies *r, uint64_t due, uint32_t id,
			  uint32_t addr)
{
	struct reply *p = replies_at(r, r->count++);

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

static bool may_go(const struct replies *r, const struct reply *p,
		   uint64_t cycle)
{
	return p->due <= cycle && p->effect == UINT64_MAX &&
	       (p->write || r->next_beat <= cycle);
}

/* Has an older reply the same id? */
static bool overtakes(const struct replies *r, uint32_t place)
{
	uint32_t id = replies_at(r, place)->id;

	for (uint32_t i = 0; i < place; i++)
		if (replies_at(r, i)->id == id)
			return true;
	return false;
}

void replies_choose(struct replies *r, uint64_t cycle, struct rnd *rnd)
{
	uint32_t seen = 0;

	if (r->driving || !r->count)
		return;
	r->chosen = 0;
	if (!rnd) {
		r->driving = may_go(r, replies_at(r, 0), cycle);
		return;
	}
	for (uint32_t i = 0; i < r->count; i++) {
		if (!may_go(r, replies_at(r, i), cycle) || overtakes(r, i))
			continue;
		if (!rnd_below(rnd, ++seen))
			r->chosen = i;
	}
	r->driving = seen != 0;
}

/* The ring keeps all replies: the one that leaves goes to the free ones. */
static void drop_chosen(struct replies *r)
{
	struct reply *gone = replies_driven(r);

	for (uint32_t i = r->chosen; i; i--)
		r->order[(r->head + i) % REPLIES] = replies_at(r, i - 1);
	r->order[r->head] = gone;
	r->head = (r->head + 1) % REPLIES;
	r->count--;
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
