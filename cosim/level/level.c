/* level.c - makes, frees and searches a level of memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/level/level.h"

#include <stdlib.h>
#include <string.h>

#include "cosim/state/mismatch.h"

/* --- make and free ----------------------------------------------------- */

static bool power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

bool level_possible(const struct shape_cache *d, uint32_t row)
{
	return power_of_two(d->size) && power_of_two(d->line) &&
	       power_of_two(d->ways) && d->ways <= 16 &&
	       d->line <= LEVEL_LINE && d->line >= row &&
	       d->line / row <= LEVEL_ROWS &&
	       d->size >= d->line * d->ways;
}

struct level *level_memory(struct cosim *all, uint8_t *bytes)
{
	struct level *k = calloc(1, sizeof *k);

	if (!k)
		return NULL;
	k->all = all;
	k->borrowed = bytes != NULL;
	k->bytes = bytes ? bytes : calloc(all->cfg.ram_size, 1);
	if (k->bytes)
		return k;
	free(k);
	return NULL;
}

struct level *level_cache(struct cosim *all, const struct shape_cache *shape,
			  uint32_t row, struct level *lower)
{
	struct level *k = calloc(1, sizeof *k);
	size_t lines = shape->size / shape->line;

	if (!k)
		return NULL;
	k->all = all;
	k->shape = *shape;
	k->sets = shape->size / shape->line / shape->ways;
	k->row_bytes = row;
	k->rows = shape->line / row;
	k->all_rows = UINT64_MAX >> (64 - k->rows);
	k->room = 64;
	k->lines = calloc(lines, sizeof *k->lines);
	k->data = calloc(shape->size, 1);
	k->row_since = calloc(lines * k->rows, sizeof *k->row_since);
	k->writes = calloc(k->room, sizeof *k->writes);
	if (all->weak)
		k->by = calloc(shape->size, sizeof *k->by);
	if (!k->lines || !k->data || !k->row_since || !k->writes ||
	    (all->weak && !k->by)) {
		level_free(k);
		return NULL;
	}
	k->lower = lower;
	return k;
}

void level_free(struct level *k)
{
	if (!k)
		return;
	if (!k->borrowed)
		free(k->bytes);
	free(k->lines);
	free(k->data);
	free(k->row_since);
	free(k->by);
	free(k->writes);
	free(k);
}

int level_fail(const struct level *k, enum cosim_check check, const char *fmt,
	       ...)
{
	va_list ap;

	va_start(ap, fmt);
	fail_about(k->all, k->core, check, fmt, ap);
	va_end(ap);
	return 1;
}

/* --- lookup ------------------------------------------------------------ */

struct level_line *level_find(const struct level *k, uint32_t addr)
{
	for (uint32_t way = 0; way < k->shape.ways; way++)
		if (level_holds(k, level_line_at(k, addr, way), addr))
			return level_line_at(k, addr, way);
	return NULL;
}

uint8_t *level_place(const struct level *k, uint32_t addr)
{
	const struct level_line *l;

	if (!k->lower)
		return k->bytes + (addr - k->all->cfg.ram_base);
	l = level_find(k, addr);
	return l && l->valid == k->all_rows ? level_bytes_at(k, l, addr) : NULL;
}

uint32_t level_core_word(const struct core *c, uint32_t addr)
{
	const uint8_t *p = NULL;

	if (in_weak(c->all, addr))
		p = level_place(c->cache, addr & ~UINT32_C(3));
	return p ? load_word(p) : mirror_word(c, addr);
}

struct level_read *level_reading(struct level *k, uint32_t addr)
{
	for (uint32_t i = 0; i < LEVEL_READS; i++)
		if (k->reads[i].used && k->reads[i].addr == addr)
			return &k->reads[i];
	return NULL;
}

uint64_t level_since(const struct level *k, uint32_t addr)
{
	uint32_t at = (addr & ~UINT32_C(3)) - k->all->cfg.ram_base;
	const uint8_t *below = level_place(k->lower, addr & ~UINT32_C(3));
	const struct level_line *l = level_find(k, addr);
	uint32_t row = addr & ~(k->row_bytes - 1);

	if (below && load_word(below) == load_word(k->all->mirror + at))
		return 0;
	for (uint32_t i = 0; i < k->count; i++)
		if (level_write_at(k, i)->addr == row)
			return level_write_at(k, i)->since;
	if (l && l->dirty & level_row_bit(k, addr))
		return *level_row_since(k, l, addr);
	return 0;
}

struct level_work level_work(const struct level *k)
{
	const struct level_line *end = k->lines + k->sets * k->shape.ways;
	struct level_work work = { .writes = k->count };

	for (const struct level_line *l = k->lines; l < end; l++)
		work.dirty += l->dirty != 0;
	for (uint32_t i = 0; i < LEVEL_READS; i++)
		work.reads += k->reads[i].used;
	return work;
}

uint32_t level_reads(const struct level *k, uint32_t addr)
{
	uint32_t line = level_line_of(k, addr), n = 0;

	for (uint32_t i = 0; i < LEVEL_READS; i++)
		n += k->reads[i].used && k->reads[i].addr != line;
	return n;
}
