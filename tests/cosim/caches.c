/* caches.c - the lockstep of a core with a data cache and shared memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/caches.h"
#include "tests/cosim/checker.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/cosim/mutant.h"
#include "tests/tap.h"

enum { TRIES = 400 };

/* --- legal streams ---------------------------------------------------- */

static void legal(const char *name, uint32_t (*fn)(uint32_t *),
		  struct ideal_config c)
{
	char why[300];
	uint32_t bad = legal_all(c, fn, legal_seeds(), why, sizeof why);

	if (!ok(!bad, "legal: %s, %ux%u, cache of %u bytes, "
		"lines of %u, rows of %u, bus of %u, errors at 0x%x", name,
		c.machine.warps, c.machine.threads, c.dcache.size,
		c.dcache.line, c.access_bytes, c.bus_bytes, c.error_addr))
		diag("seed %u: %s", bad, why);
}

static void all_programs(struct ideal_config c)
{
	legal("mix", mix, c);
	legal("races", races, c);
	legal("updates", updates, c);
	legal("shared_updates", shared_updates, c);
	legal("modify", modify, c);
	legal("traps", traps, c);
	legal("leaves", leaves, c);
	legal("counts", counts, c);
	legal("flushes", flushes, c);
	legal("passes", passes, c);
	legal("produces", produces, c);
	legal("shared", shared, c);
	legal("loads_again", loads_again, c);
}

/* Small caches: nearly everything misses and evicts. */
static void legal_caches(void)
{
	static const struct {
		uint32_t w, t, l, bus, row;
		struct shape_cache d;
	} shapes[] = {
		{ 4, 4, 4, 8, 16, { 128, 32, 2, true, 4, 0, 1 } },
		{ 4, 4, 4, 8, 16, { 128, 32, 2, false, 4, 0, 1 } },
		{ 4, 8, 2, 4, 4, { 64, 16, 1, true, 4, 0, 1 } },
		{ 8, 4, 4, 16, 64, { 512, 64, 4, true, 4, 0, 1 } },
		{ 2, 8, 8, 32, 32, { 128, 32, 2, false, 4, 0, 1 } },
		{ 4, 32, 8, 64, 128, { 1024, 256, 2, true, 4, 0, 1 } }
	};

	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		all_programs(caches_core(shapes[i].w, shapes[i].t, shapes[i].l,
				    shapes[i].bus, shapes[i].row,
				    shapes[i].d));
	legal("refused", refused, caches_shape(REFUSED));
	legal("refused", refused, caches_shape(BARE));
	legal("refused", refused, caches_shape(UNFETCHED));
}

/* --- finding ---------------------------------------------------------- */

static uint32_t extra(const struct ideal_record *r)
{
	return r->w[0] >> 22;
}

static uint32_t warp_of(const struct ideal_record *r)
{
	return r->w[0] >> 8 & 63;
}

static bool is_store(const struct ideal_record *r)
{
	return r->kind == 4 && extra(r) & 1;
}

static bool same_insn(const struct ideal_record *a,
		      const struct ideal_record *b)
{
	return warp_of(a) == warp_of(b) && a->w[1] == b->w[1];
}

/* The line, or row, that a record of the cache or the bus is about. */
static uint32_t line_of(const struct ideal_record *r)
{
	return (r->kind >= IDEAL_READ ? r->w[0] :
		r->kind == 4 ? r->w[4] : r->w[2]) &
	       ~31u;
}

static uint32_t row_of(const struct ideal_record *r)
{
	return (r->kind >= IDEAL_READ ? r->w[0] :
		r->kind == 4 ? r->w[4] : r->w[2]) &
	       ~15u;
}

static long at(const struct ideal_stream *s, uint32_t kind, uint32_t op,
	       uint32_t nth)
{
	return edit_find(s, (struct edit_at){ kind, op, nth });
}

/* The next record of KIND from I on, of LINE if that is not 0; or -1. */
static long next(const struct ideal_stream *s, long i, uint32_t kind,
		 uint32_t line)
{
	for (; i >= 0 && i < (long)s->count; i++)
		if (s->records[i].kind == kind &&
		    (!line || line_of(&s->records[i]) == line))
			return i;
	return -1;
}

static long next_op(const struct ideal_stream *s, long i, uint32_t kind,
		    uint32_t op)
{
	do
		i = next(s, i < 0 ? 0 : i + 1, kind, 0);
	while (i >= 0 && extra(&s->records[i]) != op);
	return i;
}

