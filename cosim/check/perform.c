/* perform.c - perform records: accesses take their place in memory order
 * SPDX-License-Identifier: Apache-2.0
 *
 * A perform record is one request to memory. It has a row address, a byte mask
 * and data. All three must be those that golden expects for the lanes of the
 * record. The effect of the access is in access.c.
 */
#include "cosim/check/access.h"
#include "cosim/check/rules.h"
#include "cosim/check/slot.h"
#include "cosim/level/level.h"
#include "cosim/state/head.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/profile.h"

#include <string.h>

/* The fields of a perform record. */
struct perform {
	struct access a;
	uint32_t addr;
	uint32_t place;       /* word 5 (way and flags), with a data cache */
	const uint32_t *mask, *data;
};

/* The expected mask and data of a record. */
struct wanted {
	uint32_t mask[ROW_MASKS];
	uint32_t data[ROW_WORDS];
};

static struct perform read_record(const struct core *c, const uint32_t *r)
{
	const uint32_t *rest = r + REC_WORD_perform_rest + (c->cache ? 1 : 0);

	return (struct perform){
		.a = access_of(r), .addr = rec_perform_addr(r),
		.place = c->cache ? r[REC_WORD_perform_way] : 0,
		.mask = rest, .data = rest + c->all->mask_words
	};
}

/* --- has the record the right bytes? ----------------------------------- */

static int check_address(struct core *c, const struct perform *p,
			 const struct slot *s)
{
	uint32_t base = ~(c->all->own.access_bytes - 1), wrong = 0;

	for (uint32_t m = p->a.threads; m; m &= m - 1)
		if ((s->fx.access.addr[lowest(m)] & base) != p->addr ||
		    in_smem(c->all, s->fx.access.addr[lowest(m)]))
			wrong |= m & ~(m - 1);
	if (!wrong)
		return 0;
	fail(c, COSIM_PERFORM_ADDRESS, p->a.warp, s,
	     "threads 0x%x need another address", wrong);
	for (uint32_t m = wrong; m; m &= m - 1)
		fail_lane(c->all, "address", lowest(m), p->addr,
			  s->fx.access.addr[lowest(m)] & base);
	return 1;
}

/* Of several lanes that store to a byte the highest wins: the loop goes
 * upward. */
static void build_wanted(const struct core *c, const struct perform *p,
			 const struct slot *s, struct wanted *w)
{
	memset(w->mask, 0, c->all->mask_words * sizeof *w->mask);
	memset(w->data, 0, c->all->row_words * sizeof *w->data);
	for (uint32_t m = p->a.threads; m; m &= m - 1) {
		uint32_t lane = lowest(m);
		uint32_t at = s->fx.access.addr[lane] - p->addr;
		uint32_t bits = access_bits(at, s->fx.access.size);
		uint32_t *word = &w->data[at >> 2];

		w->mask[at >> 5] |=
			(UINT32_MAX >> (32 - s->fx.access.size)) << (at & 31);
		if (p->a.store)
			*word = (*word & ~bits) |
				(s->fx.access.data[lane] << (at & 3) * 8 &
				 bits);
	}
}

/* Compares N words. If they differ, fails CHECK with a row per word. */
static int check_words(struct core *c, enum cosim_check check,
		       const struct perform *p, const struct slot *s,
		       const char *name, const uint32_t *rtl,
		       const uint32_t *golden, uint32_t n)
{
	char text[24];

	if (!memcmp(rtl, golden, n * sizeof *rtl))
		return 0;
	fail(c, check, p->a.warp, s, "threads 0x%x at address 0x%08x",
	     p->a.threads, p->addr);
	for (uint32_t i = 0; i < n; i++) {
		snprintf(text, sizeof text, "%s word %u", name, i);
		fail_diff(c->all, text, rtl[i], golden[i]);
	}
	return 1;
}

static int check_bytes(struct core *c, const struct perform *p,
		       const struct slot *s)
{
	struct wanted w;

	build_wanted(c, p, s, &w);
	if (check_words(c, COSIM_PERFORM_MASK, p, s, "byte mask", p->mask,
			w.mask, c->all->mask_words))
		return 1;
	return check_words(c, COSIM_PERFORM_DATA, p, s, "data", p->data, w.data,
			   c->all->row_words);
}

