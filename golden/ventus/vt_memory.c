/* vt_memory.c - a sparse memory of 4 GiB: a table of tables of pages
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/ventus/vt_memory.h"

#include <stdlib.h>

enum { PAGE_BITS = 12, TABLE_BITS = 10,
       PAGE = 1 << PAGE_BITS, TABLE = 1 << TABLE_BITS };

struct table {
	uint8_t *page[TABLE];
};

struct range {
	uint32_t first, last;
};

struct vt_memory {
	struct table *table[TABLE];
	struct range *range;
	size_t count;
	size_t hit;             /* the range of the last access */
	bool is_short;
};

struct vt_memory *vt_memory_new(void)
{
	return calloc(1, sizeof(struct vt_memory));
}

void vt_memory_free(struct vt_memory *m)
{
	if (!m)
		return;
	for (int i = 0; i < TABLE; i++) {
		for (int j = 0; m->table[i] && j < TABLE; j++)
			free(m->table[i]->page[j]);
		free(m->table[i]);
	}
	free(m->range);
	free(m);
}

bool vt_memory_short(const struct vt_memory *m)
{
	return m->is_short;
}

int vt_memory_map(struct vt_memory *m, uint32_t addr, uint32_t bytes)
{
	uint32_t first = addr & ~UINT32_C(3);
	uint32_t last = addr + (bytes - 1);
	struct range *more;

	if (bytes == 0)
		return 0;
	if (last < addr)
		last = UINT32_MAX;
	more = realloc(m->range, (m->count + 1) * sizeof *more);
	if (!more)
		return -1;
	m->range = more;
	m->range[m->count++] = (struct range){ first, last | 3 };
	return 0;
}

static bool is_in(const struct range *r, uint32_t addr)
{
	return r->first <= addr && addr <= r->last;
}

bool vt_memory_mapped(struct vt_memory *m, uint32_t addr)
{
	if (m->hit < m->count && is_in(&m->range[m->hit], addr))
		return true;
	for (size_t i = 0; i < m->count; i++)
		if (is_in(&m->range[i], addr)) {
			m->hit = i;
			return true;
		}
	return false;
}

uint8_t vt_memory_get(const struct vt_memory *m, uint32_t addr)
{
	const struct table *t = m->table[addr >> (PAGE_BITS + TABLE_BITS)];
	const uint8_t *page = t ? t->page[addr >> PAGE_BITS & (TABLE - 1)] :
				  NULL;

	return page ? page[addr & (PAGE - 1)] : 0;
}

/* The page of ADDR, or NULL without memory for it. */
static uint8_t *page_at(struct vt_memory *m, uint32_t addr)
{
	struct table **t = &m->table[addr >> (PAGE_BITS + TABLE_BITS)];
	uint8_t **page;

	if (!*t)
		*t = calloc(1, sizeof **t);
	if (!*t)
		return NULL;
	page = &(*t)->page[addr >> PAGE_BITS & (TABLE - 1)];
	if (!*page)
		*page = calloc(1, PAGE);
	return *page;
}

void vt_memory_put(struct vt_memory *m, uint32_t addr, uint8_t value)
{
	uint8_t *page = page_at(m, addr);

	if (page)
		page[addr & (PAGE - 1)] = value;
	else
		m->is_short = true;
}
