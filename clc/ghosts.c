/* ghosts.c - threads that have left go along, without effect, to a barrier
 * SPDX-License-Identifier: Apache-2.0
 *
 * All active threads of a warp have to be together at a barrier, unless those
 * that are missing end the kernel (leaving.c); in a folded kernel (entries.c)
 * all threads of a row have to. A thread of CUDA that has returned, or left a
 * loop, is not there. So where one side of a divergent branch has barriers and
 * the other one has none, the threads of the other side go through the first
 * one, too, once they are done with their own: as ghosts. A ghost loads and
 * stores at a place of its own in place of memory, and takes the way out of
 * loops that threads leave one by one. Where the sides meet it is itself again,
 * so a thread that returns returns there.
 *
 *     branch: c? own, other                branch: c? own, again
 *     own:    ...; meet            =>      own:    ...; ghost = 1; again
 *     other:  ...; barrier; meet           again:  other
 *     meet:                                other:  ...; barrier; meet
 *                                          meet:   ghost = 0
 *
 * In a loop, as with return between the barriers of one, the other side comes
 * to the branch again; ghosts pass it until the loop ends for all.
 *
 * A side that threads also come to from elsewhere, such as the end of a loop
 * for those that break out of it, is copied first.
 *
 * Preconditions: as of uniform.c, and loop-simplify. The result needs mem2reg.
 */
#include "clc/batch.h"
#include "clc/clc.h"

#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE = 16 };            /* bytes: of any access */
enum { COPIED = 200 };          /* instructions of a side, at most */

struct ghosts {
	const struct graph *g;
	const struct map *divergent;
	LLVMValueRef function, ghost, place, is; /* IS: of the block at hand */
	LLVMContextRef context;
	LLVMTypeRef word;
	LLVMBuilderRef build;
	int branch, other, meet;
	unsigned own;           /* the successor of the side without barriers */
	bool *owns, *others;    /* the blocks of the sides */
};

/* --- whether it can be ---------------------------------------------------- */

static bool has_meeting(const struct graph *g, const bool *side)
{
	for (int x = 0; x < g->n; x++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(g->block[x]);
		     side[x] && i; i = LLVMGetNextInstruction(i))
			if (check_is_meeting(i))
				return true;
	return false;
}

/* Which operand of I is the address that it accesses; -1: none. */
static int address(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		return 0;
	case LLVMStore:
		return 1;
	default:
		return -1;
	}
}

static LLVMTypeRef accessed(LLVMValueRef i)
{
	return LLVMGetInstructionOpcode(i) == LLVMStore ?
	       LLVMTypeOf(LLVMGetOperand(i, 0)) :
	       LLVMGetInstructionOpcode(i) == LLVMLoad ? LLVMTypeOf(i) :
	       LLVMTypeOf(LLVMGetOperand(i, 1));
}

/* Whether a ghost may execute I, perhaps at its own place. */
static bool is_harmless(const struct ghosts *s, LLVMValueRef i)
{
	static const char *const names[] = {
		"llvm.lifetime.", "llvm.dbg.", "llvm.assume",
		"llvm.experimental.noalias."
	};
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(
		LLVMGetGlobalParent(s->function));

	if (address(i) >= 0)
		return LLVMStoreSizeOfType(data, accessed(i)) <= PLACE;
	if (!LLVMIsACallInst(i))
		return LLVMGetInstructionOpcode(i) != LLVMFence;
	if (LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
		return check_is_meeting(i) || !*module_asm(i) ||
		       module_starts(module_asm(i), "slti zero, ") ||
		       indexes_is_note(i) ||
		       !strcmp(module_asm(i), "fence") ||
		       module_starts(module_asm(i), "csrr $0, $1") ||
		       !LLVMGetInlineAsmHasSideEffects(LLVMGetCalledValue(i));
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (module_starts(module_callee(i), names[k]))
			return true;
	return check_is_meeting(i) || batch_is_pure(i);
}

static bool are_harmless(const struct ghosts *s)
{
	for (int x = 0; x < s->g->n; x++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->g->block[x]);
		     s->others[x] && i; i = LLVMGetNextInstruction(i))
			if (!is_harmless(s, i))
				return false;
	return true;
}

