/* flat.c - finds out which differences from a flat memory are races
 * SPDX-License-Identifier: Apache-2.0
 *
 * The order that barriers and wspawn impose is a vector clock per warp, a row
 * of BEFORE. A barrier gives all its warps the maximum of their rows.
 */
#include "cosim/level/flat.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_SHIFT = 10, CHUNK = 1 << CHUNK_SHIFT };

/* The last stores to a byte. The last one that performed need not be the last
 * one that issued: then they raced. */
struct shadow {
	uint64_t last;          /* of the last performed store: {event, raced,
				 * warp} */
	uint64_t newest;        /* of the youngest performed store: {order,
				 * warp} */
};

enum { RACED = 1 << FLAT_WARP_BITS, EVENT_SHIFT = FLAT_WARP_BITS + 1 };

/* A byte to which several cores may store. */
struct crossing {
	uint64_t landed;        /* order of the youngest store in memory */
	/* the youngest issued store, and the youngest of another core than its:
	 * {order, warp}; 0: none */
	uint64_t newest, other;
	uint16_t core;          /* of NEWEST */
	bool raced;             /* an older one came later, or it differs */
};

struct flat {
	struct shadow **chunks;
	struct crossing **crossings;
	size_t count;
	uint32_t warps;
	/* [w][v]: instructions of warp v below this order come before all that
	 * warp w does now */
	uint64_t *before;
	uint64_t *met;          /* a row of BEFORE: the union at a barrier */
};

struct flat *flat_new(size_t bytes, uint32_t warps)
{
	struct flat *f = calloc(1, sizeof *f);

	if (!f || warps > FLAT_WARPS) {
		free(f);
		return NULL;
	}
	f->count = (bytes + CHUNK - 1) >> CHUNK_SHIFT;
	f->warps = warps;
	f->chunks = calloc(f->count + 1, sizeof *f->chunks);
	f->crossings = calloc(f->count + 1, sizeof *f->crossings);
	f->before = calloc((size_t)warps * warps, sizeof *f->before);
	f->met = calloc(warps, sizeof *f->met);
	if (f->chunks && f->crossings && f->before && f->met)
		return f;
	flat_free(f);
	return NULL;
}

void flat_free(struct flat *f)
{
	if (!f)
		return;
	for (size_t i = 0; f->chunks && i < f->count; i++)
		free(f->chunks[i]);
	for (size_t i = 0; f->crossings && i < f->count; i++)
		free(f->crossings[i]);
	free(f->chunks);
	free(f->crossings);
	free(f->before);
	free(f->met);
	free(f);
}

static struct shadow *find_shadow(const struct flat *f, size_t at)
{
	struct shadow *chunk = f->chunks[at >> CHUNK_SHIFT];

	return chunk ? &chunk[at & (CHUNK - 1)] : NULL;
}

static struct shadow *make_shadow(struct flat *f, size_t at)
{
	struct shadow **chunk = &f->chunks[at >> CHUNK_SHIFT];

	if (!*chunk)
		*chunk = calloc(CHUNK, sizeof **chunk);
	return *chunk ? &(*chunk)[at & (CHUNK - 1)] : NULL;
}

static uint32_t warp_of(uint64_t x)
{
	return x & (FLAT_WARPS - 1);
}

static uint64_t order_of(uint64_t newest)
{
	return newest >> FLAT_WARP_BITS;
}

static bool is_raced(const struct shadow *s)
{
	return s->last & RACED;
}

bool flat_store(struct flat *f, size_t at, uint32_t size, uint32_t warp,
		uint64_t order, uint64_t event)
{
	struct shadow *s = make_shadow(f, at);
	bool race;

	for (uint32_t i = 0; s && i < size; i++, s++) {
		race = order < order_of(s->newest) &&
		       !flat_ordered(f, warp_of(s->newest), warp, order);
		if (order >= order_of(s->newest))
			s->newest = order << FLAT_WARP_BITS | warp;
		s->last = event << EVENT_SHIFT | (race ? RACED : 0) | warp;
	}
	return s;
}

/* The row of WARP in BEFORE. */
static uint64_t *before_row(const struct flat *f, uint32_t warp)
{
	return f->before + (size_t)warp * f->warps;
}

