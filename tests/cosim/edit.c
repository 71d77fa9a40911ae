/* edit.c - changes to a stream of records
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/edit.h"

#include <stdlib.h>
#include <string.h>

static uint32_t warp_of(const struct ideal_record *r)
{
	return r->w[0] >> 8 & 63;
}

/* The instruction that record AT is about: its issue is at or before it. */
static enum isa_op op_of(const struct ideal_stream *s, long at)
{
	const struct ideal_record *r = &s->records[at];

	for (long i = at; i >= 0; i--) {
		const struct ideal_record *o = &s->records[i];

		if (o->kind == 1 && warp_of(o) == warp_of(r) &&
		    o->w[1] == r->w[1])
			return isa_decode(o->w[3]);
	}
	return ISA_INVALID;
}

long edit_find(const struct ideal_stream *s, struct edit_at at)
{
	uint32_t n = 0;

	for (long i = 0; i < (long)s->count; i++) {
		if (s->records[i].kind != at.kind ||
		    (at.op != EDIT_ANY && op_of(s, i) != at.op))
			continue;
		if (n++ == at.nth)
			return i;
	}
	return -1;
}

long edit_next(const struct ideal_stream *s, long at, uint32_t kind)
{
	for (long i = at + 1; i < (long)s->count; i++)
		if (s->records[i].kind == kind &&
		    warp_of(&s->records[i]) == warp_of(&s->records[at]))
			return i;
	return -1;
}

void edit_remove(struct ideal_stream *s, long at)
{
	memmove(&s->records[at], &s->records[at + 1],
		(--s->count - (size_t)at) * sizeof *s->records);
}

void edit_insert(struct ideal_stream *s, long to, long from)
{
	struct ideal_record r = s->records[from];

	if (s->count == s->room) {
		s->room++;
		s->records = realloc(s->records,
				     s->room * sizeof *s->records);
		if (!s->records)
			abort();
	}
	r.cycle = to < (long)s->count ? s->records[to].cycle :
		  s->records[to - 1].cycle;
	memmove(&s->records[to + 1], &s->records[to],
		(s->count++ - (size_t)to) * sizeof r);
	s->records[to] = r;
}

void edit_move(struct ideal_stream *s, long to, long from)
{
	edit_insert(s, to, from);
	edit_remove(s, from > to ? from + 1 : from);
}

void edit_swap(struct ideal_stream *s, long a, long b)
{
	struct ideal_record r = s->records[a];
	uint64_t cycle = s->records[b].cycle;

	s->records[a] = s->records[b];
	s->records[a].cycle = r.cycle;
	s->records[b] = r;
	s->records[b].cycle = cycle;
}