/* Whether threads come to the blocks of the side by the branch alone. */
static bool is_alone(const struct ghosts *s)
{
	for (int x = 0; x < s->g->n; x++)
		for (int k = s->g->in.first[x];
		     s->owns[x] && k < s->g->in.first[x + 1]; k++)
			if (!s->owns[s->g->in.to[k]] &&
			    s->g->in.to[k] != s->branch)
				return false;
	return true;
}

/* Adds to others what the threads of the other side reach in front of where the
 * sides meet, without the edge to the own side. */
static void reach_other(struct ghosts *s)
{
	int *stack = map_alloc(s->g->n + 1, sizeof(int)), depth = 0;
	int own = graph_successor(s->g, s->branch, (int)s->own);

	s->others[s->other] = true;
	stack[depth++] = s->other;
	while (depth) {
		int x = stack[--depth];

		for (int k = s->g->out.first[x]; k < s->g->out.first[x + 1];
		     k++) {
			int to = s->g->out.to[k];

			if (to == s->meet || to >= s->g->n || s->others[to] ||
			    (x == s->branch && to == own))
				continue;
			s->others[to] = true;
			stack[depth++] = to;
		}
	}
	free(stack);
}

/* In a loop: whether it ends without the side, and where the sides meet is
 * behind it. */
static bool ends_without(const struct ghosts *s)
{
	bool *behind = map_alloc(s->g->n, sizeof(bool)), ends = false;

	for (int k = s->g->in.first[s->meet]; k < s->g->in.first[s->meet + 1];
	     k++)
		ends |= s->others[s->g->in.to[k]] &&
			s->g->in.to[k] != s->branch;
	graph_reach(s->g, s->meet, -1, behind);
	ends = ends && !behind[s->branch];
	free(behind);
	return ends;
}

/* Takes the side of successor OWN for the one without meetings; whether it is.
 * In a loop the other side has the branch, too. */
static bool take_side(struct ghosts *s, unsigned own)
{
	s->own = own;
	s->other = graph_successor(s->g, s->branch, !own);
	memset(s->owns, 0, (size_t)s->g->n * sizeof(bool));
	memset(s->others, 0, (size_t)s->g->n * sizeof(bool));
	graph_reach(s->g, graph_successor(s->g, s->branch, (int)own), s->meet,
		    s->owns);
	if (s->other == s->meet || s->owns[s->branch] ||
	    has_meeting(s->g, s->owns))
		return false;
	reach_other(s);
	return has_meeting(s->g, s->others) &&
	       (!s->others[s->branch] || ends_without(s));
}

static bool find_sides(struct ghosts *s)
{
	s->meet = s->g->ipdom[s->branch];
	return s->meet >= 0 && s->meet < s->g->n &&
	       (take_side(s, 0) || take_side(s, 1));
}

/* --- the blocks ----------------------------------------------------------- */

/* PHI without the values that come from the blocks FROM, COUNT. */
static LLVMValueRef without(struct ghosts *s, LLVMValueRef phi,
			    const LLVMBasicBlockRef *from, int count)
{
	LLVMValueRef new;

	LLVMPositionBuilderBefore(s->build, phi);
	new = LLVMBuildPhi(s->build, LLVMTypeOf(phi), "");
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMBasicBlockRef b = LLVMGetIncomingBlock(phi, k);
		LLVMValueRef v = LLVMGetIncomingValue(phi, k);
		bool gone = false;

		for (int i = 0; i < count; i++)
			gone |= from[i] == b;
		if (!gone)
			LLVMAddIncoming(new, &v, &b, 1);
	}
	LLVMReplaceAllUsesWith(phi, new);
	LLVMInstructionEraseFromParent(phi);
	return new;
}