/* Does a line come to the WAY of the set of record I after it? */
static bool refilled(const struct ideal_stream *s, long i, uint32_t way)
{
	uint32_t set = line_of(&s->records[i]) & 32;

	while ((i = next(s, i + 1, 5, 0)) >= 0)
		if (s->records[i].w[3] == way &&
		    (line_of(&s->records[i]) & 32) == set)
			return true;
	return false;
}

/* --- accesses --------------------------------------------------------- */

static bool bypass_hit(struct ideal_stream *s)
{
	for (size_t i = 0; i < s->count; i++) {
		struct ideal_record *r = &s->records[i];

		if (!is_store(r) || !(r->w[5] & 0x10))
			continue;
		r->w[5] = 0;
		return true;
	}
	return false;
}

/* The same, of the last access to a line. */
static bool bypass_last(struct ideal_stream *s)
{
	for (long i = (long)s->count - 1; i >= 0; i--) {
		struct ideal_record *r = &s->records[i];

		if (r->kind != 4 || !(r->w[5] & 0x10))
			continue;
		if (!is_store(r) || refilled(s, i, r->w[5] & 15) ||
		    next(s, i + 1, 4, line_of(r)) >= 0)
			continue;
		r->w[5] = 0;
		return true;
	}
	return false;
}

static bool cached_console(struct ideal_stream *s)
{
	for (size_t i = 0; i < s->count; i++) {
		struct ideal_record *r = &s->records[i];

		if (r->kind != 4 || r->w[4] != 0xFFFFF000)
			continue;
		r->w[5] = 0x10;
		return true;
	}
	return false;
}

/* The first access to a line before the line's last row is filled. */
static bool early_access(struct ideal_stream *s)
{
	for (long i = at(s, 4, EDIT_ANY, 0); i >= 0;
	     i = next(s, i + 1, 4, 0)) {
		long fill = i - 1;

		while (fill > 0 && (s->records[fill].kind != 5 ||
				    line_of(&s->records[fill]) !=
				    line_of(&s->records[i])))
			fill--;
		for (long k = fill; k < i; k++)
			if (s->records[k].kind == 1 &&
			    same_insn(&s->records[k], &s->records[i]))
				fill = -1;
		if (fill <= 0)
			continue;
		edit_move(s, fill, i);
		return true;
	}
	return false;
}

/* An access to RAM claims to be one to shared memory. */
static bool smem_as_perform(struct ideal_stream *s)
{
	long i = at(s, 4, ISA_LW, 0);

	s->records[i].w[4] = GOLDEN_SMEM;
	return true;
}

/* --- refills ---------------------------------------------------------- */

static bool fill_twice(struct ideal_stream *s)
{
	long i = at(s, 5, EDIT_ANY, 0);

	edit_insert(s, i + 1, i);
	return true;
}

/* The bytes of two rows of a line that differ change places. */
static bool fill_swapped(struct ideal_stream *s)
{
	for (long i = at(s, 5, EDIT_ANY, 0); i >= 0; i = next(s, i + 1, 5, 0)) {
		long k = next(s, i + 1, 5, line_of(&s->records[i]));
		uint32_t *a = s->records[i].w + 4, data[4];

		if (k < 0 || !memcmp(a, s->records[k].w + 4, 16))
			continue;
		memcpy(data, a, 16);
		memcpy(a, s->records[k].w + 4, 16);
		memcpy(s->records[k].w + 4, data, 16);
		return true;
	}
	return false;
}

static bool fill_split(struct ideal_stream *s)
{
	long i = at(s, 5, EDIT_ANY, 0);
	long k = next(s, i + 1, 5, line_of(&s->records[i]));

	s->records[k].w[3] ^= 1;
	return true;
}

/* The same read brings the line to the other way of the set as well: that way
 * is empty at first. */
static bool fill_again(struct ideal_stream *s)
{
	long read = at(s, IDEAL_READ, EDIT_ANY, 0);
	long first = next(s, read, 5, line_of(&s->records[read]));
	long second = next(s, first + 1, 5, line_of(&s->records[read]));

	edit_insert(s, second + 1, read);
	edit_insert(s, second + 2, first);
	s->records[second + 2].w[3] ^= 1;
	return true;
}

