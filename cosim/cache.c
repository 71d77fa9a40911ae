/* cache.c - mirrors of the data cache and of the memory behind it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/cover.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 256, MAX_ROWS = 64, READS = 64 };

/* What one way of a set holds. A row is there if its bit in VALID is set; the
 * line serves accesses if all are. */
struct line {
	uint32_t addr;
	uint64_t valid, dirty;  /* bit per row */
	uint64_t since;         /* event of its first row */
	uint64_t cycle;         /* the same as a cycle */
	bool owed;              /* it has given its way to one to come */
};

/* A line on its way from memory. */
struct read {
	bool used, fails;
	uint32_t addr, way;
	uint64_t filled;        /* rows written into the array */
	uint8_t data[MAX_LINE];
};

/* Bytes on their way to memory, all of one row. */
struct write {
	uint32_t addr;
	uint32_t mask[ROW_MASKS], data[ROW_WORDS];
	uint32_t next;          /* first beat that has not come */
	uint64_t since;         /* event of the oldest store in it */
};

struct cache {
	struct cosim_dcache shape;
	uint32_t sets, rows, row_bytes;
	uint32_t ram_base;
	uint64_t all_rows;
	struct line *lines;     /* [set][way] */
	uint8_t *data;          /* [set][way][byte of the line] */
	uint64_t *row_since;    /* [set][way][row]: of its first store */
	uint8_t *memory;
	struct read reads[READS];
	struct write *writes;   /* a ring */
	uint32_t head, count, room;
};

/* --- life ------------------------------------------------------------- */

static bool power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

bool cache_possible(const struct cosim_dcache *d, uint32_t row)
{
	return power_of_two(d->size) && power_of_two(d->line) &&
	       power_of_two(d->ways) && d->ways <= 16 && d->line <= MAX_LINE &&
	       d->line >= row && d->line / row <= MAX_ROWS &&
	       d->size >= d->line * d->ways;
}

struct cache *cache_new(const struct cosim *c)
{
	const struct cosim_dcache *d = &c->own.dcache;
	struct cache *k = calloc(1, sizeof *k);
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
	cache_free(k);
	return NULL;
}

void cache_free(struct cache *k)
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

void cache_load(struct cache *k, size_t at, const void *src, size_t n)
{
	memcpy(k->memory + at, src, n);
}

const uint8_t *cache_memory(const struct cache *k)
{
	return k->memory;
}

/* --- places ----------------------------------------------------------- */

static uint32_t line_of(const struct cache *k, uint32_t addr)
{
	return addr & ~(k->shape.line - 1);
}

static uint32_t row_of(const struct cache *k, uint32_t addr)
{
	return (addr & (k->shape.line - 1)) / k->row_bytes;
}

static uint64_t row_bit(const struct cache *k, uint32_t addr)
{
	return UINT64_C(1) << row_of(k, addr);
}

static struct line *line_at(const struct cache *k, uint32_t addr, uint32_t way)
{
	uint32_t set = addr / k->shape.line % k->sets;

	return &k->lines[set * k->shape.ways + way];
}

static uint8_t *bytes_at(const struct cache *k, const struct line *l,
			 uint32_t addr)
{
	size_t index = (size_t)(l - k->lines);

	return k->data + index * k->shape.line + (addr & (k->shape.line - 1));
}

static uint64_t *since_at(const struct cache *k, const struct line *l,
			  uint32_t addr)
{
	size_t index = (size_t)(l - k->lines);

	return &k->row_since[index * k->rows + row_of(k, addr)];
}

static bool holds(const struct cache *k, const struct line *l, uint32_t addr)
{
	return l->valid && l->addr == line_of(k, addr);
}

/* The way that holds some of the line of ADDR, or NULL. */
static struct line *find_line(const struct cache *k, uint32_t addr)
{
	for (uint32_t way = 0; way < k->shape.ways; way++)
		if (holds(k, line_at(k, addr, way), addr))
			return line_at(k, addr, way);
	return NULL;
}

/* The device goes on as if L, which is clean, were not there. It may have given
 * its way to a line on its way; then it serves nobody again, and that must
 * come. */
static void give_up(struct line *l)
{
	l->valid = 0;
	l->owed = true;
}