static LLVMValueRef value_from(LLVMValueRef phi, LLVMBasicBlockRef from)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
		if (LLVMGetIncomingBlock(phi, k) == from)
			return LLVMGetIncomingValue(phi, k);
	return NULL;
}

static LLVMValueRef new_variable(struct ghosts *s, LLVMTypeRef type)
{
	LLVMValueRef v;

	LLVMPositionBuilderBefore(s->build, LLVMGetFirstInstruction(
		LLVMGetEntryBasicBlock(s->function)));
	v = LLVMBuildAlloca(s->build, type, "");
	LLVMBuildStore(s->build, LLVMConstNull(type), v);
	return v;
}

/* A block behind FROM, which went to TO: it makes ghosts, which go to AGAIN. */
static LLVMBasicBlockRef turn(struct ghosts *s, LLVMBasicBlockRef from,
			      LLVMBasicBlockRef to, LLVMBasicBlockRef again)
{
	LLVMBasicBlockRef b = LLVMInsertBasicBlockInContext(s->context, again,
							    "ghost");
	LLVMValueRef t = LLVMGetBasicBlockTerminator(from);

	for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
		if (LLVMGetSuccessor(t, k) == to)
			LLVMSetSuccessor(t, k, b);
	LLVMPositionBuilderAtEnd(s->build, b);
	LLVMBuildStore(s->build, LLVMConstInt(s->word, 1, 0), s->ghost);
	LLVMBuildBr(s->build, again);
	return b;
}

/* Values that meet where the sides do: that of a ghost is the one it had at the
 * end of its own side, one of FROM, from where it went to a block of BY. */
static void keep_values(struct ghosts *s, const LLVMBasicBlockRef *from,
			const LLVMBasicBlockRef *by, int count)
{
	LLVMBasicBlockRef meet = s->g->block[s->meet];
	LLVMValueRef next;

	for (LLVMValueRef phi = LLVMGetFirstInstruction(meet);
	     LLVMIsAPHINode(phi); phi = next) {
		LLVMTypeRef type = LLVMTypeOf(phi);
		LLVMValueRef kept = new_variable(s, type), new, v, c;

		next = LLVMGetNextInstruction(phi);
		for (int i = 0; i < count; i++) {
			LLVMPositionBuilderBefore(
				s->build, LLVMGetBasicBlockTerminator(by[i]));
			LLVMBuildStore(s->build, value_from(phi, from[i]),
				       kept);
		}
		new = without(s, phi, from, count);
		c = LLVMGetFirstInstruction(meet);
		while (LLVMIsAPHINode(c))
			c = LLVMGetNextInstruction(c);
		LLVMPositionBuilderBefore(s->build, c);
		c = LLVMBuildLoad2(s->build, s->word, s->ghost, "");
		c = LLVMBuildICmp(s->build, LLVMIntNE, c,
				  LLVMConstNull(s->word), "");
		v = LLVMBuildLoad2(s->build, type, kept, "");
		v = LLVMBuildSelect(s->build, c, v, new, "");
		LLVMReplaceAllUsesWith(new, v);
		LLVMSetOperand(v, 2, new);
	}
}

/* The values of phis in block TO come from block NEW in place of OLD. */
static void rename_incoming(struct ghosts *s, LLVMBasicBlockRef to,
			    LLVMBasicBlockRef old, LLVMBasicBlockRef new)
{
	LLVMValueRef next;

	for (LLVMValueRef phi = LLVMGetFirstInstruction(to);
	     LLVMIsAPHINode(phi); phi = next) {
		LLVMValueRef v = value_from(phi, old);

		next = LLVMGetNextInstruction(phi);
		phi = without(s, phi, &old, 1);
		LLVMAddIncoming(phi, &v, &new, 1);
	}
}

