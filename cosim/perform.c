/* perform.c - perform records: accesses take their place in memory order
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/state.h"

#include <string.h>

enum { MAX_BUS_WORDS = 32, MAX_MASK_WORDS = 4 };

struct access {
	uint32_t warp, seq;
	bool store;
	uint32_t size;        /* log2 */
	uint32_t beat, lanes, addr;
	const uint32_t *mask, *data;
	uint32_t threads;     /* the lanes, as threads of the warp */
};

/* What the record should say. */
struct wanted {
	uint32_t mask[MAX_MASK_WORDS];
	uint32_t data[MAX_BUS_WORDS];
};

/* Bits of the word at ADDR that an access of SIZE bytes touches. */
static uint32_t bits_of(uint32_t addr, uint32_t size)
{
	return (UINT32_MAX >> (32 - 8 * size)) << (addr & 3) * 8;
}

/* --- is it the access that was asked for? ----------------------------- */

static int check_kind(struct cosim *c, const struct access *a,
		      const struct slot *s)
{
	bool store = s->fx.kind == GOLDEN_STORE;

	if (!slot_live(s) || !slot_is_access(s))
		return fail(c, COSIM_PERFORM_UNKNOWN, a->warp,
			    slot_live(s) ? s : NULL, "warp %u seq %u %s",
			    a->warp, a->seq, slot_live(s) ?
			    "does not access memory" : "is not in flight");
	if (a->store == store && (UINT32_C(1) << a->size) == s->fx.size)
		return 0;
	fail(c, COSIM_PERFORM_KIND, a->warp, s, "it should be a %s of %u bytes",
	     store ? "store" : "load", s->fx.size);
	fail_diff(c, "store", a->store, store);
	fail_diff(c, "size", UINT32_C(1) << a->size, s->fx.size);
	return 1;
}

static int check_lanes(struct cosim *c, struct access *a, const struct slot *s)
{
	uint32_t lanes = c->own.lanes;

	a->threads = a->beat < c->beats ? a->lanes << a->beat * lanes : 0;
	if (!a->lanes || a->beat >= c->beats ||
	    a->lanes > UINT32_MAX >> (32 - lanes) ||
	    a->threads & ~s->fx.tmask) {
		fail(c, COSIM_PERFORM_LANES, a->warp, s,
		     "beat %u serves lanes 0x%x", a->beat, a->lanes);
		if (a->beat >= c->beats)
			fail_row(c, "beat (at most)", a->beat, c->beats - 1);
		fail_row(c, "threads", a->threads, s->fx.tmask & a->threads);
		return 1;
	}
	if (a->threads & s->performed) {
		fail(c, COSIM_PERFORM_TWICE, a->warp, s,
		     "threads 0x%x have performed before",
		     a->threads & s->performed);
		fail_row(c, "threads", a->threads, a->threads & ~s->performed);
		return 1;
	}
	return 0;
}

static int check_address(struct cosim *c, const struct access *a,
			 const struct slot *s)
{
	uint32_t base = ~(c->own.bus_bytes - 1), wrong = 0;

	for (uint32_t m = a->threads; m; m &= m - 1)
		if ((s->fx.addr[lowest(m)] & base) != a->addr)
			wrong |= m & ~(m - 1);
	if (!wrong)
		return 0;
	fail(c, COSIM_PERFORM_ADDRESS, a->warp, s,
	     "threads 0x%x need another bus address", wrong);
	for (uint32_t m = wrong; m; m &= m - 1)
		fail_lane(c, "address", lowest(m), a->addr,
			  s->fx.addr[lowest(m)] & base);
	return 1;
}

/* Highest lane wins: the loop goes upward. */
static void build(const struct cosim *c, const struct access *a,
		  const struct slot *s, struct wanted *w)
{
	memset(w->mask, 0, c->mask_words * sizeof *w->mask);
	memset(w->data, 0, c->bus_words * sizeof *w->data);
	for (uint32_t m = a->threads; m; m &= m - 1) {
		uint32_t lane = lowest(m);
		uint32_t at = s->fx.addr[lane] - a->addr;
		uint32_t bits = bits_of(at, s->fx.size);
		uint32_t *word = &w->data[at >> 2];

		w->mask[at >> 5] |=
			(UINT32_MAX >> (32 - s->fx.size)) << (at & 31);
		if (a->store)
			*word = (*word & ~bits) |
				(s->fx.store[lane] << (at & 3) * 8 & bits);
	}
}