static struct read *find_read(struct cache *k, uint32_t line)
{
	for (uint32_t i = 0; i < READS; i++)
		if (k->reads[i].used && k->reads[i].addr == line)
			return &k->reads[i];
	return NULL;
}

static struct write *write_at(const struct cache *k, uint32_t i)
{
	return &k->writes[(k->head + i) % k->room];
}

/* --- writes on their way ---------------------------------------------- */

static bool grow(struct cache *k)
{
	struct write *more = calloc(2 * k->room, sizeof *more);

	if (!more)
		return false;
	for (uint32_t i = 0; i < k->count; i++)
		more[i] = *write_at(k, i);
	free(k->writes);
	k->writes = more;
	k->room *= 2;
	k->head = 0;
	return true;
}

/* A row's bytes of MASK, NULL: all, are to reach memory next. */
static int expect_write(struct cosim *c, uint32_t addr, const uint32_t *mask,
			const void *data, uint64_t since)
{
	struct cache *k = c->cache;
	struct write *w;

	if (k->count == k->room && !grow(k))
		return fail(c, COSIM_WRITE_ORDER, GOLDEN_MAX_WARPS, NULL,
			    "out of memory for the books of this check");
	w = write_at(k, k->count++);
	memset(w, 0, sizeof *w);
	w->addr = addr;
	w->since = since;
	memcpy(w->data, data, k->row_bytes);
	if (mask)
		memcpy(w->mask, mask, c->mask_words * sizeof *mask);
	else
		for (uint32_t i = 0; i < k->row_bytes; i++)
			w->mask[i / 32] |= UINT32_C(1) << i % 32;
	return 0;
}

/* Bits of a strobe from byte FIRST on, COUNT of them, up to 32. */
static uint32_t strobe(const uint32_t *mask, uint32_t first, uint32_t count)
{
	uint32_t n = count < 32 ? count : 32;

	return mask[first / 32] >> first % 32 & UINT32_MAX >> (32 - n);
}

static bool any_strobe(const uint32_t *mask, uint32_t first, uint32_t count)
{
	for (uint32_t i = 0; i < count; i += 32)
		if (strobe(mask, first + i, count - i))
			return true;
	return false;
}

/* The first byte of the next beat that W sends, or past its row. */
static uint32_t next_beat(const struct cosim *c, const struct write *w)
{
	uint32_t at = w->next;

	while (at < c->own.access_bytes &&
	       !any_strobe(w->mask, at, c->own.bus_bytes))
		at += c->own.bus_bytes;
	return at;
}

/* --- lines from memory ------------------------------------------------ */

static int read_fail(struct cosim *c, uint32_t addr, const char *why)
{
	return fail(c, COSIM_CACHE_READ, GOLDEN_MAX_WARPS, NULL,
		    "the line at 0x%08x %s", addr, why);
}

static int check_read(struct cosim *c, uint32_t addr, uint32_t bytes)
{
	struct cache *k = c->cache;
	const struct line *l = find_line(k, addr);
	const struct read *r = find_read(k, addr);

	if (bytes != k->shape.line || addr % bytes || !in_ram(c, addr))
		return fail(c, COSIM_CACHE_READ, GOLDEN_MAX_WARPS, NULL,
			    "%u bytes at 0x%08x are not a line of RAM", bytes,
			    addr);
	if (r && !r->fails)
		return read_fail(c, addr, "is being read already");
	if (l && l->dirty)
		return read_fail(c, addr, "is dirty in the cache");
	for (uint32_t i = 0; i < k->count; i++)
		if (line_of(k, write_at(k, i)->addr) == addr)
			return read_fail(c, addr,
					 "has a write on its way to memory");
	return 0;
}

int cache_bus_read(struct cosim *c, uint32_t addr, uint32_t bytes)
{
	struct cache *k = c->cache;
	struct read *r;

	if (check_read(c, addr, bytes))
		return 1;
	r = find_read(k, addr);
	for (uint32_t i = 0; !r && i < READS; i++)
		if (!k->reads[i].used)
			r = &k->reads[i];
	if (!r)
		return read_fail(c, addr, "is one more than can be in flight");
	r->used = true;
	r->fails = false;
	r->addr = addr;
	r->filled = 0;
	memcpy(r->data, k->memory + (addr - k->ram_base), bytes);
	return 0;
}

