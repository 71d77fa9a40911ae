/* cover_memory.c - coverage of accesses, caches and shared memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/cover/cover.h"
#include "cosim/level/l2.h"
#include "cosim/level/level.h"
#include "cosim/state/origin.h"

/* --- addresses -------------------------------------------------------- */

static size_t space_of(const struct core *c, uint32_t addr)
{
	return in_smem(c->all, addr) ? AT(SPACE, SMEM) :
	       !in_ram(c->all, addr) ? AT(SPACE, CONSOLE) :
	       in_window(c->all, addr) ? AT(SPACE, LOCAL) : AT(SPACE, RAM);
}

/* The space of all active threads: BOTH if they differ, CONSOLE if one is in
 * the console. */
static size_t space_class(const struct core *c, const struct golden_effect *fx)
{
	size_t space = space_of(c, fx->access.addr[lowest(fx->tmask)]);

	for (uint32_t m = fx->tmask; m; m &= m - 1) {
		size_t other = space_of(c, fx->access.addr[lowest(m)]);

		if (other == AT(SPACE, CONSOLE))
			return other;
		if (other != space)
			space = AT(SPACE, BOTH);
	}
	return space;
}

/* The row of ADDR: the bytes that one request, or all banks together,
 * access. */
static uint32_t row_of(const struct core *c, uint32_t addr)
{
	uint32_t bytes = in_smem(c->all, addr) ? 4 * c->all->own.smem_banks :
					    c->all->own.access_bytes;

	return addr & ~(bytes - 1);
}

static size_t sharing_class(const struct core *c,
			    const struct golden_effect *fx)
{
	uint32_t first = fx->access.addr[lowest(fx->tmask)];
	bool word = true, row = true, overlap = false;

	for (uint32_t m = fx->tmask; m; m &= m - 1) {
		uint32_t addr = fx->access.addr[lowest(m)];

		word = word && (addr ^ first) < 4;
		row = row && row_of(c, addr) == row_of(c, first);
		for (uint32_t k = m & (m - 1); k; k &= k - 1)
			overlap = overlap ||
				  (fx->access.addr[lowest(k)] ^ addr) < 4;
	}
	if (!(fx->tmask & (fx->tmask - 1)))
		return AT(SHARING, SINGLE);
	return word ? AT(SHARING, WORD) : overlap ? AT(SHARING, OVERLAP) :
	       row ? AT(SHARING, ROW) : AT(SHARING, ROWS);
}

static size_t kind_of(const struct golden_effect *fx)
{
	return fx->kind == GOLDEN_STORE ? AT(KIND, STORE) :
	       fx->kind == GOLDEN_LOAD ? AT(KIND, LOAD) : AT(KIND, ATOMIC);
}

/* Does a lower thread of FX access the word of LANE? */
static bool has_lower_access(const struct golden_effect *fx, uint32_t lane)
{
	uint32_t lower = fx->tmask & ((UINT32_C(1) << lane) - 1);

	for (; lower; lower &= lower - 1)
		if (fx->access.addr[lowest(lower)] == fx->access.addr[lane])
			return true;
	return false;
}

void cover_update(struct core *c, const struct slot *s, uint32_t lane)
{
	const struct golden_effect *fx = &s->fx;
	size_t space = space_of(c, fx->access.addr[lane]);
	const struct cosim_storer *by;

	if (c->cover->machine.ventus)
		return;
	cover_hit(c, COVERAGE_ATOMIC, fx->op, s->loaded >> lane & 1 ?
		  AT(TURNOUT, STORES) : AT(TURNOUT, NOTHING), space);
	if (has_lower_access(fx, lane))
		cover_hit(c, COVERAGE_ATOMIC, fx->op, AT(TURNOUT, LATER),
			  space);
	if (s->differs >> lane & 1)
		cover_hit(c, COVERAGE_ATOMIC, fx->op, AT(TURNOUT, RACES),
			  space);
	by = origin_stored_by(c->all->origin,
			      mirror_at(c, fx->access.addr[lane]));
	if (by && by->core != c->id)
		cover_hit(c, COVERAGE_ATOMIC, fx->op, AT(TURNOUT, CROSSES),
			  space);
}

