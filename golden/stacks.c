/* stacks.c - threads that go below their stack
 * SPDX-License-Identifier: Apache-2.0
 *
 * Nothing but an addition to x2 is looked at: a function makes room with one, and
 * what moves x2 elsewhere (the runtime, which changes stacks) does not add.
 */
#include "golden/machine.h"

enum { SP = 2, TP = 4 };

void golden_watch_stacks(struct golden *g, uint32_t bytes, uint32_t stride)
{
	g->stack_bytes = bytes;
	g->stack_stride = stride;
}

const struct golden_overflow *golden_overflow(const struct golden *g)
{
	return &g->overflow;
}

bool golden_moves_sp(const struct golden_insn *d)
{
	switch (d->op) {
	case ISA_ADDI: case ISA_SUB:
		return d->rd == SP && d->rs1 == SP;
	case ISA_ADD:
		return d->rd == SP && (d->rs1 == SP || d->rs2 == SP);
	default:
		return false;
	}
}

/* The lowest byte of the stack of LANE. */
static uint32_t lowest(const struct golden *g, const struct golden_warp *w,
		       uint32_t lane)
{
	return golden_row(g, w, TP)[lane] - lane * g->stack_stride -
	       g->stack_bytes;
}

/* LANE of W had its x2 at BEFORE and has it at AFTER now. */
static bool is_below(const struct golden *g, const struct golden_warp *w,
		     uint32_t lane, uint32_t before, uint32_t after)
{
	uint32_t room = before - lowest(g, w, lane), taken = before - after;

	return room <= g->stack_bytes && taken <= UINT32_MAX / 2 &&
	       taken > room;
}

static void hold(struct golden *g, const struct golden_warp *w, uint32_t lane)
{
	g->overflow = (struct golden_overflow){
		.valid = true, .warp = w->id, .lane = lane, .pc = w->pc,
		.sp = golden_row(g, w, SP)[lane], .low = lowest(g, w, lane)
	};
}

static uint32_t sum(const struct golden *g, const struct golden_warp *w,
		    const struct golden_insn *d, uint32_t lane)
{
	uint32_t a = golden_row(g, w, d->rs1)[lane];
	uint32_t b = golden_row(g, w, d->rs2)[lane];

	switch (d->op) {
	case ISA_ADDI: return a + d->imm;
	case ISA_SUB: return a - b;
	default: return a + b;
	}
}

enum golden_flow golden_move_sp(struct golden *g, struct golden_warp *w)
{
	struct golden_insn d = golden_decode(g->forced ? *g->forced :
					     golden_word(g, w->pc));
	uint32_t *sp = golden_row(g, w, SP);

	for (uint32_t m = w->tmask; m; m &= m - 1) {
		uint32_t lane = golden_lead(m), before = sp[lane];

		sp[lane] = sum(g, w, &d, lane);
		if (!g->overflow.valid && is_below(g, w, lane, before, sp[lane]))
			hold(g, w, lane);
	}
	w->pc += 4;
	return g->overflow.valid ? GOLDEN_STOP : GOLDEN_GO;
}
