/* wrong.c - each mutant of a legal stream is noticed by the check that it names
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "tests/cosim/checker.h"
#include "tests/cosim/mutant.h"
#include "tests/tap.h"

enum { TRIES = 400 };

/* --- edits ------------------------------------------------------------ */

static long at(const struct ideal_stream *s, uint32_t kind, uint32_t op,
	       uint32_t nth)
{
	return edit_find(s, (struct edit_at){ kind, op, nth });
}

static uint32_t header_warp(const struct ideal_record *r)
{
	return r->w[0] >> 8 & 63;
}

/* The waiting warp of the first bar issues something. */
static bool issue_waiting(struct ideal_stream *s)
{
	long bar = at(s, 3, ISA_BAR, 0);

	edit_insert(s, bar + 1, edit_next(s, bar - 40, 1));
	s->records[bar + 1].w[0] = 1 | header_warp(&s->records[bar]) << 8;
	return true;
}

static bool before_control(struct ideal_stream *s, long control, uint32_t warp)
{
	for (long i = control + 1; i < (long)s->count; i++) {
		if (s->records[i].kind != 1 ||
		    header_warp(&s->records[i]) != warp)
			continue;
		edit_move(s, control, i);
		return true;
	}
	return false;
}

static bool issue_early(struct ideal_stream *s)
{
	long branch = at(s, 3, ISA_BEQ, 0);

	return before_control(s, branch, header_warp(&s->records[branch]));
}

/* Another warp than the one that came last. */
static bool release_early(struct ideal_stream *s)
{
	long bar = at(s, 3, ISA_BAR, 3);

	return before_control(s, bar, header_warp(&s->records[bar]) ^ 1);
}

static bool start_early(struct ideal_stream *s)
{
	return before_control(s, at(s, 3, ISA_WSPAWN, 0), 1);
}

/* Is the next record of the warp that issues in record I the retirement? */
static bool retires_next(const struct ideal_stream *s, size_t i)
{
	const struct ideal_record *r = &s->records[i], *n = r + 1;

	for (; n < s->records + s->count; n++)
		if ((n->kind == 1 || n->kind == 2) &&
		    (n->w[0] >> 8 & 63) == (r->w[0] >> 8 & 63))
			return n->kind == 2 && n->w[1] == r->w[1];
	return false;
}

static bool lose_issue(struct ideal_stream *s)
{
	for (size_t i = 0; i < s->count; i++) {
		if (s->records[i].kind != 1 || !retires_next(s, i))
			continue;
		edit_remove(s, (long)i);
		return true;
	}
	return false;
}

static bool repeat_issue(struct ideal_stream *s)
{
	long i = at(s, 1, ISA_LUI, 0);

	edit_insert(s, i + 1, i);
	return true;
}

/* Moves the issue of ISSUE in front of the first record of AFTER, if nothing of
 * the same warp issues in between. */
static bool issue_before(struct ideal_stream *s, struct edit_at issue,
			 struct edit_at after)
{
	long from = edit_find(s, issue), to = edit_find(s, after);
	uint32_t warp;

	if (from < 0 || to < 0 || to > from)
		return false;
	warp = header_warp(&s->records[from]);
	if (warp != header_warp(&s->records[to]) ||
	    edit_next(s, to, 1) != from)
		return false;
	edit_move(s, to, from);
	return true;
}

/* add x24 produces what sh x24 stores. */
static bool issue_raw(struct ideal_stream *s)
{
	return issue_before(s, (struct edit_at){ 1, ISA_SH, 0 },
			    (struct edit_at){ 2, ISA_ADD, 2 });
}

/* The store issues one cycle after add has written what it stores: too early
 * for its operands to have been selected then. */
static bool issue_soon(struct ideal_stream *s)
{
	long issue = at(s, 1, ISA_SH, 0), written = at(s, 2, ISA_ADD, 2);

	if (written < 0 || written > issue ||
	    header_warp(&s->records[issue]) !=
	    header_warp(&s->records[written]))
		return false;
	s->records[issue].cycle = s->records[written].cycle + 1;
	return true;
}