void cover_addresses(struct core *c, const struct slot *s)
{
	const struct golden_effect *fx = &s->fx;
	size_t space = space_class(c, fx);
	uint32_t seen = 0;

	cover_hit(c, COVERAGE_ACCESS, fx->op, space, cover_lanes(c, fx->tmask));
	cover_hit(c, COVERAGE_SHARING, kind_of(fx), sharing_class(c, fx),
		  space);
	if (c->all->own.smem_banks)
		cover_conflicts(c, fx);
	for (uint32_t m = fx->tmask; m; m &= m - 1) {
		uint32_t addr = fx->access.addr[lowest(m)];
		uint32_t bit = 1u << ((addr & 3) * 8 + space_of(c, addr));

		if (!(seen & bit))
			cover_hit(c, COVERAGE_ALIGNMENT, fx->op, addr & 3,
				  space_of(c, addr));
		seen |= bit;
	}
}

void cover_requests(struct core *c, const struct slot *s)
{
	if (slot_is_access(s) && s->requests && s->fx.kind != GOLDEN_ATOMIC)
		cover_hit(c, COVERAGE_REQUESTS, kind_of(&s->fx),
			  cover_number(s->requests),
			  cover_lanes(c, s->fx.tmask));
}

/* --- fences ----------------------------------------------------------- */

static bool others_pending(const struct core *c, uint32_t warp)
{
	for (uint32_t w = 0; w < c->all->cfg.warps; w++)
		if (w != warp && c->warps[w].mem_count)
			return true;
	return false;
}

static void count_pending(struct core *c, const struct slot *s, size_t fence)
{
	struct level_work work = { 0 };
	bool others = others_pending(c, s->fx.warp);

	if (c->cache)
		work = level_work(c->cache);
	if (others)
		cover_hit(c, COVERAGE_FENCE, fence, AT(PENDING, OTHERS), 0);
	if (work.writes)
		cover_hit(c, COVERAGE_FENCE, fence, AT(PENDING, WRITES), 0);
	if (work.dirty)
		cover_hit(c, COVERAGE_FENCE, fence, AT(PENDING, DIRTY), 0);
	if (work.reads)
		cover_hit(c, COVERAGE_FENCE, fence, AT(PENDING, READS), 0);
	if (!others && !work.writes && !work.dirty && !work.reads)
		cover_hit(c, COVERAGE_FENCE, fence, AT(PENDING, NOTHING), 0);
}

void cover_fence(struct core *c, const struct slot *s)
{
	const struct golden_effect *fx = &s->fx;

	if (fx->kind == GOLDEN_FENCE)
		count_pending(c, s, AT(FENCE, FENCE));
	else if (fx->kind == GOLDEN_FENCE_I)
		count_pending(c, s, AT(FENCE, FENCE_I));
	else if (fx->kind == GOLDEN_CSR_WRITE &&
		 fx->aux_mask == ISA_CSR_MFLUSH)
		count_pending(c, s, AT(FENCE, FLUSH_0) + (fx->aux_value & 7));
}

/* --- the data cache --------------------------------------------------- */

static size_t number_of_reads(uint32_t n)
{
	return !n ? AT(READS, NONE) : n == 1 ? AT(READS, ONE) : AT(READS, MORE);
}

static size_t reads_class(const struct core *c, uint32_t addr)
{
	return number_of_reads(level_reads(c->cache, addr));
}

void cover_l2(struct core *c, const struct l2_event *e)
{
	static const size_t ops[] = {   /* l2-ops */
		AT(L2_OP, READ), AT(L2_OP, WRITE), AT(L2_OP, PASS),
		AT(L2_OP, EVICT), AT(L2_OP, FILL), AT(L2_OP, ATOMIC)
	};
	static const size_t lines[] = {
		[L2_ABSENT] = AT(L2_LINE, ABSENT),
		[L2_PARTIAL] = AT(L2_LINE, PARTIAL),
		[L2_CLEAN] = AT(L2_LINE, CLEAN), [L2_DIRTY] = AT(L2_LINE, DIRTY)
	};
	size_t op = e->insn ? AT(L2_OP, FETCH) : e->fresh ? AT(L2_OP, FRESH) :
		    e->stays ? AT(L2_OP, STAYS) : ops[e->op];

	cover_hit(c, COVERAGE_L2, op, lines[e->before],
		  number_of_reads(e->reads));
	if (c->all->own.l2.banks > 1)
		cover_hit(c, COVERAGE_L2_BANKS, op,
			  e->banks == 1 ? AT(L2_AT_ONCE, ONE) :
			  e->banks == 2 ? AT(L2_AT_ONCE, TWO) :
					  AT(L2_AT_ONCE, MORE), 0);
}

