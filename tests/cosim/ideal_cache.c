/* ideal_cache.c - the ideal core's data cache and the memory behind it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/ideal_core.h"

#include <stdlib.h>
#include <string.h>

enum { MISSES = 3, QUEUE = 64, MAX_LINE = 256, NONE = -1 };

struct line {
	uint32_t addr;
	uint64_t valid, dirty;  /* bit per row */
	bool leaving, reserved;
	uint64_t born;          /* cycle of its first row */
	uint8_t data[MAX_LINE];
};

struct miss {
	bool used, sent;
	uint32_t addr;
	int way;                /* index of the line it will replace */
	uint64_t filled;
	uint8_t data[MAX_LINE];
};

struct write {
	uint32_t addr, next;
	uint32_t mask[4], data[32];
};

struct cache {
	uint32_t count, ways, rows, row_bytes, line_bytes;
	uint64_t all;
	struct line *lines;
	struct miss misses[MISSES];
	struct write queue[QUEUE];
	uint32_t head, queued;
	int moving;             /* line whose rows go out now, or NONE */
	uint32_t row, op;
	uint32_t flush;         /* what is asked for */
	uint64_t flush_cycle;
	uint32_t failed[8], failures; /* lines that memory refuses */
};

void ideal_cache_new(struct core *c)
{
	const struct shape_cache *d = &c->cfg.dcache;
	struct cache *k = calloc(1, sizeof *k);

	if (!k)
		abort();
	k->count = d->size / d->line;
	k->ways = d->ways;
	k->row_bytes = c->cfg.access_bytes;
	k->line_bytes = d->line;
	k->rows = d->line / k->row_bytes;
	k->all = UINT64_MAX >> (64 - k->rows);
	k->moving = NONE;
	k->lines = calloc(k->count, sizeof *k->lines);
	if (!k->lines)
		abort();
	c->cache = k;
}

void ideal_cache_free(struct core *c)
{
	if (!c->cache)
		return;
	free(c->cache->lines);
	free(c->cache);
}

/* --- places ----------------------------------------------------------- */

static uint32_t line_of(const struct cache *k, uint32_t addr)
{
	return addr & ~(k->line_bytes - 1);
}

static uint32_t row_of(const struct cache *k, uint32_t addr)
{
	return (addr & (k->line_bytes - 1)) / k->row_bytes;
}

static int first_way(const struct cache *k, uint32_t addr)
{
	return (int)(addr / k->line_bytes % (k->count / k->ways) * k->ways);
}

static int find(const struct cache *k, uint32_t addr)
{
	int first = first_way(k, addr);

	for (int i = first; i < first + (int)k->ways; i++)
		if (k->lines[i].valid && k->lines[i].addr == line_of(k, addr))
			return i;
	return NONE;
}

static struct miss *find_miss(struct cache *k, uint32_t line)
{
	for (int i = 0; i < MISSES; i++)
		if (k->misses[i].used && k->misses[i].addr == line)
			return &k->misses[i];
	return NULL;
}

static bool is_queued(const struct cache *k, uint32_t line)
{
	for (uint32_t i = 0; i < k->queued; i++)
		if (line_of(k, k->queue[(k->head + i) % QUEUE].addr) == line)
			return true;
	return false;
}

static bool has_failed(const struct cache *k, uint32_t line)
{
	for (uint32_t i = 0; i < k->failures; i++)
		if (k->failed[i] == line)
			return true;
	return false;
}

/* --- accesses --------------------------------------------------------- */

static void enqueue(struct cache *k, uint32_t addr, const uint32_t *mask,
		    const void *data)
{
	struct write *w = &k->queue[(k->head + k->queued++) % QUEUE];

	memset(w, 0, sizeof *w);
	w->addr = addr;
	memcpy(w->data, data, k->row_bytes);
	if (mask)
		memcpy(w->mask, mask, sizeof w->mask);
	else
		for (uint32_t i = 0; i < k->row_bytes; i++)
			w->mask[i / 32] |= UINT32_C(1) << i % 32;
}

static void hit(struct core *c, const struct want *w, struct line *l)
{
	struct cache *k = c->cache;
	uint8_t *to = l->data + row_of(k, w->addr) * k->row_bytes;
	const uint8_t *from = (const uint8_t *)w->data;

	for (uint32_t i = 0; w->store && i < k->row_bytes; i++)
		if (w->mask[i / 32] >> i % 32 & 1)
			to[i] = from[i];
	if (w->store && c->cfg.dcache.write_back)
		l->dirty |= UINT64_C(1) << row_of(k, w->addr);
	else if (w->store)
		enqueue(k, w->addr, w->mask, w->data);
}

/* Looks for a way that no other miss will replace. */
static void start_miss(struct core *c, uint32_t line)
{
	struct cache *k = c->cache;
	int way = first_way(k, line) + (int)rnd_below(&c->rnd, k->ways);

	if (find_miss(k, line) || k->lines[way].reserved ||
	    find(k, line) != NONE)
		return;
	for (int i = 0; i < MISSES; i++) {
		if (k->misses[i].used)
			continue;
		k->misses[i] = (struct miss){ .used = true, .addr = line,
					      .way = way };
		k->lines[way].reserved = true;
		return;
	}
}

