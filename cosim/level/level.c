/* level.c - the books of a level of memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/level/level.h"

#include <stdlib.h>
#include <string.h>

/* --- life ------------------------------------------------------------- */

static bool power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

bool level_possible(const struct cosim_dcache *d, uint32_t row)
{
	return power_of_two(d->size) && power_of_two(d->line) &&
	       power_of_two(d->ways) && d->ways <= 16 &&
	       d->line <= LEVEL_LINE && d->line >= row &&
	       d->line / row <= LEVEL_ROWS &&
	       d->size >= d->line * d->ways;
}

struct level *level_new(const struct cosim *c)
{
	const struct cosim_dcache *d = &c->own.dcache;
	struct level *k = calloc(1, sizeof *k);
	size_t lines = d->size / d->line;

	if (!k)
		return NULL;
	k->shape = *d;
	k->sets = d->size / d->line / d->ways;
	k->row_bytes = c->own.access_bytes;
	k->rows = d->line / k->row_bytes;
	k->all_rows = UINT64_MAX >> (64 - k->rows);
	k->ram_base = c->cfg.ram_base;
	k->room = 64;
	k->lines = calloc(lines, sizeof *k->lines);
	k->data = calloc(d->size, 1);
	k->row_since = calloc(lines * k->rows, sizeof *k->row_since);
	k->memory = calloc(c->cfg.ram_size, 1);
	k->writes = calloc(k->room, sizeof *k->writes);
	if (k->lines && k->data && k->row_since && k->memory && k->writes)
		return k;
	level_free(k);
	return NULL;
}

void level_free(struct level *k)
{
	if (!k)
		return;
	free(k->lines);
	free(k->data);
	free(k->row_since);
	free(k->memory);
	free(k->writes);
	free(k);
}

void level_load(struct level *k, size_t at, const void *src, size_t n)
{
	memcpy(k->memory + at, src, n);
}

const uint8_t *level_memory(const struct level *k)
{
	return k->memory;
}

/* --- books ------------------------------------------------------------ */

struct level_line *level_find(const struct level *k, uint32_t addr)
{
	for (uint32_t way = 0; way < k->shape.ways; way++)
		if (level_holds(k, level_line_at(k, addr, way), addr))
			return level_line_at(k, addr, way);
	return NULL;
}

struct level_read *level_reading(struct level *k, uint32_t addr)
{
	for (uint32_t i = 0; i < LEVEL_READS; i++)
		if (k->reads[i].used && k->reads[i].addr == addr)
			return &k->reads[i];
	return NULL;
}

uint64_t level_since(const struct cosim *c, uint32_t addr)
{
	const struct level *k = c->cache;
	const struct level_line *l = level_find(k, addr);
	uint32_t row = addr & ~(k->row_bytes - 1);

	if (load_word(k->memory + ((addr & ~UINT32_C(3)) - k->ram_base)) ==
	    mirror_word(c, addr))
		return 0;
	for (uint32_t i = 0; i < k->count; i++)
		if (level_write_at(k, i)->addr == row)
			return level_write_at(k, i)->since;
	if (l && l->dirty & level_row_bit(k, addr))
		return *level_row_since(k, l, addr);
	return 0;
}

struct level_work level_work(const struct cosim *c)
{
	const struct level *k = c->cache;
	const struct level_line *end = k->lines + k->sets * k->shape.ways;
	struct level_work work = { .writes = k->count };

	for (const struct level_line *l = k->lines; l < end; l++)
		work.dirty += l->dirty != 0;
	for (uint32_t i = 0; i < LEVEL_READS; i++)
		work.reads += k->reads[i].used;
	return work;
}

uint32_t level_reads(const struct cosim *c, uint32_t addr)
{
	const struct level *k = c->cache;
	uint32_t line = level_line_of(k, addr), n = 0;

	for (uint32_t i = 0; i < LEVEL_READS; i++)
		n += k->reads[i].used && k->reads[i].addr != line;
	return n;
}
