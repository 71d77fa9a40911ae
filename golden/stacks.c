/* stacks.c - detects threads whose stack overflows
 * SPDX-License-Identifier: Apache-2.0
 *
 * Only additions to x2 are checked: a function allocates its frame by one. The
 * runtime moves x2 to another stack without an addition.
 */
#include "golden/core.h"

enum { SP = 2, TP = 4 };

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

struct stack {
	uint32_t low, bytes;
};

/* The stack of LANE. A thread of ww_spawn has the address of the task in x4;
 * its stack is that of its hart. Thread 0 of warp 0 runs on main's stack. */
static struct stack find_stack(const struct golden_core *c,
			       const struct golden_warp *w, uint32_t lane)
{
	const struct golden *g = c->machine;
	uint32_t tp = golden_row(c, w, TP)[lane],
		 hart = (c->id * g->cfg.warps + w->id) * g->cfg.threads + lane;

	if (g->spawn_task && tp == g->spawn_task && hart)
		return (struct stack){
			g->spawn_top - (hart + 1) * g->spawn_bytes,
			g->spawn_bytes
		};
	return (struct stack){ tp - lane * g->stack_stride - g->stack_bytes,
			       g->stack_bytes };
}

/* Has x2 of LANE moved from BEFORE, inside the stack, to AFTER, below it? */
static bool is_below(const struct golden_core *c, const struct golden_warp *w,
		     uint32_t lane, uint32_t before, uint32_t after)
{
	struct stack s = find_stack(c, w, lane);
	uint32_t room = before - s.low, taken = before - after;

	return room <= s.bytes && taken <= UINT32_MAX / 2 && taken > room;
}

static void record_overflow(struct golden_core *c, const struct golden_warp *w,
			    uint32_t lane)
{
	c->machine->overflow = (struct golden_overflow){
		.valid = true, .core = c->id, .warp = w->id, .lane = lane,
		.pc = w->pc, .sp = golden_row(c, w, SP)[lane],
		.low = find_stack(c, w, lane).low
	};
}

static uint32_t add_sp(const struct golden_core *c, const struct golden_warp *w,
		       const struct golden_insn *d, uint32_t lane)
{
	uint32_t a = golden_row(c, w, d->rs1)[lane];
	uint32_t b = golden_row(c, w, d->rs2)[lane];

	switch (d->op) {
	case ISA_ADDI: return a + d->imm;
	case ISA_SUB: return a - b;
	default: return a + b;
	}
}

enum golden_flow golden_move_sp(struct golden_core *c, struct golden_warp *w)
{
	struct golden_insn d = golden_decode(c->forced ? *c->forced :
					     golden_word(c, w->pc));
	uint32_t *sp = golden_row(c, w, SP);

	for (uint32_t m = w->tmask; m; m &= m - 1) {
		uint32_t lane = golden_lead(m), before = sp[lane];

		sp[lane] = add_sp(c, w, &d, lane);
		if (c->machine->stack_bytes && !c->machine->overflow.valid &&
		    is_below(c, w, lane, before, sp[lane]))
			record_overflow(c, w, lane);
	}
	w->pc += 4;
	return c->machine->overflow.valid ? GOLDEN_STOP : GOLDEN_GO;
}
