/* level_rows.c - rows into and out of the array of a level of memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * A line is read from the level below, and its rows are filled one by one. Rows
 * leave by evict records: op 0 writes a row back and invalidates it, op 1
 * writes it back and keeps it, op 2 invalidates it. One with op 3 invalidates
 * all lines.
 */
#include "cosim/level/l2_state.h"
#include "cosim/level/level.h"

#include <string.h>

#include "cosim/state/head.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/profile.h"

enum { FORGET = 3 };

/* --- lines from memory ------------------------------------------------ */

static int read_fail(const struct level *k, uint32_t addr, const char *why)
{
	return level_fail(k, COSIM_CACHE_READ, "the line at 0x%08x %s", addr,
			  why);
}

static int check_read(struct level *k, uint32_t addr,
		      uint32_t bytes)
{
	const struct level_line *l = level_find(k, addr);
	const struct level_read *r = level_reading(k, addr);

	if (bytes != k->shape.line || addr % bytes || !in_ram(k->all, addr))
		return level_fail(k, COSIM_CACHE_READ,
				  "%u bytes at 0x%08x are not a line of RAM",
				  bytes, addr);
	if (r && !r->fails)
		return read_fail(k, addr, "is being read already");
	if (l && l->dirty)
		return read_fail(k, addr, "is dirty in the cache");
	for (uint32_t i = 0; i < k->count; i++)
		if (level_line_of(k, level_write_at(k, i)->addr) == addr)
			return read_fail(k, addr,
					 "has a write on its way to memory");
	return 0;
}

int level_bus_read(struct level *k, uint32_t addr,
		   uint32_t bytes)
{
	const uint8_t *from;
	struct level_read *r;

	if (check_read(k, addr, bytes))
		return 1;
	r = level_reading(k, addr);
	for (uint32_t i = 0; !r && i < LEVEL_READS; i++)
		if (!k->reads[i].used)
			r = &k->reads[i];
	if (!r)
		return read_fail(k, addr, "is one more than can be in flight");
	from = level_place(k->lower, addr);
	if (!from)
		return read_fail(k, addr, "is not there to be read");
	r->used = true;
	r->fails = false;
	r->addr = addr;
	r->filled = 0;
	r->event = k->all->event;
	r->passed = k->count != 0;
	memcpy(r->data, from, bytes);
	return 0;
}

void level_read_fails(struct level *k, uint32_t addr)
{
	struct level_read *r = level_reading(k, level_line_of(k, addr));

	k->refused = true;
	if (r)
		r->fails = true;
}

bool level_is_failing(struct level *k, uint32_t addr)
{
	const struct level_read *r = level_reading(k, level_line_of(k, addr));

	return r && r->fails;
}

/* --- records ---------------------------------------------------------- */

/* Reads a fill or evict record: both have address, way and data in the same
 * places. */
static int row_record(struct core *c, const struct level *k, const uint32_t *r,
		      enum record_kind kind, struct level_row *row)
{
	*row = (struct level_row){ rec_fill_addr(r), rec_fill_way(r),
				   r + REC_WORD_fill_data };
	if (head_check(c, r, kind, 0))
		return 1;
	if (!rec_head_warp(r) && !rec_head_seq(r) &&
	    row->way < k->shape.ways && row->addr % k->row_bytes == 0 &&
	    in_ram(k->all, row->addr))
		return 0;
	return level_fail(k, COSIM_CACHE_SHAPE, "row 0x%08x in way 0x%x",
			  row->addr, row->way);
}

/* What has given the line at ADDR to a data cache. */
struct source { char text[48]; };
static struct source source_of(const struct level *k, uint32_t addr)
{
	const struct cosim *c = k->all;
	struct source s = { "memory" };

	if (c->l2 && c->own.l2.banks > 1)
		snprintf(s.text, sizeof s.text,
			 "bank %u of the second-level cache",
			 l2_bank_of(c->l2, addr));
	else if (c->l2)
		snprintf(s.text, sizeof s.text, "the second-level cache");
	return s;
}