/* Two reads of CSRs into x29, which have no source. */
static bool issue_waw(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 24; n++)
		for (uint32_t k = 0; k < 24; k++) {
			long a = at(s, 1, ISA_CSRRS, n);
			long b = at(s, 2, ISA_CSRRS, k);

			if (a >= 0 && b >= 0 &&
			    (s->records[a].w[3] >> 7 & 31) == 29 &&
			    (s->records[b].w[0] >> 22 & 31) == 29 &&
			    issue_before(s,
					 (struct edit_at){ 1, ISA_CSRRS, n },
					 (struct edit_at){ 2, ISA_CSRRS, k }))
				return true;
		}
	return false;
}

static bool issue_drain(struct ideal_stream *s)
{
	return issue_before(s, (struct edit_at){ 1, ISA_FENCE, 0 },
			    (struct edit_at){ 4, ISA_LHU, 0 });
}

static bool lose_retire(struct ideal_stream *s)
{
	edit_remove(s, at(s, 2, ISA_XORI, 0));
	return true;
}

static bool lose_store(struct ideal_stream *s)
{
	edit_remove(s, at(s, 2, ISA_SB, 0));
	return true;
}

/* After fence.i the loop issues the word that the store has replaced. */
static bool stale_word(struct ideal_stream *s)
{
	long fence = at(s, 1, ISA_FENCE_I, 0);

	for (long i = fence; i < (long)s->count; i++) {
		struct ideal_record *r = &s->records[i];

		if (r->kind != 1 || r->w[2] != 0x80000014)
			continue;
		r->w[3] = asm_i(ISA_ADDI, 10, 10, 1);
		return true;
	}
	return false;
}

static bool repeat_perform(struct ideal_stream *s)
{
	long i = at(s, 4, ISA_SW, 0);

	edit_insert(s, i + 1, i);
	return true;
}

static bool perform_add(struct ideal_stream *s)
{
	long issue = at(s, 1, ISA_ADD, 0), perform = at(s, 4, ISA_SW, 0);
	uint32_t w0 = s->records[perform].w[0] & ~0x3F00u;

	w0 |= s->records[issue].w[0] & 0x3F00;
	edit_insert(s, issue + 1, perform);
	s->records[issue + 1].w[0] = w0;
	s->records[issue + 1].w[1] = s->records[issue].w[1];
	return true;
}

/* Issued before record I, by another warp, and the next to perform in its
 * own. */
static bool may_come(const struct ideal_stream *s, long i, long j)
{
	const struct ideal_record *r = &s->records[j];
	bool issued = false;

	for (long k = 0; k < j; k++) {
		const struct ideal_record *o = &s->records[k];

		if (header_warp(o) != header_warp(r))
			continue;
		if (k < i && o->kind == 1 && o->w[1] == r->w[1])
			issued = true;
		if (k > i && o->kind == 4)
			return false;
	}
	return issued;
}

/* A store of another warp comes between load and store of an atomic access. */
static bool store_between(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 64; n++) {
		long load = at(s, 4, ISA_AMOADD_W, 2 * n), j;

		for (uint32_t k = 0; load >= 0 && k < 64; k++) {
			j = at(s, 4, ISA_SW, k);
			if (j < load || header_warp(&s->records[j]) ==
					header_warp(&s->records[load]) ||
			    !may_come(s, load, j))
				continue;
			edit_move(s, load + 1, j);
			return true;
		}
	}
	return false;
}

/* A lane loads with the one before, which has still to store to their word. */
static bool load_together(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 64; n++) {
		long i = at(s, 4, ISA_AMOADD_W, 2 * n);
		long j = at(s, 4, ISA_AMOADD_W, 2 * n + 2);
		uint32_t *w, *next;

		if (i < 0 || j < 0)
			return false;
		w = s->records[i].w;
		next = s->records[j].w;
		if (w[0] != next[0] || w[1] != next[1] || w[2] != next[2])
			continue;
		w[3] |= next[3];
		edit_remove(s, j);
		return true;
	}
	return false;
}

static bool lose_update(struct ideal_stream *s)
{
	edit_remove(s, at(s, 4, ISA_AMOADD_W, 1));
	return true;
}

static bool store_without(struct ideal_stream *s)
{
	edit_remove(s, at(s, 4, ISA_AMOADD_W, 0));
	return true;
}

/* The last record of an sc.w that has not stored says that it has. */
static bool stored_anyway(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 32; n++) {
		long i = at(s, 2, ISA_SC_W, n);

		if (i < 0 || !(s->records[i].w[4] & 1) ||
		    !s->records[i].w[5])
			continue;
		s->records[i].w[5] = 0;
		return true;
	}
	return false;
}