bool ideal_cache_access(struct core *c, const struct want *w, uint32_t *place)
{
	struct cache *k = c->cache;
	uint32_t line = line_of(k, w->addr);
	int at = in_ram(c, w->addr) ? find(k, line) : NONE;

	if (k->queued > QUEUE / 2)
		return false;
	if (has_failed(k, line)) {
		*place = 1 << 5;
		return true;
	}
	if (at != NONE && k->lines[at].valid == k->all &&
	    !k->lines[at].leaving) {
		*place = (uint32_t)(at - first_way(k, line)) | 1 << 4;
		hit(c, w, &k->lines[at]);
		return true;
	}
	if (in_ram(c, w->addr) && (!w->store || c->cfg.dcache.write_back)) {
		start_miss(c, line);
		return false;
	}
	if (at != NONE || (in_ram(c, w->addr) && find_miss(k, line)))
		return false;
	enqueue(k, w->addr, w->mask, w->data);
	return true;
}

/* --- rows out --------------------------------------------------------- */

static void begin_out(struct cache *k, int at, uint32_t op)
{
	k->moving = at;
	k->row = 0;
	k->op = op;
	k->lines[at].leaving = op != 1;
}

static bool whole(const struct cache *k, int at)
{
	return k->lines[at].valid == k->all && !k->lines[at].leaving;
}

static void flush_step(struct cache *k)
{
	for (int i = 0; i < (int)k->count; i++) {
		const struct line *l = &k->lines[i];

		if (!whole(k, i) || (k->flush & 2 && !l->dirty &&
				     l->born >= k->flush_cycle))
			continue;
		if (l->dirty)
			begin_out(k, i, k->flush & 2 ? 0 : 1);
		else if (k->flush & 2)
			begin_out(k, i, 2);
		else
			continue;
		return;
	}
}

/* May a flush forget all lines by one record? */
static bool may_forget(const struct cache *k)
{
	bool may = k->flush & 2 && !k->failures;

	for (int i = 0; i < MISSES; i++)
		may &= !k->misses[i].used;
	for (uint32_t i = 0; i < k->count; i++)
		may &= !k->lines[i].dirty;
	return may;
}

static void forget(struct core *c)
{
	struct cache *k = c->cache;
	uint32_t *w = ideal_emit(c, REC_KIND_evict, 0, 0);

	rec_set_evict_op(w, 3);
	rec_set_evict_addr(w, c->cfg.machine.ram_base);
	for (uint32_t i = 0; i < k->count; i++)
		k->lines[i].valid = 0;
}

/* Chooses a line whose rows are to go out. */
static void choose_out(struct core *c)
{
	struct cache *k = c->cache;
	int at = (int)rnd_below(&c->rnd, k->count);

	for (int i = 0; i < MISSES; i++) {
		const struct miss *m = &k->misses[i];

		if (m->used && whole(k, m->way) && k->lines[m->way].dirty &&
		    k->lines[m->way].addr != m->addr) {
			begin_out(k, m->way, 0);
			return;
		}
	}
	if (may_forget(k) && c->cycle < k->flush_cycle + 8 && chance(c, 1))
		forget(c);
	else if (k->flush)
		flush_step(k);
	else if (whole(k, at) && k->lines[at].dirty && chance(c, 1))
		begin_out(k, at, 1);
}

static void row_out(struct core *c)
{
	struct cache *k = c->cache;
	struct line *l = &k->lines[k->moving];
	uint32_t addr = l->addr + k->row * k->row_bytes;
	uint8_t *data = l->data + k->row * k->row_bytes;
	uint32_t *w = ideal_emit(c, REC_KIND_evict, 0, 0);

	rec_set_evict_op(w, k->op);
	rec_set_evict_addr(w, addr);
	rec_set_evict_way(w, (uint32_t)(k->moving - first_way(k, addr)));
	if (k->op != 2) {
		c->counters[ISA_EVENT_WRITEBACKS] += !k->row;
		memcpy(w + REC_WORD_evict_data, data, k->row_bytes);
		enqueue(k, addr, NULL, data);
	}
	l->dirty &= ~(UINT64_C(1) << k->row);
	if (k->op != 1)
		l->valid &= ~(UINT64_C(1) << k->row);
	if (++k->row < k->rows)
		return;
	l->leaving = false;
	k->moving = NONE;
}

/* --- rows in ---------------------------------------------------------- */

