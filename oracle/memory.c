/* memory.c - the oracle's memory, and the detection of races
 * SPDX-License-Identifier: Apache-2.0
 *
 * Two accesses to a word, one of them a store, by two threads are a race unless
 * an order between them is known. Each warp has a clock that advances whenever
 * its threads meet. A warp also has the clocks of the other warps, as of the
 * last barrier or wspawn that ordered them. All that happened up to these
 * clocks came before. Nothing orders warps of two cores.
 *
 * Changes of a word by one kind of atomic instruction need no order. Only the
 * last change of a word is kept. So a load that is ordered behind it, but not
 * behind an earlier change of the same kind, is not noticed as a race.
 */
#include "oracle/parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool memory_new(struct memory *m, uint32_t base, uint32_t size)
{
	m->base = base;
	m->size = size;
	m->pages = calloc(size / 4 / PAGE_WORDS + 1, sizeof *m->pages);
	return m->pages != NULL;
}

void memory_free(struct memory *m)
{
	for (uint32_t i = 0; m->pages && i <= m->size / 4 / PAGE_WORDS; i++)
		free(m->pages[i]);
	free(m->pages);
}

bool memory_has(const struct memory *m, uint32_t addr)
{
	return addr - m->base < m->size;
}

static struct page *page_of(struct memory *m, uint32_t addr)
{
	struct page **p = &m->pages[(addr - m->base) / 4 / PAGE_WORDS];

	if (!*p)
		*p = calloc(1, sizeof **p);
	return *p;
}

static uint32_t index_of(const struct memory *m, uint32_t addr)
{
	return (addr - m->base) / 4 % PAGE_WORDS;
}

uint32_t memory_peek(const struct memory *m, uint32_t addr)
{
	const struct page *p = m->pages[(addr - m->base) / 4 / PAGE_WORDS];

	return p ? p->word[index_of(m, addr)] : 0;
}

uint32_t memory_stores(const struct memory *m, uint32_t addr)
{
	const struct page *p = m->pages[(addr - m->base) / 4 / PAGE_WORDS];

	return p ? p->shadow[index_of(m, addr)].stores : 0;
}

uint32_t *memory_place(struct memory *m, uint32_t addr)
{
	struct page *p = page_of(m, addr);

	return p ? &p->word[index_of(m, addr)] : NULL;
}

/* --- races ------------------------------------------------------------ */

/* Did the access of THREAD at TIME come before all that K does now? */
static bool is_ordered(const struct walker *k, uint32_t thread, uint32_t time)
{
	uint32_t warp, lane;

	if (!thread)
		return true;
	warp = (thread - 1) / LANES;
	lane = (thread - 1) % LANES;
	if (warp == k->warp)
		return lane == k->lane || time < *clock_of(k->o, warp);
	if (core_of(k->o, warp) != core_of(k->o, k->warp))
		return false;
	return time <= k->o->warp[k->warp].clock[warp % k->o->cfg.warps];
}

static void report_race(const struct walker *k, uint32_t addr, uint32_t thread,
			const char *verb)
{
	oracle_stop(k->o, ORACLE_RACE,
		    "thread %" PRIu32 " of warp %" PRIu32
		    " %s the word at 0x%08" PRIx32 ", and thread %" PRIu32
		    " of warp %" PRIu32 " does so at no certain time",
		    k->lane, k->warp, verb, addr, (thread - 1) % LANES,
		    (thread - 1) / LANES);
}

/* UPDATE: see memory_update; 0 for other accesses. */
static struct page *note_access(struct walker *k, struct memory *m,
				uint32_t addr, bool store, uint32_t update)
{
	struct page *p = page_of(m, addr);
	uint32_t i = index_of(m, addr), now = *clock_of(k->o, k->warp);
	uint16_t self = (uint16_t)(1 + k->warp * LANES + k->lane);
	struct shadow *s;

	if (!p) {
		k->o->no_memory = true;
		return NULL;
	}
	s = &p->shadow[i];
	LIST_ADD(k->o, undo, (struct undo){ &p->word[i], s, p->word[i], *s });
	if (!(update && update == s->update) &&
	    !is_ordered(k, s->writer, s->wrote_at))
		report_race(k, addr, s->writer, store ? "stores to" : "loads");
	if (store && !is_ordered(k, s->reader, s->read_at))
		report_race(k, addr, s->reader, "stores to");
	if (store) {
		s->stores++;
		s->writer = self;
		s->wrote_at = now;
		s->update = update;
	} else {
		s->reader = self;
		s->read_at = now;
	}
	return p;
}

/* --- accesses --------------------------------------------------------- */

static uint32_t mask_of(uint32_t size)
{
	return size == 4 ? UINT32_MAX : (UINT32_C(1) << 8 * size) - 1;
}

uint32_t memory_load(struct walker *k, struct memory *m, uint32_t addr,
		     uint32_t size)
{
	struct page *p = note_access(k, m, addr, false, 0);

	return p ? p->word[index_of(m, addr)] >> 8 * (addr % 4) &
			       mask_of(size) :
		   0;
}

void memory_store(struct walker *k, struct memory *m, uint32_t addr,
		  uint32_t size, uint32_t value)
{
	struct page *p = note_access(k, m, addr, true, 0);
	uint32_t mask = mask_of(size) << 8 * (addr % 4);
	uint32_t *word = p ? &p->word[index_of(m, addr)] : NULL;

	if (word)
		*word = (*word & ~mask) | (value << 8 * (addr % 4) & mask);
}

uint32_t *memory_update(struct walker *k, struct memory *m, uint32_t addr,
			uint32_t update)
{
	struct page *p = note_access(k, m, addr, true, update);

	return p ? &p->word[index_of(m, addr)] : NULL;
}

void memory_take_back(struct oracle *o)
{
	while (o->undo.count) {
		const struct undo *u = &o->undo.at[--o->undo.count];

		*u->word = u->value;
		*u->shadow = u->was;
	}
}

void memory_commit(struct oracle *o)
{
	o->undo.count = 0;
}
