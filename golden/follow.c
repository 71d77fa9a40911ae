/* follow.c - launches as a device runs them: it says what begins and ends where
 * SPDX-License-Identifier: Apache-2.0
 *
 * The device has the order and the place, golden all else: which block is next,
 * its warps and their threads, the words of the launch, its result. Each
 * function here is one step of the dispatcher in blocks.c, done if golden's
 * state allows it.
 */
#include "golden/core.h"

void golden_follow(struct golden *g)
{
	g->dispatcher.follows = true;
}

static struct golden_launch *running(struct golden *g, uint32_t slot)
{
	struct golden_launch *l = &g->dispatcher.launch[slot];

	return slot < g->cfg.launches && l->state == GOLDEN_LAUNCH_RUNNING ?
	       l : NULL;
}

/* The block in PLACE of C, or NULL. */
static struct golden_block *block_in(struct golden_core *c, uint32_t place)
{
	return place < c->cfg.blocks && c->block[place].busy ?
	       &c->block[place] : NULL;
}

/* --- steps ---------------------------------------------------------------- */

static enum isa_refused reason_of(const struct golden *g,
				  const struct golden_launch *l)
{
	return l->cut ? ISA_REFUSED_NONE : golden_refuses(&g->cfg, l->word);
}

/* Is the launch in SLOT the one that has waited longest? */
static bool is_oldest(const struct golden *g, uint32_t slot)
{
	return golden_oldest(g) == (int)slot;
}

bool golden_skips(struct golden *g, uint32_t slot, enum isa_refused reason)
{
	struct golden_launch *l = &g->dispatcher.launch[slot];

	if (!is_oldest(g, slot) || reason_of(g, l) != reason ||
	    (!l->cut && !reason))
		return false;
	golden_launch_begin(g, l);
	return true;
}

bool golden_goes(struct golden *g, uint32_t slot)
{
	struct golden_launch *l = &g->dispatcher.launch[slot];

	if (!is_oldest(g, slot) || l->cut || reason_of(g, l) ||
	    !golden_may_begin(g, l))
		return false;
	golden_launch_begin(g, l);
	return true;
}

/* The launch that gives its blocks, or NULL. */
static struct golden_launch *giving(const struct golden *g)
{
	return (struct golden_launch *)golden_first_in(g,
						       GOLDEN_LAUNCH_RUNNING);
}

bool golden_gives(struct golden_core *c, uint32_t place, uint32_t page,
		  uint32_t bar)
{
	struct golden_launch *l = giving(c->machine);

	if (!l || place >= c->cfg.blocks || c->block[place].busy ||
	    !golden_warps_free(c, l) ||
	    !golden_runs_free(c, &l->shape, page, bar))
		return false;
	golden_block_give(c, l, place, page, bar);
	return true;
}

bool golden_starts(struct golden_core *c, uint32_t warp, uint32_t place)
{
	struct golden_block *b = block_in(c, place);

	if (!b || !b->warps || c->active >> warp & 1 ||
	    (golden_launch_whole(golden_launch_of(c, b)) && warp != 0))
		return false;
	golden_block_start(c, b, &c->warp[warp]);
	return true;
}

bool golden_killed(struct golden_core *c, uint32_t warp)
{
	struct golden_warp *w = &c->warp[warp];

	if (!(c->active >> warp & 1) || !golden_warp_cut(c, warp))
		return false;
	golden_kill(c, w);
	return true;
}

void golden_rests(struct golden_core *c, uint32_t warp)
{
	golden_member_clear(c, &c->warp[warp]);
}

void golden_clear_smem(struct golden_core *c, uint32_t at, uint32_t bytes)
{
	memset(c->smem + at, 0, bytes);
}

bool golden_ends(struct golden_core *c, uint32_t place)
{
	struct golden_block *b = block_in(c, place);

	if (!b || !golden_block_ended(b))
		return false;
	golden_block_end(c, b);
	return true;
}

bool golden_finishes(struct golden *g, uint32_t slot)
{
	struct golden_launch *l = running(g, slot);

	if (!l || !l->out || l->resident)
		return false;
	golden_launch_end(g, l);
	return true;
}

/* --- what golden knows ---------------------------------------------------- */

struct golden_slot golden_slot(const struct golden *g, uint32_t slot)
{
	const struct golden_launch *l = &g->dispatcher.launch[slot];

	return (struct golden_slot){
		.state = l->state, .flags = l->word[ISA_LAUNCH_FLAGS],
		.word = l->word, .order = l->order,
		.cut = l->cut, .out = l->out, .resident = l->resident,
		.reason = l->state == GOLDEN_LAUNCH_QUEUED ? reason_of(g, l) :
			  l->result.reason
	};
}

int golden_oldest(const struct golden *g)
{
	const struct golden_launch *l =
		golden_first_in(g, GOLDEN_LAUNCH_QUEUED);

	return l ? (int)(l - g->dispatcher.launch) : -1;
}

bool golden_next(const struct golden *g, struct golden_next *out)
{
	const struct golden_launch *l = giving(g);

	if (!l)
		return false;
	*out = (struct golden_next){
		.slot = (uint32_t)(l - g->dispatcher.launch),
		.place = { l->next[0], l->next[1], l->next[2] },
		.whole = golden_launch_whole(l), .warps = l->shape.warps,
		.pages = l->shape.pages, .bars = l->shape.bars
	};
	return true;
}

bool golden_has_warps(const struct golden_core *c)
{
	const struct golden_launch *l = giving(c->machine);

	return l && golden_warps_free(c, l);
}

bool golden_has_room(const struct golden_core *c)
{
	const struct golden_launch *l = giving(c->machine);

	return l && golden_block_fits(c, l);
}

uint32_t golden_lacks(const struct golden_core *c)
{
	const struct golden_launch *l = giving(c->machine);

	return l ? golden_block_lacks(c, l) : 0;
}

struct golden_place golden_place(const struct golden_core *c, uint32_t place)
{
	const struct golden_block *b = &c->block[place];

	if (!b->busy)
		return (struct golden_place){ .busy = false };
	return (struct golden_place){
		.busy = true, .launch = b->launch,
		.place = { b->place[0], b->place[1], b->place[2] },
		.page = b->page, .pages = b->pages,
		.bar = b->bar, .bars = b->bars, .warps = b->warps,
		.number = golden_launch_of(c, b)->shape.starts - b->warps,
		.mask = golden_next_mask(c, b), .members = b->members,
		.arrived = b->arrived, .waiting = b->waiting,
		.phase = b->phase, .trapped = b->trap.valid
	};
}

uint32_t golden_place_of(const struct golden_core *c, uint32_t warp)
{
	return c->block_of[warp];
}

uint32_t golden_number(const struct golden_core *c, uint32_t warp)
{
	return c->number[warp];
}

bool golden_warp_cut(const struct golden_core *c, uint32_t warp)
{
	const struct golden_block *b = &c->block[c->block_of[warp]];

	return b->busy && golden_launch_of(c, b)->cut;
}