static void merge_row(const struct flat *f, uint64_t *into,
		      const uint64_t *from)
{
	for (uint32_t i = 0; i < f->warps; i++)
		if (into[i] < from[i])
			into[i] = from[i];
}

void flat_barrier(struct flat *f, uint32_t first, uint32_t warps,
		  uint64_t order)
{
	size_t bytes = f->warps * sizeof *f->met;

	memset(f->met, 0, bytes);
	for (uint32_t m = warps; m; m &= m - 1) {
		uint32_t w = first + (uint32_t)__builtin_ctz(m);

		before_row(f, w)[w] = order;
		merge_row(f, f->met, before_row(f, w));
	}
	for (uint32_t m = warps; m; m &= m - 1)
		memcpy(before_row(f,
				  first + (uint32_t)__builtin_ctz(m)), f->met,
		       bytes);
}

void flat_spawn(struct flat *f, uint32_t warp, uint32_t started,
		uint64_t order)
{
	before_row(f, warp)[warp] = order;
	merge_row(f, before_row(f, started), before_row(f, warp));
}

void flat_settled(struct flat *f, uint32_t warp, uint64_t order)
{
	uint64_t *row = before_row(f, warp);

	for (uint32_t i = 0; i < f->warps; i++)
		if (row[i] < order)
			row[i] = order;
}

bool flat_ordered(const struct flat *f, uint32_t warp, uint32_t by,
		  uint64_t order)
{
	return warp == by || order < before_row(f, warp)[by];
}

bool flat_explains(const struct flat *f, size_t at, uint32_t warp,
		   uint64_t issued)
{
	const struct shadow *s = find_shadow(f, at);

	if (!s)
		return false;
	return is_raced(s) || (s->last >> EVENT_SHIFT > issued &&
			       !flat_ordered(f, warp, warp_of(s->last),
					     order_of(s->newest)));
}

static struct crossing *find_crossing(const struct flat *f, size_t at)
{
	struct crossing *chunk = f->crossings[at >> CHUNK_SHIFT];

	return chunk ? &chunk[at & (CHUNK - 1)] : NULL;
}

bool flat_raced(const struct flat *f, size_t at)
{
	const struct shadow *s = find_shadow(f, at);
	const struct crossing *x = find_crossing(f, at);

	return x && x->landed ? x->raced : s && is_raced(s);
}

bool flat_give_up(struct flat *f, size_t at, uint32_t size)
{
	struct shadow *s = make_shadow(f, at);

	for (uint32_t i = 0; s && i < size; i++) {
		struct crossing *x = find_crossing(f, at + i);

		s[i].last |= RACED;
		if (x)
			x->raced = true;
	}
	return s;
}

/* --- several cores ---------------------------------------------------- */

static void announce(struct crossing *x, uint32_t core, uint64_t store)
{
	if (x->newest && x->core != core)
		x->other = x->newest;
	x->newest = store;
	x->core = (uint16_t)core;
}

bool flat_announce(struct flat *f, size_t at, uint32_t size,
		   const struct flat_storer *s)
{
	struct crossing **chunk = &f->crossings[at >> CHUNK_SHIFT];

	if (!*chunk)
		*chunk = calloc(CHUNK, sizeof **chunk);
	for (uint32_t i = 0; *chunk && i < size; i++)
		announce(find_crossing(f, at + i), s->core,
			 s->order << FLAT_WARP_BITS | s->warp);
	return *chunk;
}

bool flat_foreign(const struct flat *f, size_t at, uint32_t core, uint32_t warp)
{
	const struct crossing *x = find_crossing(f, at);
	uint64_t by = x ? x->core == core ? x->other : x->newest : 0;

	return by && (x->raced ||
		      !flat_ordered(f, warp, warp_of(by), order_of(by)));
}

bool flat_landed(struct flat *f, size_t at, uint64_t order, bool differs)
{
	struct crossing *x = find_crossing(f, at);

	if (!x)
		return false;
	if (order >= x->landed) {
		x->landed = order;
		x->raced = differs;
	} else
		x->raced = true;
	return true;
}
