/* stale.c - old values of fetched words of memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/level/stale.h"

#include <stdlib.h>
#include <string.h>

struct word {
	uint32_t addr;
	bool used;
	uint32_t count, room, oldest;
	struct { uint32_t value; uint64_t event; } *past;
};

struct stale {
	struct word *words;     /* open addressing, a power of two */
	uint32_t size, used;
};

struct stale *stale_new(void)
{
	struct stale *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->size = 64;
	s->words = calloc(s->size, sizeof *s->words);
	if (!s->words) {
		free(s);
		return NULL;
	}
	return s;
}

void stale_free(struct stale *s)
{
	if (!s)
		return;
	for (uint32_t i = 0; i < s->size; i++)
		free(s->words[i].past);
	free(s->words);
	free(s);
}

/* The entry of ADDR in WORDS, or a free one. */
static struct word *find(struct word *words, uint32_t size, uint32_t addr)
{
	uint32_t i = (addr >> 2) * UINT32_C(2654435761) >> 7 & (size - 1);

	while (words[i].used && words[i].addr != addr)
		i = (i + 1) & (size - 1);
	return &words[i];
}

static bool grow(struct stale *s)
{
	uint32_t size = s->size * 2;
	struct word *words = calloc(size, sizeof *words);

	if (!words)
		return false;
	for (uint32_t i = 0; i < s->size; i++)
		if (s->words[i].used)
			*find(words, size, s->words[i].addr) = s->words[i];
	free(s->words);
	s->words = words;
	s->size = size;
	return true;
}

/* Makes room for one more value of W. A word with STALE_DEPTH values gets none:
 * its oldest is replaced. */
static bool make_room(struct word *w)
{
	uint32_t room = w->room ? w->room * 2 : 4;
	void *past;

	if (w->count < w->room || w->room == STALE_DEPTH)
		return true;
	past = realloc(w->past, room * sizeof *w->past);
	if (!past)
		return false;
	w->past = past;
	w->room = room;
	return true;
}

static bool remember(struct word *w, uint32_t value, uint64_t event)
{
	uint32_t i = 0;

	while (i < w->count && w->past[i].value != value)
		i++;
	if (i == w->count) {
		if (!make_room(w))
			return false;
		if (w->count < w->room)
			w->count++;
		else {
			i = w->oldest;
			w->oldest = (w->oldest + 1) % STALE_DEPTH;
		}
	}
	if (w->past[i].value != value || w->past[i].event < event)
		w->past[i].event = event;
	w->past[i].value = value;
	return true;
}

bool stale_add(struct stale *s, uint32_t addr, uint32_t value, uint64_t event)
{
	struct word *w;

	if (s->used * 2 >= s->size && !grow(s))
		return false;
	w = find(s->words, s->size, addr);
	if (!w->used) {
		w->used = true;
		w->addr = addr;
		s->used++;
	}
	return remember(w, value, event);
}

bool stale_had(const struct stale *s, uint32_t addr, uint32_t value,
	       uint64_t since)
{
	const struct word *w = find(s->words, s->size, addr);

	for (uint32_t i = 0; w->used && i < w->count; i++)
		if (w->past[i].value == value)
			return w->past[i].event > since;
	return false;
}