void cache_read_fails(struct cosim *c, uint32_t addr)
{
	struct read *r = find_read(c->cache, line_of(c->cache, addr));

	if (r)
		r->fails = true;
}

/* --- beats of writes -------------------------------------------------- */

static int check_beat(struct cosim *c, const struct write *w, uint32_t at,
		      const uint32_t *strb, const uint32_t *data,
		      uint32_t bytes)
{
	const uint8_t *want = (const uint8_t *)w->data + at;
	const uint8_t *got = (const uint8_t *)data;

	for (uint32_t i = 0; i < bytes; i++) {
		bool on = strb[i / 32] >> i % 32 & 1;
		bool should = w->mask[(at + i) / 32] >> (at + i) % 32 & 1;

		if (on == should && (!on || got[i] == want[i]))
			continue;
		fail(c, COSIM_WRITE_DATA, GOLDEN_MAX_WARPS, NULL,
		     "byte 0x%08x", w->addr + at + i);
		fail_diff(c, "strobe", on, should);
		fail_diff(c, "data", got[i], want[i]);
		return 1;
	}
	return 0;
}

static int unexpected(struct cosim *c, uint32_t addr)
{
	const struct cache *k = c->cache;

	fail(c, COSIM_WRITE_ORDER, GOLDEN_MAX_WARPS, NULL,
	     "the bus writes to 0x%08x; %u writes are on their way", addr,
	     k->count);
	if (k->count)
		fail_row(c, "address", addr, write_at(k, 0)->addr +
			 next_beat(c, write_at(k, 0)));
	return 1;
}

static void into_memory(struct cosim *c, const struct write *w, uint32_t at,
			uint32_t bytes)
{
	struct cache *k = c->cache;

	if (!in_ram(c, w->addr))
		return;
	for (uint32_t i = at; i < at + bytes; i++)
		if (w->mask[i / 32] >> i % 32 & 1)
			k->memory[w->addr - k->ram_base + i] =
				((const uint8_t *)w->data)[i];
}

/* Is ADDR, of row W, in the cache, or has it a later write on its way? */
static bool survives(const struct cosim *c, const struct write *w,
		     uint32_t addr)
{
	const struct cache *k = c->cache;
	const struct line *l = find_line(k, addr);
	uint32_t i = addr - w->addr;

	if (l && l->valid & row_bit(k, addr))
		return true;
	for (uint32_t n = 1; n < k->count; n++)
		if (write_at(k, n)->addr == w->addr &&
		    write_at(k, n)->mask[i / 32] >> i % 32 & 1)
			return true;
	return false;
}

/* A beat of W was refused. What nobody holds any more is lost; whoever reads
 * it before the core has stopped sees what memory has. */
static int lose(struct cosim *c, const struct write *w, uint32_t at,
		uint32_t bytes)
{
	for (uint32_t i = at; i < at + bytes; i++) {
		uint32_t ram = w->addr + i - c->cfg.ram_base;

		if (!in_ram(c, w->addr) || !(w->mask[i / 32] >> i % 32 & 1) ||
		    survives(c, w, w->addr + i))
			continue;
		c->mirror[ram] = c->cache->memory[ram];
		if (!flat_give_up(c->flat, ram, 1))
			return fail(c, COSIM_WRITE_ORDER, GOLDEN_MAX_WARPS,
				    NULL, "out of memory for the books of "
				    "this check");
	}
	return 0;
}

int cache_bus_write(struct cosim *c, uint32_t addr, const uint32_t *strb,
		    const uint32_t *data, uint32_t bytes)
{
	struct cache *k = c->cache;
	struct write *w = write_at(k, 0);
	uint32_t at;

	if (strb && !any_strobe(strb, 0, bytes))
		return 0;
	at = k->count ? next_beat(c, w) : 0;
	if (!k->count || w->addr + at != addr)
		return unexpected(c, addr);
	if (strb) {
		if (check_beat(c, w, at, strb, data, bytes))
			return 1;
		into_memory(c, w, at, bytes);
	} else if (lose(c, w, at, bytes)) {
		return 1;
	}
	w->next = at + bytes;
	if (next_beat(c, w) >= c->own.access_bytes) {
		k->head = (k->head + 1) % k->room;
		k->count--;
	}
	return 0;
}