/* Compares N words; on a difference reports CHECK with a row per word. */
static int check_words(struct cosim *c, enum cosim_check check,
		       const struct access *a, const struct slot *s,
		       const char *name, const uint32_t *rtl,
		       const uint32_t *golden, uint32_t n)
{
	char text[24];

	if (!memcmp(rtl, golden, n * sizeof *rtl))
		return 0;
	fail(c, check, a->warp, s, "threads 0x%x at bus address 0x%08x",
	     a->threads, a->addr);
	for (uint32_t i = 0; i < n; i++) {
		snprintf(text, sizeof text, "%s word %u", name, i);
		fail_diff(c, text, rtl[i], golden[i]);
	}
	return 1;
}

static int check_bytes(struct cosim *c, const struct access *a,
		       const struct slot *s)
{
	struct wanted w;

	build(c, a, s, &w);
	if (check_words(c, COSIM_PERFORM_MASK, a, s, "byte mask", a->mask,
			w.mask, c->mask_words))
		return 1;
	return check_words(c, COSIM_PERFORM_DATA, a, s, "data", a->data, w.data,
			   c->bus_words);
}

/* --- order ------------------------------------------------------------ */

/* Threads of S among THREADS that touch a byte of ADDR .. ADDR + SIZE - 1. */
static uint32_t touching(const struct slot *s, uint32_t threads, uint32_t addr,
			 uint32_t size)
{
	uint32_t hit = 0;

	if (addr + size - 1 < s->addr_low || addr > s->addr_high)
		return 0;
	for (uint32_t m = threads; m; m &= m - 1) {
		uint32_t other = s->fx.addr[lowest(m)];

		if (other < addr + size && addr < other + s->fx.size)
			hit |= m & ~(m - 1);
	}
	return hit;
}

static int order_fail(struct cosim *c, const struct access *a,
		      const struct slot *s, const struct slot *older,
		      uint32_t lane, uint32_t hit)
{
	fail(c, COSIM_PERFORM_ORDER, a->warp, s, "thread %u performs at 0x%08x "
	     "before threads 0x%x of seq %u, pc 0x%08x", lane,
	     s->fx.addr[lane], hit, (uint32_t)(older->number % SLOTS),
	     older->fx.pc);
	fail_row(c, "threads not performed", hit, 0);
	return 1;
}

/* Older accesses of the warp come first; so do lower lanes of this store. */
static int check_order(struct cosim *c, const struct access *a,
		       const struct slot *s)
{
	const struct warp *w = &c->warps[a->warp];
	uint32_t hit;

	for (uint32_t m = a->threads; m; m &= m - 1) {
		uint32_t lane = lowest(m), addr = s->fx.addr[lane];
		uint32_t rest = s->fx.tmask & ~s->performed & ~a->threads &
				((m & ~(m - 1)) - 1);

		if (a->store && (hit = touching(s, rest, addr, s->fx.size)))
			return order_fail(c, a, s, s, lane, hit);
		for (uint32_t i = 0; w->mem[i] != a->seq; i++) {
			const struct slot *o = &w->slots[w->mem[i]];

			hit = touching(o, o->fx.tmask & ~o->performed, addr,
				       s->fx.size);
			if (hit)
				return order_fail(c, a, s, o, lane, hit);
		}
	}
	return 0;
}

/* Threads of S that have yet to write to the console. */
static uint32_t console_pending(const struct slot *s)
{
	uint32_t pending = 0;

	for (uint32_t m = s->fx.tmask & ~s->performed; m; m &= m - 1)
		if (s->fx.addr[lowest(m)] == CONSOLE_BYTE)
			pending |= m & ~(m - 1);
	return pending;
}

static int check_console(struct cosim *c, const struct access *a,
			 const struct slot *s)
{
	uint32_t pending, first;

	if (in_ram(c, a->addr))
		return 0;
	pending = console_pending(s);
	first = pending & ~(pending - 1);
	if (a->threads == first)
		return 0;
	fail(c, COSIM_PERFORM_CONSOLE, a->warp, s,
	     "the next byte is that of thread %u", lowest(first));
	fail_row(c, "threads", a->threads, first);
	return 1;
}

/* --- effect ----------------------------------------------------------- */