/* Leads the side without meetings to the other one. */
static void join_sides(struct ghosts *s)
{
	LLVMBasicBlockRef b = s->g->block[s->branch];
	LLVMBasicBlockRef meet = s->g->block[s->meet];
	LLVMBasicBlockRef other = s->g->block[s->other];
	LLVMBasicBlockRef again = LLVMInsertBasicBlockInContext(s->context,
								other, "again");
	LLVMBasicBlockRef *from = map_alloc(s->g->n + 1, sizeof *from);
	LLVMBasicBlockRef *by = map_alloc(s->g->n + 1, sizeof *by);
	int count = 0;

	LLVMSetSuccessor(LLVMGetBasicBlockTerminator(b), !s->own, again);
	rename_incoming(s, other, b, again);
	LLVMPositionBuilderAtEnd(s->build, again);
	LLVMBuildBr(s->build, other);
	for (int k = s->g->in.first[s->meet]; k < s->g->in.first[s->meet + 1];
	     k++)
		if (s->owns[s->g->in.to[k]] || s->g->in.to[k] == s->branch)
			from[count++] = s->g->block[s->g->in.to[k]];
	for (int i = 0; i < count; i++)
		by[i] = turn(s, from[i], meet, again);
	keep_values(s, from, by, count);
	free(from);
	free(by);
}

/* --- what ghosts do ------------------------------------------------------- */

/* Whether P is a variable of the thread, or a known place in it. */
static bool is_own(LLVMValueRef p)
{
	while (LLVMIsAGetElementPtrInst(p)) {
		for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(p); k++)
			if (!LLVMIsAConstantInt(LLVMGetOperand(p, k)))
				return false;
		p = LLVMGetOperand(p, 0);
	}
	return LLVMIsAAllocaInst(p);
}

/* I, if it accesses memory, is at a ghost's own place. What all threads load
 * from one address is there for ghosts, too. */
static void lead_away(struct ghosts *s, LLVMValueRef i)
{
	int operand = address(i);
	LLVMValueRef p, q;

	if (indexes_is_note(i)) {
		LLVMPositionBuilderBefore(s->build, i);
		p = LLVMGetOperand(i, 0);
		q = LLVMConstNull(LLVMTypeOf(p));
		LLVMSetOperand(i, 0, LLVMBuildSelect(s->build, s->is, q, p,
						     ""));
	}
	p = operand < 0 ? NULL : LLVMGetOperand(i, (unsigned)operand);
	if (!p || is_own(p) ||
	    (LLVMIsALoadInst(i) && !map_get(s->divergent, p, 0)))
		return;
	LLVMPositionBuilderBefore(s->build, i);
	q = LLVMBuildPtrToInt(s->build, s->place, s->word, "");
	q = LLVMBuildIntToPtr(s->build, q, LLVMTypeOf(p), "");
	LLVMSetOperand(i, (unsigned)operand,
		       LLVMBuildSelect(s->build, s->is, q, p, ""));
}

/* A divergent branch at the end of block X: ghosts leave the loop. At the
 * branch that makes ghosts they stay on the other side. */
static void lead_out(struct ghosts *s, int x)
{
	LLVMValueRef t = graph_branch(s->g, x), c;
	bool *set = map_alloc(s->g->n, sizeof *set), stays;

	graph_reach(s->g, graph_successor(s->g, x, 0), s->meet, set);
	stays = x == s->branch ? s->own == 0 : set[x];
	memset(set, 0, (size_t)s->g->n * sizeof *set);
	graph_reach(s->g, graph_successor(s->g, x, 0), s->g->ipdom[x], set);
	graph_reach(s->g, graph_successor(s->g, x, 1), s->g->ipdom[x], set);
	if (x == s->branch || !has_meeting(s->g, set)) {
		LLVMPositionBuilderBefore(s->build, t);
		c = LLVMConstInt(LLVMInt1TypeInContext(s->context), !stays, 0);
		LLVMSetCondition(t, LLVMBuildSelect(s->build, s->is, c,
						    LLVMGetCondition(t), ""));
	}
	free(set);
}

