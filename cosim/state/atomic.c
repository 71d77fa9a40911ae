/* atomic.c - atomic accesses and reservations, and the stores that end them
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/state/atomic.h"

#include "cosim/state/mismatch.h"

/* --- between load and store ------------------------------------------- */

/* Finds an atomic access of BY that has loaded the word at ADDR and must store
 * it. Returns the bit of its thread, and its slot in *OUT; 0 if there is
 * none. */
static uint32_t find_loaded(struct core *by, uint32_t addr,
			    const struct slot **out)
{
	for (uint32_t i = 0; i < by->all->cfg.warps; i++) {
		const struct warp *w = &by->warps[i];

		for (uint32_t k = 0; k < w->mem_count; k++) {
			*out = &w->slots[w->mem[k]];
			for (uint32_t m = (*out)->loaded; m; m &= m - 1)
				if (((*out)->fx.access.addr[lowest(m)] ^ addr) <
				    4)
					return m & ~(m - 1);
		}
	}
	return 0;
}

static int check_between(struct core *c, const struct slot *s, uint32_t lane)
{
	uint32_t addr = s->fx.access.addr[lane], thread;
	const struct slot *o;

	for (uint32_t n = 0; n < c->all->cfg.cores; n++) {
		struct core *by = &c->all->core[n];

		if (by != c && !in_ram(c->all, addr))
			continue;
		thread = find_loaded(by, addr, &o);
		if (!thread)
			continue;
		fail(c, COSIM_PERFORM_ATOMIC, s->fx.warp, s, "thread %u stores "
		     "to 0x%08x, which thread %u of core %u, warp %u, pc "
		     "0x%08x has loaded and is about to store", lane, addr,
		     lowest(thread), n, o->fx.warp, o->fx.pc);
		fail_row(c->all, "stores to come", thread, 0);
		return 1;
	}
	return 0;
}

/* --- reservations ----------------------------------------------------- */

/* Does a store to ADDR end the reservation WORD? UPDATE: the store is
 * atomic. */
static bool ends_reservation(const struct cosim *all, uint32_t word,
			     uint32_t addr, bool update)
{
	return word && ((word ^ addr) < 4 ||
			(!update && in_smem(all, word) && in_smem(all, addr)));
}

static void end_reservations(struct core *c, uint32_t addr, bool update)
{
	struct cosim *all = c->all;

	for (uint32_t n = 0; n < all->cfg.cores; n++) {
		struct core *k = &all->core[n];

		for (uint32_t i = 0; (k == c || in_ram(all, addr)) &&
				     i < all->cfg.warps; i++)
			for (uint32_t t = 0; t < all->cfg.threads; t++)
				if (ends_reservation(all,
						     k->warps[i].reserved[t],
						     addr, update))
					k->warps[i].reserved[t] = 0;
	}
}

int atomic_stores(struct core *c, const struct slot *s, uint32_t lane)
{
	if (check_between(c, s, lane))
		return 1;
	end_reservations(c, s->fx.access.addr[lane], is_update(s));
	return 0;
}

/* --- in the order of memory ------------------------------------------- */

void atomic_holds(struct core *c, const struct slot *s, uint32_t lane)
{
	struct held *h = &c->warps[s->fx.warp].held[lane];

	c->held += !h->word;
	h->word = s->fx.access.addr[lane] | 1;
	h->order = s->order;
}

static int fail_between(struct core *c, const struct core *by, uint32_t warp,
			uint32_t thread)
{
	uint32_t addr = by->warps[warp].held[thread].word & ~UINT32_C(3);

	return fail(c, COSIM_PERFORM_ATOMIC, GOLDEN_MAX_WARPS, NULL,
		    "a store to 0x%08x reaches memory, which thread %u of core "
		    "%u, warp %u has loaded and is about to store", addr,
		    thread, by->id, warp);
}

/* Ends the held access to the word at ADDR of instruction ORDER. If the store
 * LANDS, any other held access to the word is an error. */
static int end_held(struct core *c, struct core *by, uint32_t addr,
		    uint64_t order, bool lands)
{
	for (uint32_t i = 0; by->held && i < by->all->cfg.warps; i++)
		for (uint32_t t = 0; t < by->all->cfg.threads; t++) {
			struct held *h = &by->warps[i].held[t];

			if (h->word != (addr | 1))
				continue;
			if (h->order != order) {
				if (lands)
					return fail_between(c, by, i, t);
				continue;
			}
			h->word = 0;
			by->held--;
		}
	return 0;
}

int atomic_lands(struct core *c, uint32_t addr, uint64_t order)
{
	if (!c->all->cfg.has_a)
		return 0;
	for (uint32_t n = 0; n < c->all->cfg.cores; n++)
		if (end_held(c, &c->all->core[n], addr, order, true))
			return 1;
	end_reservations(c, addr, true);
	return 0;
}

void atomic_refused(struct core *c, uint32_t addr, uint64_t order)
{
	if (!c->all->cfg.has_a)
		return;
	end_held(c, c, addr, order, false);
	end_reservations(c, addr, true);
}