/* --- order ------------------------------------------------------------ */

/* The threads of S that have yet to write to the console. */
static uint32_t console_pending(const struct slot *s)
{
	uint32_t pending = 0;

	for (uint32_t m = s->fx.access.lanes & ~s->performed; m; m &= m - 1)
		if (s->fx.access.addr[lowest(m)] == CONSOLE_BYTE)
			pending |= m & ~(m - 1);
	return pending;
}

static int check_console(struct core *c, const struct perform *p,
			 const struct slot *s)
{
	uint32_t pending, first;

	if (in_ram(c->all, p->addr))
		return 0;
	pending = console_pending(s);
	first = pending & ~(pending - 1);
	if (p->a.threads == first)
		return 0;
	fail(c, COSIM_PERFORM_CONSOLE, p->a.warp, s,
	     "the next byte is that of thread %u", lowest(first));
	fail_row(c->all, "threads", p->a.threads, first);
	return 1;
}

/* --- the record ------------------------------------------------------- */

/* The source of a load's value: of several lines the one that came last. */
static void note_line(struct core *c, const struct level_access *x,
		      uint32_t threads, struct slot *s)
{
	uint64_t line = x->array ? level_line_cycle(c->cache, x) : 0;

	slot_request(c, s, (struct cosim_request){
		.threads = threads, .addr = x->addr,
		.missed = line > s->issue_cycle
	});
	if (x->store || line < s->line_cycle)
		return;
	s->line_cycle = line;
	s->source = line > s->issue_cycle ? COSIM_FROM_MISS : COSIM_FROM_CACHE;
}

static int perform_cached(struct core *c, const struct perform *p,
			  struct slot *s)
{
	struct level_access x = {
		.core = c, .warp = p->a.warp, .slot = s, .store = p->a.store,
		.addr = p->addr, .way = p->place & 15,
		.array = p->place >> 4 & 1, .error = p->place >> 5 & 1,
		.differs = s->differs & p->a.threads,
		.mask = p->mask, .data = p->data
	};

	if (p->place >> 6)
		return fail(c, COSIM_CACHE_SHAPE, p->a.warp, s,
			    "word 5 of the perform record is 0x%08x", p->place);
	if (level_perform(c->cache, &x))
		return 1;
	note_line(c, &x, p->a.threads, s);
	return x.error ? access_failed(c, &p->a, s) :
	       access_effect(c, &p->a, s);
}

/* Without a data cache memory may refuse the request. */
static void note_request(struct core *c, const struct perform *p,
			 struct slot *s)
{
	struct last_request *q = &c->all->request;
	size_t at = p->addr - c->all->cfg.ram_base;

	*q = (struct last_request){
		.core = c, .slot = s, .threads = p->a.threads, .addr = p->addr,
		.store = p->a.store
	};
	memcpy(q->mask, p->mask, c->all->mask_words * sizeof *q->mask);
	if (in_ram(c->all, p->addr))
		memcpy(q->old, c->all->mirror + at, c->all->own.access_bytes);
}

static int perform_uncached(struct core *c, const struct perform *p,
			    struct slot *s)
{
	note_request(c, p, s);
	slot_request(c, s, (struct cosim_request){
		.threads = p->a.threads, .addr = p->addr
	});
	for (int bus = 0; bus <= 1; bus++)
		bus_moves(c->all, (struct cosim_traffic){
			.bus = bus, .write = p->a.store, .core = s->fx.core,
			.port = COSIM_DBUS, .addr = p->addr,
			.bytes = c->all->own.bus_bytes
		});
	return access_effect(c, &p->a, s);
}

int perform_record(struct core *c, const uint32_t *r)
{
	struct perform p = read_record(c, r);
	struct slot *s;

	if (head_check(c, r, REC_KIND_perform, 0))
		return 1;
	s = slot_of(&c->warps[p.a.warp], p.a.seq);
	if (access_check(c, &p.a, s) || check_address(c, &p, s) ||
	    check_console(c, &p, s) || check_bytes(c, &p, s) ||
	    access_order(c, &p.a, s))
		return 1;
	profile_request(c, s);
	return c->cache ? perform_cached(c, &p, s) :
			  perform_uncached(c, &p, s);
}
