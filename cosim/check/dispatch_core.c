/* dispatch_core.c - which core gets the next block
 * SPDX-License-Identifier: Apache-2.0
 *
 * That with the most free warps among those with room; those with equally many
 * take turns. Room is known a cycle late: a core that had none in the cycle
 * before gets no block.
 */
#include "cosim/check/dispatch.h"

#include "cosim/cover/cover.h"
#include "cosim/state/mismatch.h"

/* Cycles after a cut for which the warps of a core are not known that had some
 * to start: their number comes back later. */
enum { CUT_STAGES = 3 };

void dispatch_dropped(struct cosim *c, uint32_t slot)
{
	for (uint32_t i = 0; i < c->cfg.cores * c->cfg.blocks; i++) {
		struct core *k = &c->core[i / c->cfg.blocks];
		const struct golden_place p =
			golden_place(k->golden, i % c->cfg.blocks);

		if (p.busy && p.launch == slot && p.warps)
			k->offer.unsure = c->cycle + CUT_STAGES;
	}
}

static bool starts_more(const struct core *c)
{
	for (uint32_t i = 0; i < c->all->cfg.blocks; i++)
		if (golden_place(c->golden, i).warps)
			return true;
	return false;
}

/* What C can take from the next cycle on, and in the next cycle. */
static void note_offer(struct core *c)
{
	struct offer *o = &c->offer;
	bool starts = starts_more(c);
	struct golden_next n;

	o->next = o->fits && (!o->starts || (o->started && !starts)) &&
		  !o->gave;
	o->starts = starts;
	o->free = dispatch_free(c);
	o->fits = golden_next(c->all->machine, &n) &&
		  golden_has_room(c->golden) &&
		  (n.whole || o->free >= n.warps);
	o->started = o->gave = false;
	if (c->cover && golden_next(c->all->machine, &n) && !n.whole)
		cover_room(c, golden_lacks(c->golden) |
			   (o->free < n.warps ? GOLDEN_LACKS_WARPS : 0));
}

/* Blocks of C whose last warp has ended now. */
static uint32_t count_over(struct core *c)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->all->cfg.blocks; i++) {
		bool over = dispatch_ended(c, i);

		n += over && !c->place[i].over;
		c->place[i].over = over;
	}
	return n;
}

void dispatch_offers(struct cosim *c)
{
	uint32_t over = 0;

	if (!c->dispatch.changes)
		return;
	c->dispatch.changes = false;
	c->dispatch.offered = c->cycle;
	for (uint32_t i = 0; i < c->cfg.cores; i++) {
		note_offer(&c->core[i]);
		over += c->core[i].cover ? count_over(&c->core[i]) : 0;
	}
	if (c->core->cover)
		cover_over(c, over);
}

/* Did C have room for the next block, as the dispatcher sees it now? */
static bool has_room(const struct core *c)
{
	const struct offer *o = &c->offer;

	return c->all->cycle == c->all->dispatch.offered + 1 ? o->next :
	       o->fits && !o->starts;
}

static bool is_sure(const struct core *c)
{
	return c->all->cycle > c->offer.unsure;
}

static int core_fail(struct core *c, const struct core *want, const char *why)
{
	fail(c, COSIM_BLOCK_CORE, GOLDEN_MAX_WARPS, NULL, "a block begins in "
	     "core %u; %s", c->id, why);
	if (!want)
		return 1;
	fail_row(c->all, "core", c->id, want->id);
	fail_row(c->all, "free warps", c->offer.free, want->offer.free);
	return 1;
}

/* The core with as many free warps as C whose turn it is. */
static const struct core *turn_of(const struct core *c)
{
	const struct cosim *all = c->all;

	for (uint32_t i = 0; i < all->cfg.cores; i++) {
		const struct core *k = &all->core[(all->dispatch.turn + i) %
						  all->cfg.cores];

		if (has_room(k) && k->offer.free == c->offer.free)
			return k;
	}
	return c;
}

static int check_best(struct core *c)
{
	const struct cosim *all = c->all;
	const struct core *turn = turn_of(c);

	for (uint32_t i = 0; i < all->cfg.cores; i++)
		if (!is_sure(&all->core[i]))
			return 0;
	if (!has_room(c))
		return core_fail(c, NULL, "it had no room");
	for (uint32_t i = 0; i < all->cfg.cores; i++)
		if (has_room(&all->core[i]) &&
		    all->core[i].offer.free > c->offer.free)
			return core_fail(c, &all->core[i],
					 "another one has more free warps");
	return turn == c ? 0 : core_fail(c, turn, "it is another one's turn");
}

int dispatch_core(struct core *c, const struct golden_next *n)
{
	struct dispatch *d = &c->all->dispatch;

	if (n->whole && n->place[0] != c->id)
		return core_fail(c, &c->all->core[n->place[0] %
						  c->all->cfg.cores],
				 "it is the block of another one");
	if (!n->whole && check_best(c))
		return 1;
	d->turn = (c->id + 1) % c->all->cfg.cores;
	c->offer.gave = true;
	return 0;
}