/* --- rows into and out of the array ----------------------------------- */

struct row {
	uint32_t addr, way;
	const uint32_t *data;
};

static int row_record(struct cosim *c, const uint32_t *r, uint32_t kind,
		      uint32_t extra, struct row *row)
{
	const struct cache *k = c->cache;

	*row = (struct row){ r[2], r[3], r + 4 };
	if (head_check(c, r, kind, extra, 0))
		return 1;
	if (!head_warp(r) && !r[1] && r[3] < k->shape.ways &&
	    r[2] % k->row_bytes == 0 && in_ram(c, r[2]))
		return 0;
	return fail(c, COSIM_CACHE_SHAPE, GOLDEN_MAX_WARPS, NULL,
		    "row 0x%08x in way 0x%x", r[2], r[3]);
}

static int row_differs(struct cosim *c, enum cosim_check check,
		       const struct row *r, const void *want)
{
	const uint8_t *w = want;
	char text[24];

	fail(c, check, GOLDEN_MAX_WARPS, NULL, "row 0x%08x, way %u", r->addr,
	     r->way);
	c->mismatch.has_addr = true;
	c->mismatch.addr = r->addr;
	for (uint32_t i = 0; i < c->row_words; i++) {
		snprintf(text, sizeof text, "word %u", i);
		fail_diff(c, text, r->data[i], load_word(w + 4 * i));
	}
	return 1;
}

static int fill_fail(struct cosim *c, enum cosim_check check,
		     const struct row *r, const char *why)
{
	return fail(c, check, GOLDEN_MAX_WARPS, NULL,
		    "row 0x%08x, way %u: %s", r->addr, r->way, why);
}

/* The first row of a line: what does it replace? The set may hold a clean copy
 * of the line still: it has given its way to another line, whose rows have not
 * come yet. */
static int check_place(struct cosim *c, const struct row *r)
{
	struct cache *k = c->cache;
	const struct line *l = line_at(k, r->addr, r->way);
	const struct line *old = find_line(k, r->addr);

	if (old && old->dirty)
		return fill_fail(c, COSIM_FILL_WAY, r,
				 "the set holds the line, and it is dirty");
	if (!l->dirty)
		return 0;
	fail(c, COSIM_FILL_DIRTY, GOLDEN_MAX_WARPS, NULL, "row 0x%08x goes "
	     "over the line at 0x%08x in way %u", r->addr, l->addr, r->way);
	fail_row(c, "dirty rows", (uint32_t)l->dirty, 0);
	return 1;
}

static int check_fill(struct cosim *c, const struct row *r,
		      const struct read *from)
{
	const uint8_t *want;

	if (!from || from->filled & row_bit(c->cache, r->addr))
		return fill_fail(c, COSIM_FILL_UNKNOWN, r, from ?
				 "it has been filled" :
				 "its line is not being read");
	if (from->filled && from->way != r->way)
		return fill_fail(c, COSIM_FILL_WAY, r,
				 "the line began in another way");
	want = from->data + (r->addr - from->addr);
	if (!from->fails && memcmp(r->data, want, c->own.access_bytes))
		return row_differs(c, COSIM_FILL_DATA, r, want);
	return from->filled ? 0 : check_place(c, r);
}

/* L begins to hold the line of ADDR, and nobody else does any more. */
static void replace(struct cosim *c, struct line *l, uint32_t addr)
{
	struct line *old = find_line(c->cache, addr);

	if (old)
		give_up(old);
	*l = (struct line){ .addr = addr, .since = c->event,
			     .cycle = c->cycle };
}

int fill_record(struct cosim *c, const uint32_t *record)
{
	struct cache *k = c->cache;
	struct row r;
	struct read *from;
	struct line *l;

	if (row_record(c, record, 5, 0, &r))
		return 1;
	from = find_read(k, line_of(k, r.addr));
	if (check_fill(c, &r, from))
		return 1;
	l = line_at(k, r.addr, r.way);
	if (c->cover && !from->filled)
		cover_fill(c, (size_t)(l - k->lines), r.addr,
			   l->valid || l->owed);
	if (!from->filled)
		replace(c, l, from->addr);
	else if (l->addr != from->addr)
		return fill_fail(c, COSIM_FILL_WAY, &r,
				 "another line has taken the way");
	from->way = r.way;
	from->filled |= row_bit(k, r.addr);
	l->valid |= row_bit(k, r.addr);
	memcpy(bytes_at(k, l, r.addr), r.data, k->row_bytes);
	if (from->filled == k->all_rows && !from->fails)
		from->used = false;
	if (c->cover && from->filled == k->all_rows)
		cover_filled(c, (size_t)(l - k->lines));
	return 0;
}

