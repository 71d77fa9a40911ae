/* profile_time.c - the cycles of a core over time, in pieces of equal width
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/profile/profile_time.h"

#include <stdlib.h>

bool profile_time_new(struct profile_time *t)
{
	t->width = 1;
	t->count = 0;
	t->at = calloc(PROFILE_PIECES, sizeof *t->at);
	return t->at;
}

void profile_time_free(struct profile_time *t)
{
	free(t->at);
	t->at = NULL;
}

uint64_t profile_time_end(const struct profile_time *t)
{
	return t->count * t->width;
}

static void add(struct profile_piece *into, const struct profile_piece *from)
{
	for (int r = 0; r <= PROFILE_REASONS; r++)
		into->parts[r] += from->parts[r];
}

/* Each two pieces become one. */
static void halve(struct profile_time *t)
{
	for (uint32_t i = 0; i < t->count / 2; i++) {
		t->at[i] = t->at[2 * i];
		add(&t->at[i], &t->at[2 * i + 1]);
	}
	t->count /= 2;
	t->width *= 2;
}

void profile_time_begin(struct profile_time *t, uint64_t share)
{
	if (t->count == PROFILE_PIECES)
		halve(t);
	t->at[t->count++] = (struct profile_piece){ .share = share };
}

void profile_time_add(struct profile_time *t, int reason, uint64_t parts)
{
	t->at[t->count - 1].parts[reason] += parts;
}

void profile_time_wait(struct profile_time *t, int reason, uint64_t from,
		       uint64_t to)
{
	for (uint32_t i = t->count; i-- && to > from;) {
		struct profile_piece *piece = &t->at[i];
		uint64_t begin = piece->share > from ? piece->share : from;

		if (begin >= to)
			continue;
		piece->parts[reason] += to - begin;
		to = begin;
	}
}

void profile_time_sum(struct profile_time *t, const struct profile_time *from)
{
	t->width = from->width;
	t->count = from->count;
	for (uint32_t i = 0; i < t->count; i++)
		add(&t->at[i], &from->at[i]);
}

uint64_t profile_time_all(const struct profile_time *t, int reason)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < t->count; i++)
		all += t->at[i].parts[reason];
	return all;
}