static void lead_block(struct ghosts *s, int x)
{
	LLVMValueRef i = LLVMGetFirstInstruction(s->g->block[x]);

	while (LLVMIsAPHINode(i))
		i = LLVMGetNextInstruction(i);
	LLVMPositionBuilderBefore(s->build, i);
	s->is = LLVMBuildLoad2(s->build, s->word, s->ghost, "");
	s->is = LLVMBuildICmp(s->build, LLVMIntNE, s->is,
			      LLVMConstNull(s->word), "");
	for (; i; i = LLVMGetNextInstruction(i))
		lead_away(s, i);
	if (graph_branch(s->g, x) &&
	    map_get(s->divergent, graph_branch(s->g, x), 0))
		lead_out(s, x);
}

/* At the end of where ghosts are, they are themselves again. */
static void end(struct ghosts *s)
{
	LLVMValueRef i = LLVMGetFirstInstruction(s->g->block[s->meet]), last;

	for (last = i; i && !LLVMIsATerminatorInst(i);
	     i = LLVMGetNextInstruction(i))
		if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == s->ghost)
			last = i;
	i = last;
	while (LLVMIsAPHINode(i) || i == last)
		i = LLVMGetNextInstruction(i);
	LLVMPositionBuilderBefore(s->build, i ? i : last);
	LLVMBuildStore(s->build, LLVMConstNull(s->word), s->ghost);
}

/* --- a side that others come to ------------------------------------------ */

/* Copies of the blocks of the own side, and of their values. */
struct copies {
	LLVMBasicBlockRef *block;
	struct map index;       /* by value: its place in value */
	LLVMValueRef *value;
};

/* Whether the own side is short, and its values are for itself, and for phis
 * where the sides meet. */
static bool may_copy(const struct ghosts *s)
{
	int count = 0;

	for (int x = 0; x < s->g->n; x++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->g->block[x]);
		     s->owns[x] && i; i = LLVMGetNextInstruction(i)) {
			LLVMUseRef u = LLVMGetFirstUse(i);

			if (++count > COPIED)
				return false;
			for (; u; u = LLVMGetNextUse(u)) {
				LLVMValueRef by = LLVMGetUser(u);
				int at = map_get(&s->g->number,
						 LLVMGetInstructionParent(by),
						 -1);

				if (at < 0 || (!s->owns[at] &&
					       (at != s->meet ||
						!LLVMIsAPHINode(by))))
					return false;
			}
		}
	return true;
}

static LLVMValueRef copied(const struct copies *c, LLVMValueRef v)
{
	int at = map_get(&c->index, v, -1);

	return at < 0 ? v : c->value[at];
}

static void copy_block(struct ghosts *s, struct copies *c, int x)
{
	LLVMPositionBuilderAtEnd(s->build, c->block[x]);
	for EACH_INSTRUCTION(i, s->g->block[x]) {
		int at = c->index.count;
		LLVMValueRef new;

		if (LLVMIsAPHINode(i)) {
			new = LLVMBuildPhi(s->build, LLVMTypeOf(i), "");
		} else {
			new = LLVMInstructionClone(i);
			LLVMInsertIntoBuilder(s->build, new);
		}
		map_set(&c->index, i, at);
		c->value = map_grow(c->value, at + 1, sizeof *c->value);
		c->value[at] = new;
	}
}

/* The copy NEW of phi I has what came from the side and from the branch. */
static void fill_phi(const struct ghosts *s, const struct copies *c,
		     LLVMValueRef i, LLVMValueRef new)
{
	for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(i, k);
		LLVMValueRef v = copied(c, LLVMGetIncomingValue(i, k));
		int at = map_get(&s->g->number, from, -1);

		if (at != s->branch && (at < 0 || !s->owns[at]))
			continue;
		from = at == s->branch ? from : c->block[at];
		LLVMAddIncoming(new, &v, &from, 1);
	}
}

