/* ideal_access.c - accesses of the ideal core perform
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/ideal_core.h"

#include <string.h>

/* --- which ------------------------------------------------------------ */

/* Do pending lanes of F and G touch a common byte? */
static bool overlap(const struct flight *f, const struct flight *g)
{
	for (uint32_t m = f->fx.tmask & ~f->performed; m; m &= m - 1)
		for (uint32_t n = g->fx.tmask & ~g->performed; n; n &= n - 1) {
			uint32_t a = f->fx.access.addr[lowest(m)];
			uint32_t b = g->fx.access.addr[lowest(n)];

			if (a < b + g->fx.access.size &&
			    b < a + f->fx.access.size)
				return true;
		}
	return false;
}

static bool acquires(const struct flight *f)
{
	return f->fx.kind == GOLDEN_ATOMIC && isa_acquires(f->fx.insn);
}

/* An access may pass older ones of its warp that touch other bytes. */
static bool may_go(const struct core *c, const struct flight *f)
{
	for (int i = 0; i < FLIGHT; i++) {
		const struct flight *g = &c->flight[i];

		if (has_access(g) && g->fx.warp == f->fx.warp &&
		    g->order < f->order && (overlap(f, g) || acquires(g)))
			return false;
	}
	return true;
}

static struct flight *choose_access(struct core *c)
{
	uint32_t first = rnd_below(&c->rnd, FLIGHT);

	if (c->update)
		return c->update;
	for (uint32_t i = 0; i < FLIGHT; i++) {
		struct flight *f = &c->flight[(first + i) % FLIGHT];

		if (has_access(f) && may_go(c, f))
			return f;
	}
	return NULL;
}

/* --- which lanes ------------------------------------------------------ */

/* Lanes that are served so far, and what they use. */
struct group {
	uint32_t first, lanes, row;
	uint32_t rows[32], banks; /* of shared memory */
};

static bool takes_bank(const struct core *c, struct group *g, uint32_t addr)
{
	uint32_t word = (addr - GOLDEN_SMEM) / 4;
	uint32_t bank = word % c->cfg.smem_banks;
	uint32_t row = word / c->cfg.smem_banks;

	if (g->banks >> bank & 1 && g->rows[bank] != row)
		return false;
	g->banks |= UINT32_C(1) << bank;
	g->rows[bank] = row;
	return true;
}

static bool joins(const struct core *c, struct group *g, uint32_t t,
		  uint32_t addr, bool shared)
{
	if (t / c->cfg.lanes != g->first / c->cfg.lanes ||
	    in_smem(c, addr) != shared)
		return false;
	return shared ? takes_bank(c, g, addr) :
	       (addr & ~(c->cfg.access_bytes - 1)) == g->row;
}

/* Lanes that go with the lowest pending one; a store leaves none out that a
 * higher one might overtake. */
static struct group choose_lanes(struct core *c, const struct flight *f)
{
	uint32_t pending = f->fx.tmask & ~f->performed;
	uint32_t first = lowest(pending), addr = f->fx.access.addr[first];
	bool shared = in_smem(c, addr);
	struct group g = { .first = first, .lanes = UINT32_C(1) << first,
			   .row = addr & ~(c->cfg.access_bytes - 1) };

	if (shared)
		takes_bank(c, &g, addr);
	if (!c->cfg.coalesce || addr == CONSOLE ||
	    f->fx.kind == GOLDEN_ATOMIC)
		return g;
	for (uint32_t m = pending & (pending - 1); m; m &= m - 1) {
		uint32_t t = lowest(m);
		bool store = f->fx.kind == GOLDEN_STORE;

		if (store && shared && !chance(c, 13))
			break;
		if (!joins(c, &g, t, f->fx.access.addr[t], shared)) {
			if (store && shared)
				break;
			continue;
		}
		if (chance(c, 13))
			g.lanes |= UINT32_C(1) << t;
		else if (store)
			break;
	}
	return g;
}

/* --- effect ----------------------------------------------------------- */