static int evict_fail(struct cosim *c, enum cosim_check check,
		      const struct row *r, uint32_t op, const char *why)
{
	return fail(c, check, GOLDEN_MAX_WARPS, NULL,
		    "op %u, row 0x%08x, way %u: %s", op, r->addr, r->way, why);
}

static int drop(struct cosim *c, const struct row *r, struct line *l)
{
	static const uint8_t zeros[4 * ROW_WORDS];

	if (l->dirty & row_bit(c->cache, r->addr))
		return evict_fail(c, COSIM_EVICT_DIRTY, r, 2, "it is dirty");
	if (memcmp(r->data, zeros, c->own.access_bytes))
		return row_differs(c, COSIM_EVICT_DATA, r, zeros);
	l->valid &= ~row_bit(c->cache, r->addr);
	return 0;
}

static int write_back(struct cosim *c, const struct row *r, struct line *l,
		      bool stays)
{
	struct cache *k = c->cache;
	uint64_t bit = row_bit(k, r->addr), since = c->event;

	profile_row_back(c, r->addr);
	if (memcmp(r->data, bytes_at(k, l, r->addr), k->row_bytes))
		return row_differs(c, COSIM_EVICT_DATA, r,
				   bytes_at(k, l, r->addr));
	if (l->dirty & bit)
		since = *since_at(k, l, r->addr);
	l->dirty &= ~bit;
	if (!stays)
		l->valid &= ~bit;
	return expect_write(c, r->addr, NULL, r->data, since);
}

int evict_record(struct cosim *c, const uint32_t *record)
{
	struct cache *k = c->cache;
	uint32_t op = head_extra(record);
	const struct read *from;
	struct row r;
	struct line *l;

	if (row_record(c, record, 6, 3, &r))
		return 1;
	if (op > 2)
		return evict_fail(c, COSIM_CACHE_SHAPE, &r, op, "no such op");
	l = line_at(k, r.addr, r.way);
	from = find_read(k, line_of(k, r.addr));
	if (c->cover)
		cover_evict(c, (size_t)(l - k->lines), op, r.addr);
	if (holds(k, l, r.addr) && l->valid & row_bit(k, r.addr))
		return op == 2 ? drop(c, &r, l) : write_back(c, &r, l, op);
	if (op == 2 && from && from->fails)
		return 0;
	return evict_fail(c, COSIM_EVICT_ABSENT, &r, op, "it is not there");
}

/* --- accesses --------------------------------------------------------- */

static int access_fail(struct cosim *c, enum cosim_check check,
		       const struct cache_access *a, const char *why)
{
	return fail(c, check, a->warp, a->slot, "address 0x%08x, way %u: %s",
		    a->addr, a->way, why);
}

/* Bits of word I that MASK selects. */
static uint32_t selected(const uint32_t *mask, uint32_t i)
{
	static const uint32_t bytes[16] = {
		0, 0xFF, 0xFF00, 0xFFFF, 0xFF0000, 0xFF00FF, 0xFFFF00, 0xFFFFFF,
		0xFF000000, 0xFF0000FF, 0xFF00FF00, 0xFF00FFFF, 0xFFFF0000,
		0xFFFF00FF, 0xFFFFFF00, 0xFFFFFFFF
	};

	return bytes[mask[i / 8] >> i % 8 * 4 & 15];
}

/* Whatever races there are: one cache has one value, that of the last store. */
static int check_view(struct cosim *c, const struct cache_access *a,
		      const struct line *l)
{
	const uint8_t *have = bytes_at(c->cache, l, a->addr);

	for (uint32_t i = 0; i < c->row_words; i++) {
		uint32_t bits = selected(a->mask, i), addr = a->addr + 4 * i;
		uint32_t cached = load_word(have + 4 * i);

		if (!bits || !((cached ^ mirror_word(c, addr)) & bits))
			continue;
		fail(c, COSIM_LOAD_VIEW, a->warp, a->slot,
		     "the word at 0x%08x is not what was stored last", addr);
		fail_row(c, "word", cached & bits, mirror_word(c, addr) & bits);
		return 1;
	}
	return 0;
}