static void fill_copy(const struct ghosts *s, const struct copies *c,
		      LLVMValueRef i)
{
	LLVMValueRef new = copied(c, i);

	if (LLVMIsAPHINode(i)) {
		fill_phi(s, c, i, new);
		return;
	}
	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
		if (!LLVMValueIsBasicBlock(LLVMGetOperand(i, k)))
			LLVMSetOperand(new, k,
				       copied(c, LLVMGetOperand(i, k)));
	for (unsigned k = 0; LLVMIsATerminatorInst(i) &&
	     k < LLVMGetNumSuccessors(i); k++) {
		int to = map_get(&s->g->number, LLVMGetSuccessor(i, k), -1);

		if (to >= 0 && s->owns[to])
			LLVMSetSuccessor(new, k, c->block[to]);
	}
}

/* Phis where the sides meet have the values of copies, too. */
static void meet_copies(const struct ghosts *s, const struct copies *c)
{
	for EACH_INSTRUCTION(i, s->g->block[s->meet]) {
		unsigned n = LLVMIsAPHINode(i) ? LLVMCountIncoming(i) : 0;

		for (unsigned k = 0; k < n; k++) {
			LLVMValueRef v = copied(c, LLVMGetIncomingValue(i, k));
			int at = map_get(&s->g->number,
					 LLVMGetIncomingBlock(i, k), -1);

			if (at >= 0 && s->owns[at])
				LLVMAddIncoming(i, &v, &c->block[at], 1);
		}
	}
}

/* Gives the branch a side of its own in place of one that others come to. */
static void copy_side(struct ghosts *s)
{
	LLVMBasicBlockRef b = s->g->block[s->branch];
	int first = graph_successor(s->g, s->branch, (int)s->own);
	struct copies c = { 0 };
	LLVMValueRef next;

	c.block = map_alloc(s->g->n, sizeof *c.block);
	for (int x = 0; x < s->g->n; x++)
		if (s->owns[x]) {
			c.block[x] = LLVMInsertBasicBlockInContext(
				s->context, s->g->block[x], "own");
			copy_block(s, &c, x);
		}
	for (int x = 0; x < s->g->n; x++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->g->block[x]);
		     s->owns[x] && i; i = LLVMGetNextInstruction(i))
			fill_copy(s, &c, i);
	meet_copies(s, &c);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(s->g->block[first]);
	     LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		without(s, phi, &b, 1);
	}
	LLVMSetSuccessor(LLVMGetBasicBlockTerminator(b), s->own,
			 c.block[first]);
	map_free(&c.index);
	free(c.value);
	free(c.block);
}

static void make(struct ghosts *s)
{
	s->place = new_variable(s, LLVMArrayType2(s->word, PLACE / 4));
	LLVMSetAlignment(s->place, PLACE);
	s->ghost = new_variable(s, s->word);
	for (int x = 0; x < s->g->n; x++)
		if (s->others[x])
			lead_block(s, x);
	join_sides(s);
	end(s);
}

bool ghosts_make(const struct graph *g, const struct map *divergent, int b)
{
	LLVMValueRef f = LLVMGetBasicBlockParent(g->block[b]);
	struct ghosts s = { .g = g, .divergent = divergent, .branch = b,
			    .function = f };
	bool good;

	s.context = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	s.word = LLVMInt32TypeInContext(s.context);
	s.owns = map_alloc(g->n, sizeof(bool));
	s.others = map_alloc(g->n, sizeof(bool));
	s.build = LLVMCreateBuilderInContext(s.context);
	good = find_sides(&s) && are_harmless(&s) &&
	       (is_alone(&s) || may_copy(&s));
	if (good && is_alone(&s))
		make(&s);
	else if (good)
		copy_side(&s);
	LLVMDisposeBuilder(s.build);
	free(s.owns);
	free(s.others);
	return good;
}