/* Between the rows of a line comes one of another line, to the same way. */
static bool fill_over(struct ideal_stream *s)
{
	for (long i = at(s, 5, EDIT_ANY, 0); i >= 0; i = next(s, i + 1, 5, 0)) {
		uint32_t line = line_of(&s->records[i]);
		long k = next(s, i + 1, 5, line), other;

		if (k < 0)
			continue;
		edit_insert(s, k, i);
		edit_insert(s, k, i);
		other = k;
		s->records[other].kind = IDEAL_READ;
		s->records[other].w[0] = line ^ 0x40;
		s->records[other].w[1] = 32;
		s->records[other + 1].w[2] ^= 0x40;
		memset(s->records[other + 1].w + 4, 0, 16);
		return true;
	}
	return false;
}

/* Neither the rows nor the writes of a dirty line that is replaced. */
static bool victim_lost(struct ideal_stream *s)
{
	long i = next_op(s, -1, 6, 0);
	uint32_t line = i < 0 ? 0 : line_of(&s->records[i]);
	uint32_t rows = 0, beats = 0;

	for (; i >= 0 && i < (long)s->count && (rows < 2 || beats < 4); i++) {
		struct ideal_record *r = &s->records[i];
		bool row = rows < 2 && r->kind == 6 && line_of(r) == line;
		bool beat = beats < 4 && r->kind == IDEAL_WRITE &&
			    line_of(r) == line;

		if (!row && !beat)
			continue;
		edit_remove(s, i--);
		rows += row;
		beats += beat;
	}
	return rows == 2 && beats == 4;
}

/* --- rows out --------------------------------------------------------- */

static bool evict_op(struct ideal_stream *s)
{
	s->records[at(s, 6, EDIT_ANY, 1)].w[0] |= UINT32_C(3) << 22;
	return true;
}

/* A row that goes out dirty is said to be dropped. */
static bool drop_dirty(struct ideal_stream *s)
{
	for (long i = next_op(s, -1, 6, 0); i >= 0; i = next_op(s, i, 6, 0)) {
		uint32_t row = row_of(&s->records[i]);

		for (long k = i - 1; k >= 0; k--) {
			struct ideal_record *r = &s->records[k];

			if (r->kind < 4 || r->kind > 6 || row_of(r) != row ||
			    (r->kind == 4 && !is_store(r)))
				continue;
			if (r->kind != 4)
				break;
			r = &s->records[i];
			r->w[0] ^= 2 << 22;
			memset(r->w + 4, 0, 16);
			return true;
		}
	}
	return false;
}

static bool drop_data(struct ideal_stream *s)
{
	long i = next_op(s, -1, 6, 2);

	if (i < 0)
		return false;
	s->records[i].w[6] = 1;
	return true;
}

static bool evict_twice(struct ideal_stream *s)
{
	long i = next_op(s, -1, 6, 0);

	if (i < 0)
		return false;
	edit_insert(s, i + 1, i);
	return true;
}

/* --- the bus ---------------------------------------------------------- */

static bool read_twice(struct ideal_stream *s)
{
	long i = at(s, IDEAL_READ, EDIT_ANY, 0);

	edit_insert(s, i + 1, i);
	return true;
}

static bool read_dirty(struct ideal_stream *s)
{
	long i = at(s, 4, ISA_SW, 0), read = at(s, IDEAL_READ, EDIT_ANY, 0);
	uint32_t line = line_of(&s->records[i]);

	edit_insert(s, i + 1, read);
	s->records[i + 1].w[0] = line;
	return true;
}

/* A read goes in front of the write of its line that it waited for. */
static bool read_early(struct ideal_stream *s)
{
	for (long i = at(s, IDEAL_READ, EDIT_ANY, 0); i >= 0;
	     i = next(s, i + 1, IDEAL_READ, 0)) {
		uint32_t line = line_of(&s->records[i]);
		long k = i - 1;

		while (k >= 0 && (s->records[k].kind != IDEAL_WRITE ||
				  line_of(&s->records[k]) != line))
			k--;
		if (k < 0)
			continue;
		edit_move(s, k, i);
		return true;
	}
	return false;
}

static bool write_lost(struct ideal_stream *s)
{
	edit_remove(s, at(s, IDEAL_WRITE, EDIT_ANY, 1));
	return true;
}

static bool write_twice(struct ideal_stream *s)
{
	long i = at(s, IDEAL_WRITE, EDIT_ANY, 1);

	edit_insert(s, i + 1, i);
	return true;
}