static bool perform_nobody(struct ideal_stream *s)
{
	s->records[at(s, 4, ISA_SW, 0)].w[3] = 0;
	return true;
}

/* sw, lw of the same address by the same warp: the lw issued in time. */
static bool load_first(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 4; n++) {
		long load = at(s, 4, ISA_LW, n), issue = at(s, 1, ISA_LW, n);
		long store = -1;

		for (long i = issue; i >= 0 && i < load; i++)
			if (s->records[i].kind == 4 &&
			    header_warp(&s->records[i]) ==
			    header_warp(&s->records[load]))
				store = i;
		if (store < 0 || header_warp(&s->records[issue]) !=
		    header_warp(&s->records[load]) ||
		    s->records[store].w[4] != s->records[load].w[4] ||
		    s->records[store].w[2] != s->records[load].w[2])
			continue;
		edit_move(s, store, load);
		return true;
	}
	return false;
}

/* The first two accesses of an instruction, if each serves a lane. */
static bool swap_first(struct ideal_stream *s, long a)
{
	long b = a < 0 ? -1 : edit_next(s, a, 4);

	if (b < 0 || s->records[a].w[1] != s->records[b].w[1] ||
	    s->records[a].w[4] != s->records[b].w[4])
		return false;
	edit_swap(s, a, b);
	return true;
}

static bool lane_first(struct ideal_stream *s)
{
	return swap_first(s, at(s, 4, ISA_SH, 0));
}

static bool console_order(struct ideal_stream *s)
{
	for (long i = 0; i < (long)s->count; i++)
		if (s->records[i].kind == 4 &&
		    s->records[i].w[4] == 0xFFFFF000)
			return swap_first(s, i);
	return false;
}

static bool repeat_retire(struct ideal_stream *s)
{
	long i = at(s, 2, ISA_SW, 0);

	edit_insert(s, i + 1, i);
	return true;
}

static bool retire_trap(struct ideal_stream *s)
{
	long trap = at(s, 3, ISA_LW, 0), other = at(s, 2, ISA_ADD, 0);

	edit_insert(s, trap, other);
	s->records[trap].w[1] = s->records[trap + 1].w[1];
	return true;
}

/* The first retirement of OP in front of its last access. */
static bool retire_before(struct ideal_stream *s, enum isa_op op)
{
	long retire = at(s, 2, op, 0), perform = at(s, 4, op, 0);

	if (s->records[retire].w[1] != s->records[perform].w[1])
		return false;
	edit_move(s, perform, retire);
	return true;
}

static bool retire_first(struct ideal_stream *s)
{
	return retire_before(s, ISA_LW);
}

static bool store_first(struct ideal_stream *s)
{
	return retire_before(s, ISA_SW);
}

/* In the split only the odd lanes write x14. */
static bool split_lane(struct ideal_stream *s)
{
	for (size_t i = 0; i < s->count; i++) {
		struct ideal_record *r = &s->records[i];

		if (r->kind != 2 || (r->w[0] >> 22 & 31) != 14 ||
		    r->w[4] != 0xA)
			continue;
		r->w[4] = 0xE;
		return true;
	}
	return false;
}

static bool lose_clone(struct ideal_stream *s)
{
	edit_remove(s, at(s, 2, ISA_CLONE, 4));
	return true;
}

/* The retirement of the first read of CSR into x29. */
static struct ideal_record *csr_read(struct ideal_stream *s, uint32_t csr)
{
	for (uint32_t n = 0; ; n++) {
		long i = at(s, 1, ISA_CSRRS, n);
		struct ideal_record *r = &s->records[i];

		if (i < 0)
			abort();
		if (r->w[3] >> 20 != csr)
			continue;
		for (long k = i; k < (long)s->count; k++)
			if (s->records[k].kind == 2 &&
			    header_warp(&s->records[k]) == header_warp(r) &&
			    s->records[k].w[1] == r->w[1])
				return &s->records[k];
	}
}

static bool add_to_csr(struct ideal_stream *s, uint32_t csr, int32_t by)
{
	struct ideal_record *r = csr_read(s, csr);

	for (int i = 0; i < 4; i++)
		r->w[5 + i] += (uint32_t)by;
	return true;
}

static bool cycle_future(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB00, 100);
}

static bool cycle_past(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB00, -100);
}

static bool cycle_high(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB80, 1);
}

static bool instret_future(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB02, 100);
}

