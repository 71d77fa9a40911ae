/* flat.c - which differences from a flat memory are races
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/level/flat.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_SHIFT = 10, CHUNK = 1 << CHUNK_SHIFT, WARPS = 32 };

/* Of one byte. Who performed last need not be who issued last: a race. */
struct shadow {
	uint64_t last;          /* event << 6 | raced << 5 | warp */
	uint64_t newest;        /* order << 5 | warp: youngest performed */
};

struct flat {
	struct shadow **chunks;
	size_t count;
	/* before[w][v]: instructions of v below this order come before what w
	 * does now. */
	uint64_t before[WARPS][WARPS];
};

struct flat *flat_new(size_t bytes, uint32_t warps)
{
	struct flat *f = calloc(1, sizeof *f);

	if (!f || warps > WARPS) {
		free(f);
		return NULL;
	}
	f->count = (bytes + CHUNK - 1) >> CHUNK_SHIFT;
	f->chunks = calloc(f->count + 1, sizeof *f->chunks);
	if (!f->chunks) {
		free(f);
		return NULL;
	}
	return f;
}

void flat_free(struct flat *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->count; i++)
		free(f->chunks[i]);
	free(f->chunks);
	free(f);
}

static struct shadow *find(const struct flat *f, size_t at)
{
	struct shadow *chunk = f->chunks[at >> CHUNK_SHIFT];

	return chunk ? &chunk[at & (CHUNK - 1)] : NULL;
}

static struct shadow *make(struct flat *f, size_t at)
{
	struct shadow **chunk = &f->chunks[at >> CHUNK_SHIFT];

	if (!*chunk)
		*chunk = calloc(CHUNK, sizeof **chunk);
	return *chunk ? &(*chunk)[at & (CHUNK - 1)] : NULL;
}

static uint32_t warp_of(uint64_t x)
{
	return x & 31;
}

static bool raced(const struct shadow *s)
{
	return s->last >> 5 & 1;
}

bool flat_store(struct flat *f, size_t at, uint32_t size, uint32_t warp,
		uint64_t order, uint64_t event)
{
	struct shadow *s = make(f, at);
	uint64_t race;

	for (uint32_t i = 0; s && i < size; i++, s++) {
		race = order < s->newest >> 5 &&
		       !flat_ordered(f, warp_of(s->newest), warp, order);
		if (order >= s->newest >> 5)
			s->newest = order << 5 | warp;
		s->last = event << 6 | race << 5 | warp;
	}
	return s;
}

static void merge(uint64_t *into, const uint64_t *from)
{
	for (uint32_t i = 0; i < WARPS; i++)
		if (into[i] < from[i])
			into[i] = from[i];
}

void flat_barrier(struct flat *f, uint32_t warps, uint64_t order)
{
	uint64_t all[WARPS] = { 0 };

	for (uint32_t w = 0; w < WARPS; w++) {
		if (!(warps >> w & 1))
			continue;
		f->before[w][w] = order;
		merge(all, f->before[w]);
	}
	for (uint32_t w = 0; w < WARPS; w++)
		if (warps >> w & 1)
			memcpy(f->before[w], all, sizeof all);
}

void flat_spawn(struct flat *f, uint32_t warp, uint32_t started,
		uint64_t order)
{
	f->before[warp][warp] = order;
	merge(f->before[started], f->before[warp]);
}

bool flat_ordered(const struct flat *f, uint32_t warp, uint32_t by,
		  uint64_t order)
{
	return warp == by || order < f->before[warp][by];
}

bool flat_explains(const struct flat *f, size_t at, uint32_t warp,
		   uint64_t issued)
{
	const struct shadow *s = find(f, at);

	if (!s)
		return false;
	return raced(s) || (s->last >> 6 > issued &&
			    !flat_ordered(f, warp, warp_of(s->last),
					  s->newest >> 5));
}

bool flat_raced(const struct flat *f, size_t at)
{
	const struct shadow *s = find(f, at);

	return s && raced(s);
}

bool flat_give_up(struct flat *f, size_t at, uint32_t size)
{
	struct shadow *s = make(f, at);

	for (uint32_t i = 0; s && i < size; i++, s++)
		s->last |= 1 << 5;
	return s;
}
