/* cover_blocks.c - coverage of launches, blocks and their barriers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Core 0 counts what belongs to no core.
 */
#include "cosim/cover/cover.h"

/* --- launches ----------------------------------------------------------- */

/* Has any core a block of another launch than that in SLOT, that is whole or
 * not? */
static bool any_beside(const struct cosim *c, uint32_t slot, bool whole)
{
	for (uint32_t i = 0; i < c->cfg.cores * c->cfg.blocks; i++) {
		const struct golden_place p =
			golden_place(c->core[i / c->cfg.blocks].golden,
				     i % c->cfg.blocks);
		uint32_t flags = golden_slot(c->machine, p.launch).flags;

		if (p.busy && p.launch != slot &&
		    !(flags & ISA_LAUNCH_WHOLE) == !whole)
			return true;
	}
	return false;
}

void cover_launch(struct cosim *c, uint32_t slot, uint32_t reason)
{
	uint32_t flags = golden_slot(c->machine, slot).flags;
	size_t beside = AT(BESIDE, NONE);

	if (reason)
		cover_hit(c->core, COVERAGE_LAUNCH_REFUSED, reason - 1, 0, 0);
	if (reason || golden_slot(c->machine, slot).cut)
		return;
	if (any_beside(c, slot, false))
		beside = AT(BESIDE, GRID);
	if (any_beside(c, slot, true))
		beside = AT(BESIDE, WHOLE);
	cover_hit(c->core, COVERAGE_LAUNCH_BESIDE, flags & ISA_LAUNCH_WHOLE ?
		  AT(LAUNCH, WHOLE) : AT(LAUNCH, GRID), beside, 0);
}

/* What the blocks of a launch do. */
struct doing { bool start, wait, run; };

static struct doing doing_of(const struct cosim *c, uint32_t slot)
{
	struct doing d = { false, false, false };

	for (uint32_t i = 0; i < c->cfg.cores * c->cfg.blocks; i++) {
		const struct golden_place p =
			golden_place(c->core[i / c->cfg.blocks].golden,
				     i % c->cfg.blocks);

		if (!p.busy || p.launch != slot)
			continue;
		d.start |= p.warps != 0;
		d.wait |= p.waiting != 0;
		d.run |= (p.members & ~p.waiting) != 0;
	}
	return d;
}

static void hit_cut(struct cosim *c, bool is, size_t moment)
{
	if (is)
		cover_hit(c->core, COVERAGE_LAUNCH_CUT, moment, 0, 0);
}

void cover_cut(struct cosim *c, uint32_t slot, bool read)
{
	const struct golden_slot s = golden_slot(c->machine, slot);
	const struct doing d = doing_of(c, slot);
	bool running = s.state == GOLDEN_LAUNCH_RUNNING;

	hit_cut(c, !running && !read, AT(CUT, QUEUED));
	hit_cut(c, !running && read, AT(CUT, READ));
	hit_cut(c, running && !s.out, AT(CUT, GIVING));
	hit_cut(c, d.start, AT(CUT, STARTING));
	hit_cut(c, d.run, AT(CUT, RUNNING));
	hit_cut(c, d.wait, AT(CUT, WAITING));
	hit_cut(c, running && s.out && !s.resident, AT(CUT, RELEASING));
}

/* --- blocks ------------------------------------------------------------- */

void cover_start(struct core *c, const struct golden_place *p)
{
	uint32_t warps = p->number + 1, all = c->all->cfg.warps;
	uint32_t flags = golden_slot(c->all->machine, p->launch).flags;

	if (p->warps != 1 || flags & ISA_LAUNCH_WHOLE)
		return;
	cover_hit(c, COVERAGE_BLOCK_WARPS, p->mask == c->all->all_threads ?
		  AT(TAIL, FULL) : AT(TAIL, PARTIAL), warps == 1 ?
		  AT(SIZE, ONE) : warps == all ? AT(SIZE, ALL) :
		  AT(SIZE, SOME), 0);
}

void cover_room(struct core *c, uint32_t lacks)
{
	for (; lacks; lacks &= lacks - 1)
		cover_hit(c, COVERAGE_BLOCK_FULL, lowest(lacks), 0, 0);
}

void cover_over(struct cosim *c, uint32_t blocks)
{
	if (blocks)
		cover_hit(c->core, COVERAGE_BLOCK_END, blocks == 1 ?
			  AT(AT_END, ONE) : AT(AT_END, SEVERAL), 0, 0);
}

void cover_bar(struct core *c, const struct slot *s)
{
	size_t op;

	switch (s->fx.op) {
	case ISA_BAR_SYNC: op = AT(BAR, SYNC); break;
	case ISA_BAR_ARRIVE: op = AT(BAR, ARRIVE); break;
	case ISA_BAR_WAIT: op = AT(BAR, WAIT); break;
	default: return;
	}
	if (s->fx.kind == GOLDEN_BAR)
		cover_hit(c, COVERAGE_BLOCK_BARRIER, op, s->fx.waits ?
			  AT(WAITS, YES) : AT(WAITS, NO),
			  cover_lanes(c, s->fx.tmask));
}