static bool active_self(struct ideal_stream *s)
{
	struct ideal_record *r = csr_read(s, 0xCC3);

	return add_to_csr(s, 0xCC3, -(1 << header_warp(r)));
}

static bool cycle_lane(struct ideal_stream *s)
{
	csr_read(s, 0xB00)->w[6]++;
	return true;
}

static bool loads_more(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB15, 1);
}

static bool issued_less(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB03, -1);
}

static bool requests_more(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB17, 100);
}

static bool requests_less(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB17, -40);
}

/* The first value read is one more than the requests that records show. */
static bool requests_ahead(struct ideal_stream *s)
{
	const struct ideal_record *read = csr_read(s, 0xB17);
	uint32_t shown = 0;

	for (const struct ideal_record *r = s->records; r != read; r++)
		shown += r->kind == REC_KIND_perform;
	return add_to_csr(s, 0xB17, (int32_t)(shown + 1 - read->w[5]));
}

static bool loads_high(struct ideal_stream *s)
{
	return add_to_csr(s, 0xC95, 1);
}

static bool absent_counts(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB1B, 1);
}

static bool idle_beyond(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB0E, 1000000);
}

/* The second read of the same counter shows less. */
static bool idle_backwards(struct ideal_stream *s)
{
	return add_to_csr(s, 0xB0E, 5);
}

static bool repeat_control(struct ideal_stream *s)
{
	long i = at(s, 3, ISA_BEQ, 0);

	edit_insert(s, i + 1, i);
	return true;
}

/* The core stops while control records are to come. */
static bool stop_early(struct ideal_stream *s)
{
	long i = at(s, 3, ISA_BEQ, 0);

	edit_insert(s, i, i);
	s->records[i].w[0] |= UINT32_C(11) << 22;
	return true;
}

static bool lose_control(struct ideal_stream *s)
{
	edit_remove(s, at(s, 3, ISA_BEQ, 0));
	return true;
}

/* Two neighbours of different warps that were both issued. */
static bool swap_control(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 60; n++) {
		long a = at(s, 3, EDIT_ANY, n), b = at(s, 3, EDIT_ANY, n + 1);
		bool late = false;

		for (long i = a; i >= 0 && i < b; i++)
			late |= s->records[i].kind == 1;
		if (b < 0 || late || header_warp(&s->records[a]) ==
		    header_warp(&s->records[b]))
			continue;
		edit_swap(s, a, b);
		return true;
	}
	return false;
}

static bool lose_perform(struct ideal_stream *s)
{
	edit_remove(s, at(s, 4, ISA_LW, 0));
	return true;
}

/* An interrupt issues where the warp of the control record AT goes on. */
static bool interrupt_at(struct ideal_stream *s, long at_control)
{
	struct ideal_record control;
	long from = at(s, 1, ISA_INVALID, 0), to = at_control + 1;
	struct ideal_record *r;

	if (from < 0 || at_control < 0)
		return false;
	control = s->records[at_control];
	edit_insert(s, to, from);
	r = &s->records[to];
	r->w[0] = (r->w[0] & ~0x3F00u) | (control.w[0] & 0x3F00);
	r->w[1] = (control.w[1] + 1) & 255;
	r->w[2] = control.w[2];
	r->w[4] = control.w[3];
	return true;
}

static bool interrupt_in_handler(struct ideal_stream *s)
{
	return interrupt_at(s, at(s, 3, ISA_INVALID, 0));
}

static bool interrupt_in_split(struct ideal_stream *s)
{
	return interrupt_at(s, at(s, 3, ISA_SPLIT, 0));
}

/* MIE is set and nothing ticks. */
static bool interrupt_first(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 20; n++) {
		long i = at(s, 3, ISA_CSRRW, n);

		if (s->records[i].w[4] == 0x300)
			return interrupt_at(s, i);
		if (s->records[i].w[4] == 0x7C1)
			return false;
	}
	return false;
}

/* The cycle of the first tick before record I: the last write of mtick and 700
 * cycles, or 0 if I is not among them. */
static uint64_t first_tick(const struct ideal_stream *s, long i)
{
	for (long k = i; k >= 0; k--) {
		const struct ideal_record *r = &s->records[k];

		if (r->kind == 3 && r->w[4] == 0x7C1 &&
		    (r->w[0] >> 22 & 15) == 10)
			return s->records[i].cycle <= r->cycle + 1400 ?
			       r->cycle + 700 : 0;
	}
	return 0;
}