int level_row_differs(const struct level *k, enum cosim_check check,
		       const struct level_row *r, const void *want)
{
	const uint8_t *w = want;
	char text[24];

	level_fail(k, check, check == COSIM_FILL_DATA ?
		   "row 0x%08x, way %u of the data cache, from %s" :
		   "row 0x%08x, way %u", r->addr, r->way,
		   source_of(k, r->addr).text);
	k->all->mismatch.has_addr = true;
	k->all->mismatch.addr = r->addr;
	for (uint32_t i = 0; i < k->row_bytes / 4; i++) {
		snprintf(text, sizeof text, "word %u", i);
		fail_diff(k->all, text, r->data[i], load_word(w + 4 * i));
	}
	return 1;
}

static int fill_fail(const struct level *k, enum cosim_check check,
		     const struct level_row *r, const char *why)
{
	return level_fail(k, check, "row 0x%08x, way %u of the data cache, "
			  "from %s: %s", r->addr, r->way,
			  source_of(k, r->addr).text, why);
}

/* The first row of a line replaces the line in its way, which must not be
 * dirty. The set may still hold a clean copy of the new line: the way of the
 * copy is reserved for another line, whose rows have not come yet. */
static int check_place(struct level *k,
		       const struct level_row *r)
{
	const struct level_line *l = level_line_at(k, r->addr, r->way);
	const struct level_line *old = level_find(k, r->addr);

	if (old && old->dirty)
		return fill_fail(k, COSIM_FILL_WAY, r,
				 "the set holds the line, and it is dirty");
	if (!l->dirty)
		return 0;
	level_fail(k, COSIM_FILL_DIRTY, "row 0x%08x goes "
	     "over the line at 0x%08x in way %u", r->addr, l->addr, r->way);
	fail_row(k->all, "dirty rows", (uint32_t)l->dirty, 0);
	return 1;
}

static int check_fill(struct level *k,
		      const struct level_row *r, const struct level_read *from)
{
	const uint8_t *want;

	if (!from || from->filled & level_row_bit(k, r->addr))
		return fill_fail(k, COSIM_FILL_UNKNOWN, r, from ?
				 "it has been filled" :
				 "its line is not being read");
	if (from->filled && from->way != r->way)
		return fill_fail(k, COSIM_FILL_WAY, r,
				 "the line began in another way");
	want = from->data + (r->addr - from->addr);
	if (!from->fails && memcmp(r->data, want, k->row_bytes))
		return level_row_differs(k, COSIM_FILL_DATA, r, want);
	return from->filled ? 0 : check_place(k, r);
}

/* L now holds the line of FROM; another way that held the line is given up. */
static void replace(struct level *k, struct level_line *l,
		    const struct level_read *from)
{
	struct level_line *old = level_find(k, from->addr);

	if (old)
		level_give_up(old);
	*l = (struct level_line){
		.addr = from->addr,
		.since = k->all->weak ? from->event : k->all->event,
		.passed = from->passed,
		.cycle = k->all->cycle
	};
}

int level_fill(struct core *c, struct level *k, const uint32_t *record)
{
	struct level_row r;
	struct level_read *from;
	struct level_line *l;

	if (row_record(c, k, record, REC_KIND_fill, &r))
		return 1;
	from = level_reading(k, level_line_of(k, r.addr));
	if (check_fill(k, &r, from))
		return 1;
	l = level_line_at(k, r.addr, r.way);
	if (k->watch && !from->filled)
		k->watch->fill(c, (size_t)(l - k->lines), r.addr,
			       l->valid || l->owed);
	if (!from->filled)
		replace(k, l, from);
	else if (l->addr != from->addr)
		return fill_fail(k, COSIM_FILL_WAY, &r,
				 "another line has taken the way");
	from->way = r.way;
	from->filled |= level_row_bit(k, r.addr);
	l->valid |= level_row_bit(k, r.addr);
	memcpy(level_bytes_at(k, l, r.addr), r.data, k->row_bytes);
	if (k->by)
		memset(level_by_at(k, l, r.addr), 0,
		       k->row_bytes * sizeof *k->by);
	if (from->filled == k->all_rows && !from->fails)
		from->used = false;
	if (k->watch && from->filled == k->all_rows)
		k->watch->filled(c, (size_t)(l - k->lines));
	return 0;
}

