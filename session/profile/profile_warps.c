/* profile_warps.c - the active threads of each warp over time
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/profile/profile_warps.h"

#include <stdlib.h>

enum { FIRST = 64 };

bool profile_warps_new(struct profile_warps *w, uint32_t count)
{
	w->count = count;
	w->track = calloc(count, sizeof *w->track);
	return w->track;
}

void profile_warps_free(struct profile_warps *w)
{
	for (uint32_t i = 0; w->track && i < w->count; i++)
		free(w->track[i].at);
	free(w->track);
	w->track = NULL;
}

static uint32_t threads_of(uint32_t mask)
{
	uint32_t n = 0;

	for (; mask; mask &= mask - 1)
		n++;
	return n;
}

static bool is_same(const struct profile_span *a, const struct profile_span *b)
{
	return a->mask == b->mask && a->depth == b->depth &&
	       a->launch == b->launch && a->merged == b->merged;
}

/* Makes B, which follows A, a part of A, if both are short or the same. */
static bool join(struct profile_span *a, const struct profile_span *b,
		 uint64_t least)
{
	bool same = is_same(a, b);

	if (!same && (a->cycles >= least || b->cycles >= least))
		return false;
	a->merged |= b->merged || a->mask != b->mask || a->depth != b->depth;
	a->cycles += b->cycles;
	a->threads += b->threads;
	a->mask |= b->mask;
	a->depth = a->depth > b->depth ? a->depth : b->depth;
	a->launch = a->launch ? a->launch : b->launch;
	return true;
}

/* Joins what may be joined in T; returns by how many spans it is shorter. */
static size_t shorten(struct profile_track *t, uint64_t least)
{
	size_t n = 0, before = t->count;

	for (size_t i = 1; i < t->count; i++)
		if (!join(&t->at[n], &t->at[i], least))
			t->at[++n] = t->at[i];
	t->count = n + 1;
	return before - t->count;
}

static void thin(struct profile_warps *w)
{
	while (w->spans > PROFILE_SPANS && w->least < UINT64_MAX / 2) {
		w->least = w->least ? 2 * w->least : 2;
		for (uint32_t i = 0; i < w->count; i++)
			if (w->track[i].count)
				w->spans -= shorten(&w->track[i], w->least);
	}
}

/* Adds the span S to T. */
static bool add(struct profile_warps *w, struct profile_track *t,
		const struct profile_span *s)
{
	size_t room = t->room ? 2 * t->room : FIRST;
	struct profile_span *more;

	if (t->count && join(&t->at[t->count - 1], s, w->least))
		return true;
	if (t->count == t->room) {
		more = realloc(t->at, room * sizeof *more);
		if (!more)
			return false;
		t->at = more;
		t->room = room;
	}
	t->at[t->count++] = *s;
	w->spans++;
	thin(w);
	return true;
}

/* The present span of T ends at CYCLE. */
static bool close_span(struct profile_warps *w, struct profile_track *t,
		       uint64_t cycle)
{
	if (cycle <= t->begin)
		return true;
	t->now.cycles = cycle - t->begin;
	t->now.threads = t->now.cycles * threads_of(t->now.mask);
	t->begin = cycle;
	return add(w, t, &t->now);
}

bool profile_warps_set(struct profile_warps *w, uint32_t warp, uint64_t cycle,
		       uint32_t mask, uint32_t depth, uint32_t launch)
{
	struct profile_track *t = &w->track[warp];
	const struct profile_span next = {
		.mask = mask, .depth = depth, .launch = mask ? launch : 0
	};
	bool good = true;

	if (is_same(&t->now, &next))
		return true;
	good = close_span(w, t, cycle);
	t->now = next;
	return good;
}

bool profile_warps_end(struct profile_warps *w, uint64_t cycle)
{
	bool good = true;

	for (uint32_t i = 0; i < w->count; i++)
		good = profile_warps_set(w, i, cycle, 0, 0, 0) &&
		       close_span(w, &w->track[i], cycle) && good;
	return good;
}
