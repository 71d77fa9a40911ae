/* pages.c - of each word: who has accessed it, and what was released there
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sanitize/clock.h"
#include "sanitize/order.h"

struct san_page *san_page(struct san_page **p)
{
	uint8_t *room;
	size_t beyond;

	if (*p)
		return *p;
	room = calloc(1, sizeof **p + SAN_LINE);
	if (!room)
		return NULL;
	beyond = (uintptr_t)room % SAN_LINE;
	*p = (struct san_page *)(void *)(room + SAN_LINE - beyond);
	(*p)->room = room;
	return *p;
}

void san_pages_forget(struct san_space *s)
{
	for (uint32_t p = 0; p <= s->bytes / 4 / SAN_PAGE; p++)
		if (s->pages[p])
			memset(s->pages[p]->at, 0, sizeof s->pages[p]->at);
}

/* --- what was released where ------------------------------------------ */

/* What was published at ADDR, and by whom; NULL: nothing. MAKE: there will
 * be. */
static struct san_clock *sync_at(struct san *k, uint32_t core, uint32_t addr,
				 bool make, uint16_t **writer)
{
	uint32_t at;
	struct san_space *s = san_space(k, core, addr, &at);
	struct san_page **p;

	if (!s)
		return NULL;
	p = &s->pages[at / 4 / SAN_PAGE];
	if (make)
		san_page(p);
	if (!*p || (!make && !(*p)->published))
		return NULL;
	at = at / 4 % SAN_PAGE;
	if (!(*p)->sync[at] && make) {
		(*p)->sync[at] = calloc(1, sizeof *(*p)->sync[at]);
		(*p)->published = true;
	}
	*writer = &(*p)->writer[at];
	return (*p)->sync[at];
}

void san_publish(struct san *k, uint32_t core, const struct golden_access *a,
		 uint16_t strand, const struct san_clock *what)
{
	uint32_t last = UINT32_MAX;
	uint16_t *writer;

	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t addr = a->addr[san_lead(m)];
		struct san_clock *c = addr == last ? NULL :
				      sync_at(k, core, addr, true, &writer);

		last = addr;
		if (!c)
			continue;
		clock_join(c, what);
		*writer = strand;
	}
}

/* Has nobody published anything near the access that is looked at? */
static bool is_silent(const struct san *k)
{
	const struct san_span *it = &k->span;
	const struct san_page *p;
	uint32_t page;

	if (!it->s)
		return false;
	page = (it->low - it->s->base) / 4 / SAN_PAGE;
	p = it->s->pages[page];
	return page == (it->high - 1 - it->s->base) / 4 / SAN_PAGE &&
	       (!p || !p->published);
}

void san_learn(struct san *k, uint32_t core, const struct golden_access *a,
	       uint16_t strand, struct san_clock *into)
{
	uint32_t last = UINT32_MAX;
	uint16_t *writer;

	if (is_silent(k))
		return;
	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t addr = a->addr[san_lead(m)];
		struct san_clock *c = addr == last ? NULL :
				      sync_at(k, core, addr, false, &writer);

		last = addr;
		if (c && *writer != strand)
			clock_join(into, c);
	}
}

void san_forget(struct san_space *s, uint32_t addr, uint32_t n)
{
	uint32_t first = (addr - s->base) / 4;

	for (uint32_t w = first; w < first + (n + 3) / 4; w++) {
		struct san_page *p = w < s->bytes / 4 ?
			s->pages[w / SAN_PAGE] : NULL;

		if (p)
			memset(p->at[w % SAN_PAGE], 0,
			       SAN_RECORDS * sizeof(struct san_record));
	}
}

void san_pages_clear(struct san_space *s)
{
	for (uint32_t p = 0; p <= s->bytes / 4 / SAN_PAGE; p++)
		for (uint32_t n = 0; s->pages[p] && s->pages[p]->published &&
		     n < SAN_PAGE; n++)
			if (s->pages[p]->sync[n])
				clock_clear(s->pages[p]->sync[n]);
}

void san_pages_free(struct san_space *s)
{
	for (uint32_t p = 0; s->pages && p <= s->bytes / 4 / SAN_PAGE; p++) {
		for (uint32_t n = 0; s->pages[p] && n < SAN_PAGE; n++)
			if (s->pages[p]->sync[n]) {
				free(s->pages[p]->sync[n]->at);
				free(s->pages[p]->sync[n]);
			}
		if (s->pages[p])
			free(s->pages[p]->room);
	}
}