static size_t flush_class(const struct core *c)
{
	for (uint32_t w = 0; w < c->all->cfg.warps; w++)
		if (c->warps[w].flushed && c->warps[w].flush)
			return AT(FLUSH, YES);
	return AT(FLUSH, NO);
}

/* Place on the axis SERVED of an access past the array. */
static size_t bypass_class(const struct core *c, const struct level_access *a)
{
	if (a->error)
		return AT(SERVED, ERROR);
	if (!in_ram(c->all, a->addr))
		return AT(SERVED, CONSOLE);
	return AT(SERVED, STORE_PAST);
}

static size_t served_class(const struct core *c, const struct level_access *a,
			   size_t line)
{
	const struct cover_line *l = &c->cover->lines[line];
	size_t base = a->store ? AT(SERVED, STORE_HIT) : AT(SERVED, LOAD_HIT);

	/* The bins hit, miss and merge follow in this order. */
	if (l->complete <= a->slot->issue_event)
		return base;
	return l->used ? base + 2 : base + 1;
}

static void cover_cache(struct core *c, const struct level_access *a,
			size_t line)
{
	size_t service = line == NOWHERE ? bypass_class(c, a) :
			 served_class(c, a, line);

	cover_hit(c, COVERAGE_CACHE_ACCESS, service, reads_class(c, a->addr),
		  flush_class(c));
	if (line != NOWHERE)
		c->cover->lines[line].used = true;
}

static void cover_fill(struct core *c, size_t line, uint32_t addr, bool clean)
{
	struct cover_line *l = &c->cover->lines[line];

	cover_hit(c, COVERAGE_CACHE_FILL, clean ? AT(OVER, CLEAN) : l->over,
		  reads_class(c, addr), flush_class(c));
	l->over = AT(OVER, EMPTY);
}

static void cover_filled(struct core *c, size_t line)
{
	c->cover->lines[line].complete = c->all->event;
	c->cover->lines[line].used = false;
}

static void cover_evict(struct core *c, size_t line, uint32_t op,
			uint32_t addr)
{
	struct cover_line *l = &c->cover->lines[line];

	cover_hit(c, COVERAGE_CACHE_EVICT, op, reads_class(c, addr),
		  flush_class(c));
	if (op != 1)
		l->over = op ? AT(OVER, DROPPED) : AT(OVER, DIRTY);
}

const struct level_watch cover_watch = {
	.access = cover_cache, .fill = cover_fill, .filled = cover_filled,
	.evict = cover_evict
};

/* --- shared memory ---------------------------------------------------- */

static size_t banks_class(const struct core *c, uint32_t banks)
{
	if (banks == UINT32_MAX >> (32 - c->all->own.smem_banks))
		return AT(BANKS, ALL);
	return banks & (banks - 1) ? AT(BANKS, SOME) : AT(BANKS, ONE);
}

void cover_smem(struct core *c, const struct slot *s, uint32_t banks)
{
	if (c->cover->machine.ventus)
		return;
	cover_hit(c, COVERAGE_SMEM_BANKS, kind_of(&s->fx),
		  banks_class(c, banks), cover_lanes(c, s->fx.tmask));
}

/* Is thread T the first of its beat that accesses its word? */
static bool new_word(const struct core *c, const struct golden_effect *fx,
		     uint32_t t)
{
	uint32_t beat = t - t % c->all->own.lanes;

	for (uint32_t i = beat; i < t; i++)
		if (fx->tmask >> i & 1 &&
		    (fx->access.addr[i] ^ fx->access.addr[t]) < 4)
			return false;
	return true;
}

/* Counts the largest number of words that a beat accesses in one bank. */
void cover_conflicts(struct core *c, const struct golden_effect *fx)
{
	uint32_t words[32] = { 0 }, last = UINT32_MAX, most = 0;

	for (uint32_t m = fx->tmask; m; m &= m - 1) {
		uint32_t t = lowest(m), *bank;

		if (!in_smem(c->all, fx->access.addr[t]))
			continue;
		if (t / c->all->own.lanes != last)
			for (uint32_t i = 0; i < 32; i++)
				words[i] = 0;
		last = t / c->all->own.lanes;
		bank = &words[fx->access.addr[t] / 4 % c->all->own.smem_banks];
		*bank += new_word(c, fx, t);
		most = *bank > most ? *bank : most;
	}
	if (most && fx->kind != GOLDEN_ATOMIC)
		cover_hit(c, COVERAGE_SMEM_CONFLICT, kind_of(fx),
			  cover_number(most), 0);
}