/* Marks the bytes that both A and the older store O of another warp write. */
static void mark_race(struct cosim *c, const struct access *a,
		      const struct slot *s, const struct slot *o)
{
	for (uint32_t m = a->threads; m; m &= m - 1) {
		uint32_t addr = s->fx.addr[lowest(m)];

		if (!touching(o, o->fx.tmask & ~o->performed, addr,
			      s->fx.size))
			continue;
		for (uint32_t b = 0; b < s->fx.size; b++)
			bit_set(c->raced, addr - c->cfg.ram_base + b);
	}
}

/* Golden's memory has the store that issued last, the mirror the one that
 * performs last: where these may differ the final comparison says nothing. */
static void mark_races(struct cosim *c, const struct access *a,
		       const struct slot *s)
{
	uint32_t last = a->addr + c->own.bus_bytes - 1;

	for (uint32_t i = 0; i < c->cfg.warps; i++) {
		const struct warp *w = &c->warps[i];

		for (uint32_t k = 0; i != a->warp && k < w->mem_count; k++) {
			const struct slot *o = &w->slots[w->mem[k]];

			if (o->fx.kind == GOLDEN_STORE && o->order < s->order &&
			    o->addr_low <= last && o->addr_high >= a->addr)
				mark_race(c, a, s, o);
		}
	}
}

static int store_lane(struct cosim *c, const struct slot *s, uint32_t lane)
{
	uint32_t addr = s->fx.addr[lane];
	size_t at = addr - c->cfg.ram_base;
	uint32_t old = mirror_word(c, addr);

	for (uint32_t b = 0; b < s->fx.size; b++)
		c->mirror[at + b] = (uint8_t)(s->fx.store[lane] >> 8 * b);
	if (bit_get(c->fetched, at >> 2) && old != mirror_word(c, addr) &&
	    !stale_add(c->stale, addr & ~UINT32_C(3), old, c->event))
		return fail(c, COSIM_ISSUE_FETCH, s->fx.warp, s,
			    "out of memory for the log of overwritten code");
	return 0;
}

static uint32_t extend(uint32_t word, uint32_t addr, const struct slot *s)
{
	uint32_t v = word >> (addr & 3) * 8;
	uint32_t unused = 32 - 8 * s->fx.size;

	v = v << unused >> unused;
	if (s->fx.sign && unused && v >> (31 - unused))
		v |= UINT32_MAX << (32 - unused);
	return v;
}

static void load_lane(struct cosim *c, struct slot *s, uint32_t lane)
{
	uint32_t addr = s->fx.addr[lane];

	s->fx.data[lane] = extend(mirror_word(c, addr), addr, s);
	if (s->fx.rd)
		golden_set_reg(c->golden, s->fx.warp, lane, s->fx.rd,
			       s->fx.data[lane]);
}

static void performed(struct cosim *c, const struct access *a, struct slot *s)
{
	struct warp *w = &c->warps[a->warp];
	uint32_t i = 0;

	c->stats.performed++;
	profile_performed(c, s);
	s->performed |= a->threads;
	if (s->performed != s->fx.tmask)
		return;
	while (w->mem[i] != a->seq)
		i++;
	memmove(&w->mem[i], &w->mem[i + 1], --w->mem_count - i);
}

static int take_effect(struct cosim *c, const struct access *a, struct slot *s)
{
	if (a->store && in_ram(c, a->addr))
		mark_races(c, a, s);
	for (uint32_t m = a->threads; m; m &= m - 1) {
		if (!a->store)
			load_lane(c, s, lowest(m));
		else if (in_ram(c, a->addr) && store_lane(c, s, lowest(m)))
			return 1;
	}
	performed(c, a, s);
	return 0;
}

int perform_record(struct cosim *c, const uint32_t *r)
{
	struct access a = {
		.warp = head_warp(r), .seq = r[1], .store = head_extra(r) & 1,
		.size = head_extra(r) >> 1 & 3, .beat = r[2], .lanes = r[3],
		.addr = r[4], .mask = r + 5, .data = r + 5 + c->mask_words
	};
	struct slot *s;

	if (head_check(c, r, 4, 7, 0))
		return 1;
	s = &c->warps[a.warp].slots[a.seq];
	if (check_kind(c, &a, s) || check_lanes(c, &a, s) ||
	    check_address(c, &a, s) || check_console(c, &a, s) ||
	    check_bytes(c, &a, s) || check_order(c, &a, s))
		return 1;
	return take_effect(c, &a, s);
}