static void store(struct cosim *c, const struct cache_access *a,
		  const struct line *l)
{
	uint8_t *to = bytes_at(c->cache, l, a->addr);
	const uint8_t *data = (const uint8_t *)a->data;

	for (uint32_t i = 0; i < c->own.access_bytes; i++)
		if (a->mask[i / 32] >> i % 32 & 1)
			to[i] = data[i];
}

static int array_access(struct cosim *c, const struct cache_access *a)
{
	struct cache *k = c->cache;
	struct line *l;

	if (!in_ram(c, a->addr))
		return access_fail(c, COSIM_PERFORM_ARRAY, a,
				   "the console is not cached");
	if (a->way >= k->shape.ways)
		return access_fail(c, COSIM_CACHE_SHAPE, a, "no such way");
	l = line_at(k, a->addr, a->way);
	if (!holds(k, l, a->addr) || l->valid != k->all_rows)
		return access_fail(c, COSIM_PERFORM_WAY, a,
				   "the line is not there, or not all of it");
	if (!a->store)
		return check_view(c, a, l);
	store(c, a, l);
	if (!k->shape.write_back)
		return expect_write(c, a->addr, a->mask, a->data, c->event);
	if (!(l->dirty & row_bit(k, a->addr)))
		*since_at(k, l, a->addr) = c->event;
	l->dirty |= row_bit(k, a->addr);
	return 0;
}

static int bypass(struct cosim *c, const struct cache_access *a)
{
	struct cache *k = c->cache;
	struct line *l = find_line(k, a->addr);

	if (in_ram(c, a->addr) && (!a->store || k->shape.write_back))
		return access_fail(c, COSIM_PERFORM_ARRAY, a,
				   "it must go to the array");
	if (in_ram(c, a->addr) && l)
		give_up(l);
	return expect_write(c, a->addr, a->mask, a->data, c->event);
}

uint64_t cache_line_cycle(const struct cosim *c, const struct cache_access *a)
{
	return line_at(c->cache, a->addr, a->way)->cycle;
}

/* Counted before it changes anything: what comes of it is another's. */
static void count_access(struct cosim *c, const struct cache_access *a)
{
	const struct cache *k = c->cache;
	size_t line = NOWHERE;

	if (a->array && a->way < k->shape.ways)
		line = (size_t)(line_at(k, a->addr, a->way) - k->lines);
	cover_cache(c, a, line);
}

int cache_perform(struct cosim *c, const struct cache_access *a)
{
	if (c->cover)
		count_access(c, a);
	if (!a->error)
		return a->array ? array_access(c, a) : bypass(c, a);
	if (!a->array && bus_errors(c, COSIM_DBUS, line_of(c->cache, a->addr),
				    c->cache->shape.line))
		return 0;
	return access_fail(c, COSIM_PERFORM_ERROR, a, a->array ?
			   "an access that failed has no array access" :
			   "the memory has answered without an error");
}

/* --- what has left ---------------------------------------------------- */

uint64_t cache_since(const struct cosim *c, uint32_t addr)
{
	const struct cache *k = c->cache;
	const struct line *l = find_line(k, addr);
	uint32_t row = addr & ~(k->row_bytes - 1);

	if (load_word(k->memory + ((addr & ~UINT32_C(3)) - k->ram_base)) ==
	    mirror_word(c, addr))
		return 0;
	for (uint32_t i = 0; i < k->count; i++)
		if (write_at(k, i)->addr == row)
			return write_at(k, i)->since;
	if (l && l->dirty & row_bit(k, addr))
		return *since_at(k, l, addr);
	return 0;
}

struct cache_work cache_work(const struct cosim *c)
{
	const struct cache *k = c->cache;
	const struct line *end = k->lines + k->sets * k->shape.ways;
	struct cache_work work = { .writes = k->count };

	for (const struct line *l = k->lines; l < end; l++)
		work.dirty += l->dirty != 0;
	for (uint32_t i = 0; i < READS; i++)
		work.reads += k->reads[i].used;
	return work;
}