static void load(struct core *c, struct flight *f, uint32_t t)
{
	uint32_t v = 0, sign = UINT32_C(1) << (8 * f->fx.access.size - 1);

	for (uint32_t i = 0; i < f->fx.access.size; i++)
		v |= (uint32_t)*flat_at(c, f->fx.access.addr[t] + i) << 8 * i;
	if (f->fx.access.sign && v & sign)
		v |= 0 - sign;
	f->fx.write[0].data[t] = v;
	if (f->fx.write[0].reg)
		golden_set_reg(c->core, f->fx.warp, t, f->fx.write[0].reg, v);
}

static void store(struct core *c, struct flight *f, uint32_t t)
{
	uint32_t addr = f->fx.access.addr[t];
	size_t page = (addr - c->cfg.machine.ram_base) >> 12;

	if (addr == CONSOLE)
		return;
	for (uint32_t i = 0; i < f->fx.access.size; i++)
		*flat_at(c, addr + i) =
			(uint8_t)(f->fx.access.data[t] >> 8 * i);
	if (c->cache || !in_ram(c, addr))
		return;
	c->out->dirty[page / 64] |= UINT64_C(1) << page % 64;
	if (!ideal_refuses(c, addr & ~(c->cfg.bus_bytes - 1), c->cfg.bus_bytes))
		memcpy(memory_at(c, addr), flat_at(c, addr), f->fx.access.size);
}

/* What a store to ADDR leaves of reservations; PLAIN: not by an atomic
 * instruction. */
static void unreserve(struct core *c, uint32_t addr, bool plain)
{
	for (uint32_t w = 0; w < c->cfg.machine.warps; w++)
		for (uint32_t t = 0; t < c->cfg.machine.threads; t++) {
			uint32_t *r = &c->reserved[w][t];

			if ((*r ^ addr) < 4 ||
			    (plain && in_smem(c, addr) && in_smem(c, *r)))
				*r = 0;
		}
}

/* Thread T loads for an atomic instruction. */
static void update(struct core *c, struct flight *f, uint32_t t)
{
	struct golden_access *a = &f->fx.access;
	uint32_t *reserved = &c->reserved[f->fx.warp][t], old;
	bool holds = *reserved == (a->addr[t] | 1);
	struct golden_atomic it;

	load(c, f, t);
	memcpy(&old, flat_at(c, a->addr[t]), 4);
	it = golden_atomic_of(f->fx.op, old, a->data[t], a->expected[t],
			      holds);
	if (f->fx.op == ISA_LR_W)
		*reserved = a->addr[t] | 1;
	else if (f->fx.op == ISA_SC_W)
		*reserved = 0;
	a->data[t] = it.stored;
	f->loaded = it.stores ? UINT32_C(1) << t : 0;
	c->update = it.stores ? f : NULL;
	f->fx.write[0].data[t] = it.result;
	if (f->fx.write[0].reg)
		golden_set_reg(c->core, f->fx.warp, t, f->fx.write[0].reg,
			       it.result);
}

static void effect(struct core *c, struct flight *f, uint32_t lanes)
{
	for (uint32_t m = lanes; m; m &= m - 1) {
		if (stores(f)) {
			store(c, f, lowest(m));
			unreserve(c, f->fx.access.addr[lowest(m)], !f->loaded);
		} else if (f->fx.kind == GOLDEN_LOAD) {
			load(c, f, lowest(m));
		} else {
			update(c, f, lowest(m));
			return;
		}
	}
	c->update = NULL;
	f->loaded = 0;
}

static uint32_t *emit(struct core *c, const struct flight *f, uint32_t kind,
		      const struct group *g)
{
	uint32_t size = f->fx.access.size == 4 ? 2 : f->fx.access.size - 1;
	uint32_t *w = ideal_emit(c, kind, f->fx.warp, f->seq);
	uint32_t beat = g->first / c->cfg.lanes;

	rec_set_perform_store(w, stores(f));
	rec_set_perform_size(w, size);
	rec_set_perform_beat(w, beat);
	rec_set_perform_lanes(w, g->lanes >> beat * c->cfg.lanes);
	return w;
}

/* --- shared memory ---------------------------------------------------- */