static int evict_fail(const struct level *k, enum cosim_check check,
		      const struct level_row *r, uint32_t op, const char *why)
{
	return level_fail(k, check, "op %u, row 0x%08x, way %u: %s", op,
			  r->addr, r->way, why);
}

static int drop_row(struct level *k, const struct level_row *r,
		    struct level_line *l)
{
	static const uint8_t zeros[4 * ROW_WORDS];

	if (l->dirty & level_row_bit(k, r->addr))
		return evict_fail(k, COSIM_EVICT_DIRTY, r, 2, "it is dirty");
	if (memcmp(r->data, zeros, k->row_bytes))
		return level_row_differs(k, COSIM_EVICT_DATA, r, zeros);
	l->valid &= ~level_row_bit(k, r->addr);
	return 0;
}

/* Drops a row of L that no access may use any more. */
static int leave_row(struct level *k, const struct level_row *r,
		     struct level_line *l)
{
	static const uint8_t zeros[4 * ROW_WORDS];

	if (memcmp(r->data, zeros, k->row_bytes))
		return level_row_differs(k, COSIM_EVICT_DATA, r, zeros);
	l->leaving &= ~level_row_bit(k, r->addr);
	l->owed = l->leaving != 0;
	return 0;
}

static int write_back(struct core *c, struct level *k,
		      const struct level_row *r, struct level_line *l,
		      bool stays)
{
	uint64_t bit = level_row_bit(k, r->addr), since = k->all->event;

	profile_row_back(c, r->addr);
	if (memcmp(r->data, level_bytes_at(k, l, r->addr), k->row_bytes))
		return level_row_differs(k, COSIM_EVICT_DATA, r,
				   level_bytes_at(k, l, r->addr));
	if (l->dirty & bit)
		since = *level_row_since(k, l, r->addr);
	l->dirty &= ~bit;
	if (!stays)
		l->valid &= ~bit;
	return level_expect(k, r->addr, NULL, r->data, since,
			    k->by ? level_by_at(k, l, r->addr) : NULL);
}

/* All lines are forgotten, by record R. */
static int forget_all(struct core *c, struct level *k,
		      const struct level_row *r)
{
	static const uint8_t zeros[4 * ROW_WORDS];
	const size_t lines = (size_t)k->sets * k->shape.ways;

	if (r->addr != k->all->cfg.ram_base || r->way ||
	    memcmp(r->data, zeros, k->row_bytes))
		return evict_fail(k, COSIM_CACHE_SHAPE, r, FORGET,
				  "no row is named");
	for (uint32_t i = 0; i < LEVEL_READS; i++)
		if (k->reads[i].used && !k->reads[i].fails)
			return evict_fail(k, COSIM_EVICT_ABSENT, r, FORGET,
					  "a line is on its way");
	for (size_t i = 0; i < lines; i++) {
		struct level_line *l = &k->lines[i];

		if (l->dirty)
			return level_fail(k, COSIM_EVICT_DIRTY, "op 3: the "
					  "line at 0x%08x is dirty", l->addr);
		if (l->valid && k->watch)
			k->watch->evict(c, i, FORGET, l->addr);
		l->owed &= !l->leaving;
		l->valid = l->leaving = 0;
	}
	return 0;
}

int level_evict(struct core *c, struct level *k, const uint32_t *record)
{
	uint32_t op = rec_evict_op(record);
	const struct level_read *from;
	struct level_row r;
	struct level_line *l;

	if (row_record(c, k, record, REC_KIND_evict, &r))
		return 1;
	if (op == FORGET)
		return forget_all(c, k, &r);
	l = level_line_at(k, r.addr, r.way);
	from = level_reading(k, level_line_of(k, r.addr));
	if (k->watch)
		k->watch->evict(c, (size_t)(l - k->lines), op, r.addr);
	if (level_holds(k, l, r.addr) && l->valid & level_row_bit(k, r.addr))
		return op == 2 ? drop_row(k, &r, l) :
				 write_back(c, k, &r, l, op);
	if (op == 2 && from && from->fails)
		return 0;
	if (op == 2 && l->addr == level_line_of(k, r.addr) &&
	    l->leaving & level_row_bit(k, r.addr))
		return leave_row(k, &r, l);
	return evict_fail(k, COSIM_EVICT_ABSENT, &r, op, "it is not there");
}