uint32_t cache_reads(const struct cosim *c, uint32_t addr)
{
	const struct cache *k = c->cache;
	uint32_t line = line_of(k, addr), n = 0;

	for (uint32_t i = 0; i < READS; i++)
		n += k->reads[i].used && k->reads[i].addr != line;
	return n;
}

static int flush_fail(struct cosim *c, enum cosim_check check, uint32_t warp,
		      uint32_t addr, const char *why)
{
	return fail(c, check, warp, NULL, "address 0x%08x %s", addr, why);
}

/* Rows of L that are dirty since before EVENT. */
static bool dirty_since(const struct cache *k, const struct line *l,
			uint64_t event)
{
	for (uint32_t i = 0; l->dirty && i < k->rows; i++)
		if (l->dirty >> i & 1 &&
		    *since_at(k, l, i * k->row_bytes) < event)
			return true;
	return false;
}

static int check_left(struct cosim *c, enum cosim_check check, uint32_t warp,
		      uint64_t event)
{
	const struct cache *k = c->cache;
	const struct line *end = k->lines + k->sets * k->shape.ways;

	for (const struct line *l = k->lines; l < end; l++)
		if (dirty_since(k, l, event))
			return flush_fail(c, check, warp, l->addr, "is dirty");
	for (uint32_t i = 0; i < k->count; i++)
		if (write_at(k, i)->since < event)
			return flush_fail(c, check, warp, write_at(k, i)->addr,
					  "is on its way to memory");
	return 0;
}

/* What was there before EVENT and still is can only have given its way. */
static void forget(struct cache *k, uint64_t event)
{
	struct line *end = k->lines + k->sets * k->shape.ways;

	for (struct line *l = k->lines; l < end; l++)
		if (l->valid && l->since < event)
			give_up(l);
}

/* Each line that gave its way has been replaced, if memory answered. */
static int check_owed(struct cosim *c)
{
	const struct cache *k = c->cache;
	const struct line *end = k->lines + k->sets * k->shape.ways;

	for (const struct line *l = k->lines; l < end; l++)
		if (l->owed && !c->error_count)
			return fail(c, COSIM_CACHE_LEFT, GOLDEN_MAX_WARPS, NULL,
				    "the line at 0x%08x", l->addr);
	return 0;
}

int cache_flushed(struct cosim *c, uint32_t warp)
{
	const struct warp *w = &c->warps[warp];

	if (check_left(c, COSIM_FLUSH, warp, w->flushed))
		return 1;
	if (w->flush & FLUSH_DROP)
		forget(c->cache, w->flushed);
	return 0;
}

int cache_drained(struct cosim *c)
{
	return check_left(c, COSIM_END_WRITES, GOLDEN_MAX_WARPS, UINT64_MAX) ||
	       check_owed(c);
}

/* --- the device's own array and tags ----------------------------------- */

int cache_audit_row(struct cosim *c, uint32_t line, uint32_t row,
		    const uint32_t *data)
{
	const struct cache *k = c->cache;
	const struct line *l = &k->lines[line];
	struct row r = { l->addr + row * k->row_bytes, line % k->shape.ways,
			 data };
	const uint8_t *want = bytes_at(k, l, r.addr);

	if (!(l->valid >> row & 1) || !memcmp(data, want, k->row_bytes))
		return 0;
	return row_differs(c, COSIM_AUDIT_LINE, &r, want);
}

int cache_audit_tag(struct cosim *c, uint32_t line, const uint32_t *data)
{
	const struct cache *k = c->cache;
	const struct line *l = &k->lines[line];
	bool valid = l->valid == k->all_rows;

	if (c->error_count || ((data[1] & 1) == valid && !(data[1] & 2) &&
			       (!valid || data[0] == l->addr)))
		return 0;
	fail(c, COSIM_AUDIT_TAG, GOLDEN_MAX_WARPS, NULL, "way %u of set %u",
	     line % k->shape.ways, line / k->shape.ways);
	fail_diff(c, "valid", data[1] & 1, valid);
	fail_diff(c, "dirty", data[1] >> 1 & 1, 0);
	if (valid && data[1] & 1)
		fail_diff(c, "line", data[0], l->addr);
	return 1;
}
