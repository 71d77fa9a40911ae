/* vt_simt.c - divergence, prefixes, barriers and the end of a warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * A branch of threads that disagree pushes two entries {rpc, pc, mask}, where
 * rpc is the CSR: first where all of them meet, {rpc, rpc, mask}; then the path
 * with more threads, {rpc, its pc, its mask}. The warp goes on with the path of
 * fewer threads; if both have as many, with the taken one. The entry at the
 * bottom has rpc as pc, so the join there executes once more after the pop.
 *
 * The masks of nested branches are each a part of the one before, so a stack
 * of two entries for each thread is never full.
 *
 * join pops the top entry if its rpc is the pc of the join, and continues with
 * its pc and mask; else it does nothing.
 */
#include <assert.h>

#include "golden/ventus/vt_core.h"

bool vt_jump_traps(struct vt_effect *fx, uint32_t to)
{
	if (to % 4 == 0)
		return false;
	fx->trap = VT_TRAP_MISALIGNED;
	fx->trap_value = to;
	return true;
}

/* The active threads whose vs2 and vs1 fulfil the condition of OP. */
static uint32_t taken_lanes(const struct vt_warp *w, const struct vt_insn *d,
			    enum vt_op op)
{
	uint32_t lanes = 0;

	for (uint32_t lane = 0; lane < VT_MAX_THREADS; lane++)
		if (w->mask >> lane & 1 &&
		    vt_taken(op, w->v[d->rs2][lane], w->v[d->rs1][lane]))
			lanes |= UINT32_C(1) << lane;
	return lanes;
}

/* Pushes the meeting point and MANY, and goes on with FEW. */
static void diverge(const struct vt_warp *w, struct vt_insn *d,
		    struct vt_effect *fx, struct vt_entry few,
		    struct vt_entry many)
{
	assert(w->depth + 2 <= VT_STACK);
	d->push[0] = d->push[1] = true;
	d->entry[0] = (struct vt_entry){ w->rpc, w->rpc, w->mask };
	d->entry[1] = many;
	fx->next_pc = few.pc;
	fx->next_mask = few.mask;
	fx->depth = w->depth + 2;
}

void vt_branch_threads(struct vt *m, const struct vt_warp *w,
		       struct vt_insn *d, struct vt_effect *fx)
{
	uint32_t lanes = taken_lanes(w, d, fx->op);
	struct vt_entry taken = { w->rpc, fx->pc + d->imm, lanes };
	struct vt_entry other = { w->rpc, fx->pc + 4, w->mask & ~lanes };

	(void)m;
	if (taken.mask == 0 || vt_jump_traps(fx, taken.pc))
		return;
	if (other.mask == 0)
		fx->next_pc = taken.pc;
	else if (__builtin_popcount(other.mask) <
		 __builtin_popcount(taken.mask))
		diverge(w, d, fx, other, taken);
	else
		diverge(w, d, fx, taken, other);
}

/* join: pops the top entry if it is of this join. */
void vt_join(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
	     struct vt_effect *fx)
{
	const struct vt_entry *top;

	(void)m;
	if (w->depth == 0)
		return;
	top = &w->stack[w->depth - 1];
	if (top->rpc != fx->pc)
		return;
	d->pop = true;
	fx->next_pc = top->pc;
	fx->next_mask = top->mask;
	fx->depth = w->depth - 1;
}

/* regext, regexti: FX has no effect but on the next instruction. */
void vt_set_prefix(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
		   struct vt_effect *fx)
{
	(void)m;
	(void)w;
	d->next_prefix = vt_prefix_of(fx->op, fx->word);
}

/* endprg, with all threads active. */
void vt_end(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
	    struct vt_effect *fx)
{
	(void)m;
	(void)d;
	if (w->mask != vt_all(w))
		fx->trap = VT_TRAP_DIVERGED;
	else
		fx->ends = true;
}

/* barrier, barriersub: until all warps that have not ended wait. */
void vt_barrier(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
		struct vt_effect *fx)
{
	(void)m;
	(void)d;
	if (w->mask != vt_all(w))
		fx->trap = VT_TRAP_DIVERGED;
	else
		fx->waits = true;
}

/* fence: memory is in order here. */
void vt_nothing(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
		struct vt_effect *fx)
{
	(void)m;
	(void)w;
	(void)d;
	(void)fx;
}

/* jal and jalr: the warp jumps, whatever its mask. */
void vt_jump(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
	     struct vt_effect *fx)
{
	uint32_t to = fx->op == VT_JAL ? fx->pc + d->imm :
			      (w->x[d->rs1] + d->imm) & ~UINT32_C(1);

	(void)m;
	if (vt_jump_traps(fx, to))
		return;
	fx->next_pc = to;
	vt_result(fx, d->rd, fx->pc + 4);
}