static void row_in(struct core *c, struct miss *m)
{
	struct cache *k = c->cache;
	struct line *l = &k->lines[m->way];
	uint32_t row = rnd_below(&c->rnd, k->rows), *w, *data;

	while (m->filled >> row & 1)
		row = (row + 1) % k->rows;
	if (!m->filled) {
		l->addr = m->addr;
		l->valid = 0;
		l->born = c->cycle;
	}
	w = ideal_emit(c, REC_KIND_fill, 0, 0);
	rec_set_fill_addr(w, m->addr + row * k->row_bytes);
	rec_set_fill_way(w, (uint32_t)(m->way - first_way(k, m->addr)));
	data = w + REC_WORD_fill_data;
	memcpy(data, m->data + row * k->row_bytes, k->row_bytes);
	memcpy(l->data + row * k->row_bytes, data, k->row_bytes);
	l->valid |= UINT64_C(1) << row;
	m->filled |= UINT64_C(1) << row;
	if (m->filled != k->all)
		return;
	m->used = false;
	l->reserved = false;
}

static bool may_fill(const struct cache *k, const struct miss *m)
{
	const struct line *l = &k->lines[m->way];

	return m->used && m->sent && !l->dirty && !l->leaving &&
	       k->moving != m->way;
}

void ideal_cache_rows(struct core *c)
{
	struct cache *k = c->cache;
	struct miss *m = &k->misses[rnd_below(&c->rnd, MISSES)];

	if (k->moving == NONE)
		choose_out(c);
	if (k->moving != NONE && k->queued < QUEUE - 4 && chance(c, 8))
		row_out(c);
	if (may_fill(k, m) && chance(c, 12))
		row_in(c, m);
}

/* --- the bus ---------------------------------------------------------- */

static bool beat_empty(const struct core *c, const struct write *w)
{
	for (uint32_t i = w->next; i < w->next + c->cfg.bus_bytes; i++)
		if (w->mask[i / 32] >> i % 32 & 1)
			return false;
	return true;
}

static void beat(struct core *c, const struct write *w, uint32_t *r)
{
	uint8_t *data = (uint8_t *)(r + 6);

	for (uint32_t i = 0; i < c->cfg.bus_bytes; i++) {
		uint32_t at = w->next + i;
		size_t page = (w->addr - c->cfg.machine.ram_base) >> 12;

		if (!(w->mask[at / 32] >> at % 32 & 1))
			continue;
		r[2 + i / 32] |= UINT32_C(1) << i % 32;
		data[i] = ((const uint8_t *)w->data)[at];
		if (!in_ram(c, w->addr))
			continue;
		*memory_at(c, w->addr + at) = data[i];
		c->out->dirty[page / 64] |= UINT64_C(1) << page % 64;
	}
}

static void send_write(struct core *c)
{
	struct cache *k = c->cache;
	struct write *w = &k->queue[k->head];
	uint32_t *r;

	while (w->next < k->row_bytes && beat_empty(c, w))
		w->next += c->cfg.bus_bytes;
	if (ideal_refuses(c, w->addr + w->next, c->cfg.bus_bytes)) {
		ideal_refused(c, COSIM_DBUS, true, w->addr + w->next,
			      c->cfg.bus_bytes);
	} else {
		r = ideal_emit(c, IDEAL_WRITE, 0, 0);
		r[0] = w->addr + w->next;
		r[1] = c->cfg.bus_bytes;
		beat(c, w, r);
	}
	w->next += c->cfg.bus_bytes;
	while (w->next < k->row_bytes && beat_empty(c, w))
		w->next += c->cfg.bus_bytes;
	if (w->next < k->row_bytes)
		return;
	k->head = (k->head + 1) % QUEUE;
	k->queued--;
}

static void send_read(struct core *c, struct miss *m)
{
	struct cache *k = c->cache;
	uint32_t *r = ideal_emit(c, IDEAL_READ, 0, 0);

	r[0] = m->addr;
	r[1] = k->line_bytes;
	m->sent = true;
	memcpy(m->data, memory_at(c, m->addr), k->line_bytes);
	if (!ideal_refuses(c, m->addr, k->line_bytes))
		return;
	ideal_refused(c, COSIM_DBUS, false, m->addr, c->cfg.bus_bytes);
	m->used = false;
	k->lines[m->way].reserved = false;
	k->failed[k->failures++] = m->addr;
	if (k->failures == 8)
		abort();
}

void ideal_cache_bus(struct core *c)
{
	struct cache *k = c->cache;
	struct miss *m = &k->misses[rnd_below(&c->rnd, MISSES)];

	if (k->queued && chance(c, 6))
		send_write(c);
	if (m->used && !m->sent && !is_queued(k, m->addr) &&
	    find(k, m->addr) == NONE && chance(c, 8))
		send_read(c, m);
}

/* --- flushes ---------------------------------------------------------- */

void ideal_cache_flush(struct core *c, uint32_t what)
{
	c->cache->flush |= what & 2 ? 3 : what & 1;
	c->cache->flush_cycle = c->cycle + 1;
}

bool ideal_cache_flushed(struct core *c)
{
	struct cache *k = c->cache;

	for (int i = 0; i < (int)k->count; i++)
		if (k->lines[i].dirty ||
		    (k->flush & 2 && k->lines[i].valid &&
		     k->lines[i].born < k->flush_cycle))
			return false;
	if (k->queued)
		return false;
	k->flush = 0;
	return true;
}