/* One in the very cycle of the tick. */
static bool interrupt_early(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 60; n++) {
		long i = at(s, 1, ISA_INVALID, n);
		uint64_t tick = i < 1 ? 0 : first_tick(s, i);

		if (i < 1)
			return false;
		if (tick < 10 || s->records[i - 1].cycle > tick ||
		    s->records[i].cycle <= tick)
			continue;
		s->records[i].cycle = tick;
		return true;
	}
	return false;
}

/* A second one after mret, for the same tick. */
static bool interrupt_again(struct ideal_stream *s)
{
	for (uint32_t n = 0; n < 60; n++) {
		long taken = at(s, 3, ISA_INVALID, n), back = -1;
		uint64_t tick = taken < 0 ? 0 : first_tick(s, taken);

		if (taken < 0)
			return false;
		for (long i = taken; i < (long)s->count && back < 0; i++)
			if (s->records[i].kind == 3 &&
			    (s->records[i].w[0] >> 22 & 15) == 13 &&
			    header_warp(&s->records[i]) ==
			    header_warp(&s->records[taken]))
				back = i;
		if (tick && back > 0 && first_tick(s, back) == tick &&
		    s->records[taken].cycle > tick &&
		    s->records[back].cycle < tick + 700)
			return interrupt_at(s, back);
	}
	return false;
}

/* The end of the run is said twice, or before mexit is written. */
static bool exit_twice(struct ideal_stream *s)
{
	edit_insert(s, (long)s->count, (long)s->count - 1);
	return true;
}

/* A warp goes on before that, but too long after the write. */
static bool exit_issue(struct ideal_stream *s)
{
	long last = (long)s->count - 1, write = at(s, 3, ISA_CSRRW, 0);

	s->records[last].cycle = s->records[write].cycle + 100;
	edit_insert(s, last, at(s, 1, ISA_BEQ, 0));
	s->records[last].cycle = s->records[write].cycle + 5;
	return s->records[last - 1].cycle <= s->records[last].cycle;
}

static bool exit_early(struct ideal_stream *s)
{
	long i = at(s, 3, ISA_CSRRW, 0);

	edit_insert(s, i, (long)s->count - 1);
	return s->records[i].w[0] >> 22 == 12;
}

/* --- mutants ---------------------------------------------------------- */

/* Like traps, but the second warp exists and has done nothing. */
static uint32_t traps2(uint32_t *p)
{
	uint32_t n = 0;

	p[n++] = asm_u(ISA_LUI, 5, 0x80002000);
	p[n++] = asm_s(ISA_SW, 5, 0, 5);
	p[n++] = asm_0(ISA_ECALL);
	return n;
}

enum { ISA_ANY = EDIT_ANY };

static const struct mutant mutants[] = {
#define FIELD(name, program, record, op, nth, field, bits, check) \
	{ name, 0, program, { REC_KIND_##record, ISA_##op, nth }, \
	  REC_WORD_##field, UINT32_C(bits) << REC_LOW_##field, NULL, \
	  COSIM_##check },
#define LIST(name, program, record, op, nth, field, word, bits, check) \
	{ name, 0, program, { REC_KIND_##record, ISA_##op, nth }, \
	  REC_WORD_##field + word, bits, NULL, COSIM_##check },
#define MOVE(name, program, function, check) \
	{ name, 0, program, { 0, 0, 0 }, 0, 0, function, COSIM_##check },
#include "tests/cosim/mutants.def"
#undef FIELD
#undef LIST
#undef MOVE
};

static void kill_mutant(const struct mutant *m, bool *fired)
{
	struct ideal_config c = legal_core(4, 4, 4, 16, false);
	struct program p;
	int got = -2;

	program_make(&p, m->program);
	c.machine.timer = m->program == ticks;
	c.coalesce = m->move != lane_first && m->move != console_order;
	for (c.seed = 1; c.seed <= TRIES && got == MUTANT_NO_PLACE; c.seed++)
		got = mutant_try(m, &c, &p);
	if (got >= 0)
		fired[got] = true;
	if (!ok(got == (int)m->check, "%s: %s", m->name,
		cosim_check_name(m->check)))
		diag("seed %d: %s", (int)c.seed - 1,
		     mutant_check_name(got));
}

void wrong(bool *fired)
{
	for (size_t i = 0; i < sizeof mutants / sizeof *mutants; i++)
		kill_mutant(&mutants[i], fired);
}
