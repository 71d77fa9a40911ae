/* member.c - what a warp has of its block: its CSRs, and the block's barrier
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/core.h"

/* --- what a warp sees ----------------------------------------------------- */

bool golden_block_csr(const struct golden_core *c, const struct golden_warp *w,
		      uint32_t lane, uint32_t address, uint32_t *value)
{
	const struct golden_block *b = golden_block_of(c, w);
	const struct golden_launch *l = golden_launch_of(c, b);
	uint32_t number = c->number[w->id];

	if (address < ISA_CSR_LAUNCH_PC + ISA_LAUNCH_WORDS) {
		*value = l->word[address - ISA_CSR_LAUNCH_PC];
		return true;
	}
	switch (address) {
	case ISA_CSR_BLOCK_THREAD:
		*value = number * c->cfg.threads + lane;
		return true;
	case ISA_CSR_BLOCK_WARP: *value = number; return true;
	case ISA_CSR_BLOCK_SMEM:
		*value = c->cfg.smem_base +
			 b->page * golden_page_bytes(&c->cfg);
		return true;
	case ISA_CSR_BLOCK_PHASE: *value = b->phase; return true;
	case ISA_CSR_BLOCK_SLOT:
		*value = c->block_of[w->id] << 16 | b->launch;
		return true;
	case ISA_CSR_BLOCK_X: case ISA_CSR_BLOCK_Y: case ISA_CSR_BLOCK_Z:
		*value = b->place[address - ISA_CSR_BLOCK_X];
		return true;
	default: return false;
	}
}

/* --- barriers of a block -------------------------------------------------- */

/* The phase of B is complete when each of its warps has arrived: those that
 * wait go on. Not so in a launch that is cut, or will be for a trap. */
static void end_phase(struct golden_core *c, struct golden_block *b)
{
	if (b->warps || !b->members || b->members & ~b->arrived)
		return;
	if (golden_launch_of(c, b)->cut || b->trap.valid)
		return;
	c->waiting &= ~b->waiting;
	b->arrived = b->waiting = 0;
	b->phase = (b->phase + 1) & 255;
}

void golden_member_clear(struct golden_core *c, struct golden_warp *w)
{
	if (c->cfg.clear && !golden_whole(c, w))
		golden_clear_warp(c, w);
}

void golden_block_left(struct golden_core *c, struct golden_warp *w)
{
	struct golden_block *b = golden_block_of(c, w);
	uint32_t self = ~(UINT32_C(1) << w->id);

	b->members &= self;
	b->arrived &= self;
	b->waiting &= self;
	if (!c->machine->dispatcher.follows)
		golden_member_clear(c, w);
	end_phase(c, b);
}

/* W arrives; false: it has arrived before. */
static bool arrives(struct golden_core *c, struct golden_warp *w)
{
	struct golden_block *b = golden_block_of(c, w);
	uint32_t self = UINT32_C(1) << w->id;

	if (b->arrived & self)
		return false;
	b->arrived |= self;
	return true;
}

static enum golden_flow waits(struct golden_core *c, struct golden_warp *w)
{
	struct golden_block *b = golden_block_of(c, w);
	uint32_t self = UINT32_C(1) << w->id;

	b->waiting |= self;
	c->waiting |= self;
	end_phase(c, b);
	return c->waiting & self ? GOLDEN_STOP : GOLDEN_GO;
}

enum golden_flow golden_bar_sync(struct golden_core *c, struct golden_warp *w,
				 const struct golden_insn *d)
{
	(void)d;
	if (!arrives(c, w))
		return golden_trap(c, w, ISA_CAUSE_BAR_TWICE, 0);
	w->pc += 4;
	return waits(c, w);
}

enum golden_flow golden_bar_arrive(struct golden_core *c, struct golden_warp *w,
				   const struct golden_insn *d)
{
	struct golden_block *b = golden_block_of(c, w);
	uint32_t *rd = golden_row(c, w, d->rd), phase = b->phase;

	if (!arrives(c, w))
		return golden_trap(c, w, ISA_CAUSE_BAR_TWICE, 0);
	for (uint32_t m = w->tmask; m; m &= m - 1)
		rd[golden_lead(m)] = phase;
	w->pc += 4;
	end_phase(c, b);
	return GOLDEN_GO;
}

/* Waits until the phase is another than that in the leader's rs1. Phases are
 * compared by their lowest bit: a warp that has arrived is at most one phase
 * behind. */
enum golden_flow golden_bar_wait(struct golden_core *c, struct golden_warp *w,
				 const struct golden_insn *d)
{
	uint32_t given = golden_row(c, w, d->rs1)[golden_lead(w->tmask)];

	w->pc += 4;
	if ((given ^ golden_block_of(c, w)->phase) & 1)
		return GOLDEN_GO;
	return waits(c, w);
}