/* Two writes to different places that were both sent. */
static bool write_swapped(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 40; n++) {
		long a = at(s, IDEAL_WRITE, EDIT_ANY, n);
		long b = at(s, IDEAL_WRITE, EDIT_ANY, n + 1);
		bool sent = true;

		for (long i = a; i >= 0 && i < b; i++)
			sent &= s->records[i].kind < 4 ||
				s->records[i].kind > 6;
		if (b < 0 || !sent || s->records[a].w[0] == s->records[b].w[0])
			continue;
		edit_swap(s, a, b);
		return true;
	}
	return false;
}

static bool write_more(struct ideal_stream *s)
{
	long i = at(s, IDEAL_READ, EDIT_ANY, 0);

	edit_insert(s, i, i);
	s->records[i].kind = IDEAL_WRITE;
	s->records[i].w[1] = 8;
	s->records[i].w[2] = 0xFF;
	return true;
}

/* --- stale lines ------------------------------------------------------ */

/* The word at 0x80002000 in a row or beat of it becomes what it was. */
static void make_stale(struct ideal_record *r)
{
	uint32_t *word = r->kind == IDEAL_WRITE ? r->w + 6 : r->w + 4;

	if ((r->kind == 5 || r->kind == 6 || r->kind == IDEAL_WRITE) &&
	    row_of(r) == 0x80002000 && *word == 22)
		*word = 11;
}

/* The line is read before the second store to it, and filled after that has
 * left. */
static bool stale_line(struct ideal_stream *s)
{
	long store = at(s, 4, ISA_SW, 1), read = at(s, 4, ISA_SW, 2);

	while (read > store && (s->records[read].kind != IDEAL_READ ||
				line_of(&s->records[read]) != 0x80002000))
		read--;
	if (read <= store)
		return false;
	for (long i = read; i < (long)s->count; i++)
		make_stale(&s->records[i]);
	s->ram[0x2000] = 11;
	edit_move(s, store, read);
	return true;
}

/* --- flushes ---------------------------------------------------------- */

/* The first instruction after the flush at CONTROL issues in front of TO. */
static bool issue_at(struct ideal_stream *s, long control, long to)
{
	long issue = next(s, control, 1, 0);

	if (issue < 0 || to < 0 || to >= issue)
		return false;
	edit_move(s, to, issue);
	return true;
}

static bool flush_dirty(struct ideal_stream *s)
{
	long control = at(s, 3, ISA_FENCE_I, 0);

	return issue_at(s, control, control + 1);
}

static bool flush_write(struct ideal_stream *s)
{
	long control = at(s, 3, ISA_FENCE_I, 0);
	long issue = next(s, control, 1, 0), last = issue;

	while (last > control && s->records[last].kind != IDEAL_WRITE)
		last--;
	return last > control && issue_at(s, control, last);
}

/* One line that mflush should have dropped and that nothing replaces. */
static bool flush_kept(struct ideal_stream *s)
{
	for (long i = next_op(s, -1, 6, 2); i >= 0; i = next_op(s, i, 6, 2)) {
		long k = next(s, i + 1, 6, line_of(&s->records[i]));

		if (k < 0 || extra(&s->records[k]) != 2 ||
		    next_op(s, i, 6, 3) >= 0 ||
		    refilled(s, i, s->records[i].w[3]))
			continue;
		edit_remove(s, k);
		edit_remove(s, i);
		return true;
	}
	return false;
}

/* --- shared memory ---------------------------------------------------- */

/* The store of which even lanes go to shared memory serves lane 1 there. */
static bool smem_place(struct ideal_stream *s)
{
	uint32_t insn = asm_s(ISA_SW, 28, 64, 14);

	for (size_t i = 0; i < s->count; i++) {
		long k = (long)i;

		if (s->records[i].kind != 1 || s->records[i].w[3] != insn)
			continue;
		while (k < (long)s->count &&
		       ((s->records[k].kind != 4 && s->records[k].kind != 7) ||
			!same_insn(&s->records[k], &s->records[i])))
			k++;
		if (k == (long)s->count || s->records[k].kind != 7)
			continue;
		s->records[k].w[3] |= 2;
		return true;
	}
	return false;
}

/* All lanes store one byte: the value of the lowest stays. */
static bool smem_winner(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 8; n++) {
		long i = at(s, 7, ISA_SB, n);
		uint32_t lanes = i < 0 ? 0 : s->records[i].w[3];

		if (!(lanes & (lanes - 1)))
			continue;
		s->records[i].w[6] = (uint32_t)(ffs((int)lanes) - 1) << 24;
		return true;
	}
	return false;
}