static void perform_shared(struct core *c, struct flight *f,
			   const struct group *g)
{
	uint32_t *w = emit(c, f, REC_KIND_smem, g);

	for (uint32_t m = g->lanes; m; m &= m - 1) {
		uint32_t t = lowest(m), addr = f->fx.access.addr[t];
		uint32_t bank = addr / 4 % c->cfg.smem_banks;
		uint32_t *port = w + REC_WORD_smem_bank + 2 * bank;

		rec_set_smem_mask(w, rec_smem_mask(w) | UINT32_C(1) << bank);
		port[0] |= g->rows[bank] << 4;
		for (uint32_t i = 0; i < f->fx.access.size; i++) {
			uint32_t at = addr % 4 + i;
			uint32_t byte = f->fx.access.data[t] >> 8 * i & 255;

			port[0] |= UINT32_C(1) << at;
			if (!stores(f))
				continue;
			port[1] &= ~(UINT32_C(255) << 8 * at);
			port[1] |= byte << 8 * at;
		}
	}
	effect(c, f, g->lanes);
	f->performed |= g->lanes & ~f->loaded;
}

/* --- the data port ---------------------------------------------------- */

static void lane_bytes(const struct flight *f, uint32_t t, struct want *w)
{
	for (uint32_t i = 0; i < f->fx.access.size; i++) {
		uint32_t at = f->fx.access.addr[t] + i - w->addr;
		uint32_t byte = f->fx.access.data[t] >> 8 * i & 255;

		w->mask[at / 32] |= UINT32_C(1) << at % 32;
		if (!w->store)
			continue;
		w->data[at / 4] &= ~(UINT32_C(255) << at % 4 * 8);
		w->data[at / 4] |= byte << at % 4 * 8;
	}
}

static bool perform_data(struct core *c, struct flight *f,
			 const struct group *g)
{
	uint32_t masks = (c->cfg.access_bytes + 31) / 32, place = 0, *w;
	struct want want = { .store = stores(f),
			     .addr = g->row };

	for (uint32_t m = g->lanes; m; m &= m - 1)
		lane_bytes(f, lowest(m), &want);
	if (c->cache && !ideal_cache_access(c, &want, &place))
		return false;
	w = emit(c, f, REC_KIND_perform, g);
	rec_set_perform_addr(w, want.addr);
	if (c->cache)
		w[REC_WORD_perform_way] = place;
	w += REC_WORD_perform_rest + (c->cache ? 1 : 0);
	memcpy(w, want.mask, masks * 4);
	memcpy(w + masks, want.data, c->cfg.access_bytes);
	if (c->cache ? place >> 5 & 1 :
	    ideal_refuses(c, want.addr, c->cfg.bus_bytes))
		f->failed |= g->lanes;
	if (!c->cache && f->failed & g->lanes)
		ideal_refused(c, COSIM_DBUS, want.store, want.addr,
			      c->cfg.bus_bytes);
	if (!(f->failed & g->lanes) || (!c->cache && want.store))
		effect(c, f, g->lanes);
	f->performed |= g->lanes & ~f->loaded;
	return true;
}

static void count_shared(struct core *c, struct flight *f,
			 const struct group *g)
{
	uint32_t beat = UINT32_C(1) << g->first / c->cfg.lanes;
	bool again = f->smem_beats & beat && f->fx.kind != GOLDEN_ATOMIC;

	c->counters[ISA_EVENT_SMEM]++;
	c->counters[ISA_EVENT_CONFLICTS] += again;
	f->smem_beats |= beat;
}

void ideal_perform(struct core *c)
{
	struct flight *f = choose_access(c);
	struct group g;

	if (!f || f->cycle == c->cycle || !chance(c, 12))
		return;
	g = choose_lanes(c, f);
	if (in_smem(c, f->fx.access.addr[g.first])) {
		count_shared(c, f, &g);
		perform_shared(c, f, &g);
	} else if (perform_data(c, f, &g)) {
		c->counters[ISA_EVENT_REQUESTS]++;
		c->counters[ISA_EVENT_DHITS] += c->cache != NULL;
	}
}
