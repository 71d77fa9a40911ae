/* l2_fair.c - the turns of the cores at a bank of the second-level cache
 * SPDX-License-Identifier: Apache-2.0
 *
 * A request that a core has made is in no record until a bank performs it. So
 * the oldest write, load and fetch of each core that can only wait for a bank
 * are found from what the core has done. While one of them waits, its bank may
 * perform a bounded number of requests of other cores.
 */
#include "cosim/level/l2_state.h"

#include "cosim/state/mismatch.h"

enum {
	/* Bounds of a wait (most_served). */
	WAITING_FEW = 64, WAITING_EACH = 16
};

static const char *const names[L2_WAITS] = { "write to", "load from",
					     "fetch from" };

/* Is a line of the cache on its way to or from memory? */
static bool memory_busy(const struct l2 *k)
{
	for (uint32_t i = 0; i < k->banks; i++)
		if (k->queues[i].count)
			return true;
	for (uint32_t i = 0; i < READS; i++)
		if (k->reads[i].used)
			return true;
	return false;
}

/* --- what waits --------------------------------------------------------- */

/* The oldest write of K that has not reached the cache in *W. */
static bool oldest_write(const struct core *k, struct l2_wait *w)
{
	const struct level_write *first;

	if (!k->cache || !k->cache->count)
		return false;
	first = level_write_at(k->cache, 0);
	*w = (struct l2_wait){ first->since, first->addr, first->next, 0 };
	return true;
}

/* The access of K that is at the head of its load/store unit, or NULL. */
static const struct slot *oldest_access(const struct core *k)
{
	const struct slot *first = NULL;

	for (uint32_t i = 0; i < k->all->cfg.warps; i++) {
		const struct warp *w = &k->warps[i];

		if (w->mem_count && (!first ||
				     w->slots[w->mem[0]].order < first->order))
			first = &w->slots[w->mem[0]];
	}
	return first;
}

/* The load of K before which all its accesses have performed in *W: the line of
 * the first thread that has not loaded. Atomic instructions wait for locks. */
static bool oldest_load(const struct core *k, struct l2_wait *w)
{
	const struct slot *s = oldest_access(k);
	uint32_t left, addr;

	if (!s || s->fx.kind != GOLDEN_LOAD)
		return false;
	left = s->fx.access.lanes & ~s->performed;
	while (left && !in_ram(k->all, s->fx.access.addr[lowest(left)]))
		left &= left - 1;
	if (!left)
		return false;
	addr = s->fx.access.addr[lowest(left)];
	*w = (struct l2_wait){
		s->issue_event, addr - addr % k->all->l2->line, lowest(left), 0
	};
	return true;
}

/* The instruction that a warp of K could issue, in *W, if K has none in
 * flight. */
static bool oldest_fetch(const struct core *k, struct l2_wait *w)
{
	const struct warp *first = NULL;

	if (k->stop_due)
		return false;
	for (uint32_t i = 0; i < k->all->cfg.warps; i++) {
		const struct warp *one = &k->warps[i];

		if (one->live || one->mem_count)
			return false;
		if (!warp_can_issue(k, i) ||
		    (first && first->ready_cycle <= one->ready_cycle))
			continue;
		first = one;
		*w = (struct l2_wait){
			k->issued, golden_pc(k->golden, i), i, 0
		};
	}
	return first;
}

static bool find_wait(const struct core *k, enum l2_waiting kind,
		      struct l2_wait *w)
{
	switch (kind) {
	case L2_WAIT_WRITE: return oldest_write(k, w);
	case L2_WAIT_READ: return oldest_load(k, w);
	case L2_WAIT_FETCH: return oldest_fetch(k, w);
	case L2_WAITS: break;
	}
	return false;
}

/* --- how long ----------------------------------------------------------- */

/* How many requests of other cores may the bank of a request perform before the
 * request, while no line is on its way to or from memory? Some reads and writes
 * of its own core go first. For each of them, each other core has a turn at the
 * port of the bank, with data and with instructions, and a line holds up
 * responses for as many cycles as it has beats. Replays of the bank go first,
 * too. Stalls at congestors lengthen each step. */
static uint32_t most_served(const struct cosim *c)
{
	uint32_t beats = c->l2->line / c->own.bus_bytes;

	return WAITING_FEW + WAITING_EACH * c->cfg.cores * (2 + beats);
}

static int count_wait(struct core *k, enum l2_waiting kind, uint32_t bank)
{
	struct l2_wait *old = &k->all->l2->waits[k->id * L2_WAITS + kind], w;

	if (!find_wait(k, kind, &w) || l2_bank_of(k->all->l2, w.addr) != bank)
		return 0;
	if (old->since != w.since || old->addr != w.addr ||
	    old->next != w.next)
		*old = w;
	old->served++;
	if (old->served <= most_served(k->all))
		return 0;
	return fail_shared(k->all, COSIM_L2_FAIR, "core %u waits with a %s "
			   "0x%08x; its bank has performed %u requests of "
			   "other cores meanwhile", k->id, names[kind], w.addr,
			   old->served);
}

int l2_count_waits(struct cosim *c, const struct l2_request *q, uint32_t bank)
{
	if (memory_busy(c->l2))
		return 0;
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		for (int kind = 0; i != q->core && kind < L2_WAITS; kind++)
			if (count_wait(&c->core[i], (enum l2_waiting)kind,
				       bank))
				return 1;
	return 0;
}