static bool smem_lost(struct ideal_stream *s)
{
	edit_remove(s, at(s, 7, ISA_LW, 0));
	return true;
}

static bool smem_twice(struct ideal_stream *s)
{
	long i = at(s, 7, ISA_LW, 0);

	edit_insert(s, i + 1, i);
	return true;
}

static bool absent(struct ideal_stream *s, uint32_t kind)
{
	long i = at(s, 4, ISA_SW, 0);

	edit_insert(s, i, i);
	s->records[i].kind = kind;
	s->records[i].w[0] = kind;
	return true;
}

static bool smem_absent(struct ideal_stream *s)
{
	return absent(s, 7);
}

static bool fill_absent(struct ideal_stream *s)
{
	return absent(s, 5);
}

/* --- bus errors ------------------------------------------------------- */

static bool stop_elsewhere(struct ideal_stream *s)
{
	long i = next_op(s, -1, 3, 11);

	s->records[i].w[8] ^= 0x1000;
	return true;
}

static bool stop_twice(struct ideal_stream *s)
{
	long i = next_op(s, -1, 3, 11);

	edit_insert(s, i + 1, i);
	return true;
}

static bool stop_lost(struct ideal_stream *s)
{
	edit_remove(s, next_op(s, -1, 3, 11));
	return true;
}

static bool write_failed(struct ideal_stream *s)
{
	long i = at(s, 2, ISA_LW, 0);

	s->records[i].w[0] |= UINT32_C(22) << 22 | UINT32_C(1) << 27;
	s->records[i].w[4] = 1;
	return true;
}

static bool hit_failed(struct ideal_stream *s)
{
	s->records[at(s, 4, ISA_LW, 0)].w[5] = 0x10;
	return true;
}

/* The issue at 0x80001000. */
static bool fetch_flag(struct ideal_stream *s)
{
	for (size_t i = 0; i < s->count; i++) {
		if (s->records[i].kind != 1 ||
		    s->records[i].w[2] != 0x80001000)
			continue;
		s->records[i].w[0] ^= 0x10;
		return true;
	}
	return false;
}

static bool fetch_unflagged(struct ideal_stream *s)
{
	return fetch_flag(s);
}

static bool fetch_flagged(struct ideal_stream *s)
{
	return fetch_flag(s);
}

/* --- mutants ---------------------------------------------------------- */

enum { ISA_ANY = EDIT_ANY };

static const struct mutant mutants[] = {
#define FIELD(name, shape, program, record, op, nth, field, bits, check) \
	{ name, shape, program, { REC_KIND_##record, ISA_##op, nth }, \
	  REC_WORD_##field, UINT32_C(bits) << REC_LOW_##field, NULL, \
	  COSIM_##check },
#define LIST(name, shape, program, record, op, nth, field, word, bits, check) \
	{ name, shape, program, { REC_KIND_##record, ISA_##op, nth }, \
	  REC_WORD_##field + word, bits, NULL, COSIM_##check },
#define RAW(name, shape, program, kind, op, nth, word, bits, check) \
	{ name, shape, program, { IDEAL_##kind, ISA_##op, nth }, word, bits, \
	  NULL, COSIM_##check },
#define MOVE(name, shape, program, function, check) \
	{ name, shape, program, { 0, 0, 0 }, 0, 0, function, COSIM_##check },
#include "tests/cosim/memory.def"
#undef FIELD
#undef LIST
#undef RAW
#undef MOVE
};

static void kill_mutant(const struct mutant *m, bool *fired)
{
	struct ideal_config c = caches_shape(m->shape);
	struct program p;
	int got = MUTANT_NO_PLACE;

	program_make(&p, m->program);
	for (c.seed = 1; c.seed <= TRIES && got == MUTANT_NO_PLACE; c.seed++)
		got = mutant_try(m, &c, &p);
	if (got >= 0)
		fired[got] = true;
	if (!ok(got == (int)m->check, "%s: %s", m->name,
		cosim_check_name(m->check)))
		diag("seed %d: %s", (int)c.seed - 1, mutant_check_name(got));
}

void caches(bool *fired)
{
	legal_caches();
	for (size_t i = 0; i < sizeof mutants / sizeof *mutants; i++)
		kill_mutant(&mutants[i], fired);
	caches_ends(fired);
}
