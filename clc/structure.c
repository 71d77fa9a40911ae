/* structure.c - split and join around divergent branches
 * SPDX-License-Identifier: Apache-2.0
 *
 * Innermost branches first; with each the graph is made anew, what is divergent
 * is found once. A branch has one of three shapes:
 *
 * An if: its region, the blocks between it and its immediate post-dominator,
 * is entered by it alone. A split before it takes its condition, and the edges
 * from the region to the post-dominator go through a block with a join.
 *
 * A loop: the branch is the only latch and the only exit, and there is one
 * entry. Before it stands a split that all pass; a turn ends in a block "meet"
 * (join, then split by who stays); threads that have left go from there to
 * "left" and back, until all have, and then through "out" with the last join.
 * The values that leave the loop, or enter a turn, get a phi in meet that
 * holds them while a thread waits.
 *
 * Anything else LLVM must structurize first.
 *
 * Preconditions: as of cfg.c and uniform.c, and loop-simplify. The result of
 * split is tied to the branch, so that nothing decides it anew; asm is
 * convergent, so that no join is copied for one of the sides.
 */
#include "clc/clc.h"

#include <llvm-c/Analysis.h>
#include <stdlib.h>
#include <string.h>

enum shape { NONE, IF, LOOP, UNSTRUCTURED };

struct scene {
	LLVMValueRef function;
	LLVMContextRef context;
	LLVMTypeRef word;
	LLVMBuilderRef build;
	struct graph *g;
	struct map divergent, done, refused;
};

static LLVMValueRef build_asm(struct scene *s, const char *text,
			      const char *constraints, LLVMValueRef arg,
			      bool result)
{
	static const char *const attributes[] = { "convergent", "noduplicate",
						  "nounwind" };
	LLVMTypeRef type = LLVMFunctionType(
		result ? s->word : LLVMVoidTypeInContext(s->context), &s->word,
		arg != NULL, 0);
	LLVMValueRef a = LLVMGetInlineAsm(type, text, strlen(text),
					  constraints, strlen(constraints), 1,
					  0, LLVMInlineAsmDialectATT, 0);
	LLVMValueRef c = LLVMBuildCall2(s->build, type, a, &arg, arg != NULL,
					"");

	for (int i = 0; i < 3; i++) {
		unsigned kind = LLVMGetEnumAttributeKindForName(
			attributes[i], strlen(attributes[i]));

		LLVMAddCallSiteAttribute(
			c, ON_FUNCTION,
			LLVMCreateEnumAttribute(s->context, kind, 0));
	}
	return c;
}

static LLVMValueRef not_zero(struct scene *s, LLVMValueRef v)
{
	return LLVMBuildICmp(s->build, LLVMIntNE, v,
			     LLVMConstInt(s->word, 0, 0), "");
}

static const struct loop *loop_at(const struct graph *g, int header)
{
	for (int i = 0; i < g->loops; i++)
		if (g->loop[i].header == header)
			return &g->loop[i];
	return NULL;
}

static bool is_divergent(struct scene *s, int b)
{
	LLVMValueRef t = graph_branch(s->g, b);

	return t && map_get(&s->divergent, t, 0) && !map_get(&s->done, t, 0);
}

static int predecessors(const struct graph *g, int b)
{
	return g->in.first[b + 1] - g->in.first[b];
}

/* The shape of the branch at B, and its blocks without B, or with it: loops. */
static enum shape shape_of(struct scene *s, int b, bool *region)
{
	const struct graph *g = s->g;
	int meet = g->ipdom[b];

	memset(region, 0, (size_t)g->n);
	if (!is_divergent(s, b))
		return NONE;
	for (int k = 0; k < 2; k++) {
		int h = graph_successor(g, b, k), e = graph_successor(g, b, !k);
		const struct loop *l =
			graph_dominates(g, h, b) ? loop_at(g, h) : NULL;

		if (!l)
			continue;
		memcpy(region, l->in, (size_t)g->n);
		return l->latches == 1 && l->entries == 1 && l->exits == 1 &&
				       !l->in[e] && predecessors(g, e) == 1
			       ? LOOP
			       : UNSTRUCTURED;
	}
	if (meet < 0 || meet >= g->n)
		return UNSTRUCTURED;
	graph_reach(g, graph_successor(g, b, 0), meet, region);
	graph_reach(g, graph_successor(g, b, 1), meet, region);
	if (region[b])
		return UNSTRUCTURED;
	for (int x = 0; x < g->n; x++)
		if (region[x] && !graph_dominates(g, b, x))
			return UNSTRUCTURED;
	return IF;
}

static void keep_mark(struct scene *s, LLVMValueRef from, LLVMValueRef to)
{
	if (map_get(&s->divergent, from, 0))
		map_set(&s->divergent, to, 1);
}

/* PHI is gone, NEW stands for it. */
static void replace(struct scene *s, LLVMValueRef phi, LLVMValueRef new)
{
	keep_mark(s, phi, new);
	map_set(&s->divergent, phi, 0);
	LLVMReplaceAllUsesWith(phi, new);
	LLVMInstructionEraseFromParent(phi);
}

static void at_begin(struct scene *s, LLVMBasicBlockRef b)
{
	LLVMValueRef i = LLVMGetFirstInstruction(b);

	if (i)
		LLVMPositionBuilderBefore(s->build, i);
	else
		LLVMPositionBuilderAtEnd(s->build, b);
}

static LLVMBasicBlockRef new_block(struct scene *s, int before,
				   const char *name)
{
	return LLVMInsertBasicBlockInContext(s->context, s->g->block[before],
					     name);
}

/* The edges from the blocks FROM to block TO go through VIA. */
static void reroute(struct scene *s, const bool *from, int to,
		    LLVMBasicBlockRef via)
{
	const struct graph *g = s->g;
	LLVMValueRef p, next;

	for (p = LLVMGetFirstInstruction(g->block[to]);
	     p && LLVMIsAPHINode(p); p = next) {
		LLVMValueRef here, there;

		next = LLVMGetNextInstruction(p);
		LLVMPositionBuilderBefore(s->build, p);
		here = LLVMBuildPhi(s->build, LLVMTypeOf(p), "");
		at_begin(s, via);
		there = LLVMBuildPhi(s->build, LLVMTypeOf(p), "");
		for (unsigned k = 0; k < LLVMCountIncoming(p); k++) {
			LLVMValueRef v = LLVMGetIncomingValue(p, k);
			LLVMBasicBlockRef b = LLVMGetIncomingBlock(p, k);
			bool moved = from[map_get(&g->number, b, 0)];

			LLVMAddIncoming(moved ? there : here, &v, &b, 1);
		}
		LLVMAddIncoming(here, &there, &via, 1);
		keep_mark(s, p, there);
		replace(s, p, here);
	}
	for (int x = 0; x < g->n; x++)
		for (int k = g->out.first[x];
		     from[x] && k < g->out.first[x + 1]; k++)
			if (g->out.to[k] == to)
				LLVMSetSuccessor(
					LLVMGetBasicBlockTerminator(
						g->block[x]),
					(unsigned)(k - g->out.first[x]), via);
}

static void make_if(struct scene *s, int b, const bool *region)
{
	LLVMValueRef t = graph_branch(s->g, b), c = LLVMGetCondition(t), side;
	int meet = s->g->ipdom[b];
	LLVMBasicBlockRef join = new_block(s, meet, "join");
	bool *from = map_alloc(s->g->n, sizeof(bool));

	LLVMPositionBuilderBefore(s->build, t);
	side = build_asm(s, STRUCTURE_SPLIT, "=r,0,~{memory}",
			 LLVMBuildZExt(s->build, c, s->word, ""), true);
	LLVMSetCondition(t, not_zero(s, side));
	map_set(&s->done, t, 1);
	memcpy(from, region, (size_t)s->g->n);
	from[b] = true;
	reroute(s, from, meet, join);
	LLVMPositionBuilderAtEnd(s->build, join);
	build_asm(s, STRUCTURE_JOIN, "~{memory}", NULL, false);
	LLVMBuildBr(s->build, s->g->block[meet]);
	free(from);
}

/* A loop that threads leave one by one: its latch, and the blocks behind it. */
struct turn {
	LLVMBasicBlockRef latch, meet, left, out;
	/* The phis of meet that keep values of the latch: by value, their index
	 * in list. */
	struct map index;
	LLVMValueRef *list;
	int count;
};

/* The value V of the latch in block meet, kept while a thread waits in left. */
static LLVMValueRef keep(struct scene *s, struct turn *turn, LLVMValueRef v)
{
	int at = map_get(&turn->index, v, -1);
	LLVMValueRef m;

	if (LLVMIsConstant(v))
		return v;
	if (at >= 0)
		return turn->list[at];
	at_begin(s, turn->meet);
	m = LLVMBuildPhi(s->build, LLVMTypeOf(v), "keep");
	LLVMAddIncoming(m, &v, &turn->latch, 1);
	LLVMAddIncoming(m, &m, &turn->left, 1);
	keep_mark(s, v, m);
	map_set(&turn->index, v, turn->count);
	turn->list = map_grow(turn->list, turn->count + 1, sizeof m);
	turn->list[turn->count++] = m;
	return m;
}

/* The phis of block TO take from VIA, by way of meet, what came from the
 * latch. */
static void turn_phis(struct scene *s, struct turn *turn, LLVMBasicBlockRef to,
		      LLVMBasicBlockRef via)
{
	LLVMValueRef p, next;

	for (p = LLVMGetFirstInstruction(to); p && LLVMIsAPHINode(p);
	     p = next) {
		LLVMValueRef new;
		int at;

		next = LLVMGetNextInstruction(p);
		LLVMPositionBuilderBefore(s->build, p);
		new = LLVMBuildPhi(s->build, LLVMTypeOf(p), "");
		for (unsigned k = 0; k < LLVMCountIncoming(p); k++) {
			LLVMValueRef v = LLVMGetIncomingValue(p, k);
			LLVMBasicBlockRef b = LLVMGetIncomingBlock(p, k);

			if (b == turn->latch) {
				v = keep(s, turn, v);
				b = via;
			}
			LLVMAddIncoming(new, &v, &b, 1);
		}
		/* A phi of the header may be what another one gets. */
		at = map_get(&turn->index, p, -1);
		if (at >= 0)
			map_set(&turn->index, new, at);
		map_set(&turn->index, p, -1);
		replace(s, p, new);
	}
}

/* Before the loop with header H and latch B: the split that all pass. The
 * result is the mask of those that enter. */
static LLVMValueRef enter_loop(struct scene *s, int h, int b)
{
	const struct graph *g = s->g;
	LLVMValueRef all;
	int before = -1;

	for (int i = g->in.first[h]; i < g->in.first[h + 1]; i++)
		if (g->in.to[i] != b)
			before = g->in.to[i];
	LLVMPositionBuilderBefore(
		s->build, LLVMGetBasicBlockTerminator(g->block[before]));
	all = build_asm(s, STRUCTURE_TMASK, "=r", NULL, true);
	build_asm(s, STRUCTURE_SPLIT, "r,~{memory}",
		  LLVMConstInt(s->word, 1, 0), false);
	return all;
}

/* Block meet: a join, and a split by who stays, to HEADER or to left. STAYING
 * is its phi that says who. */
static void end_turn(struct scene *s, struct turn *turn, LLVMValueRef staying,
		     LLVMBasicBlockRef header)
{
	LLVMValueRef side, branch;

	LLVMPositionBuilderAtEnd(s->build, turn->meet);
	side = build_asm(s, STRUCTURE_TURN,
			 "=r,0,~{memory}", staying, true);
	branch = LLVMBuildCondBr(s->build, not_zero(s, side), header,
				 turn->left);
	map_set(&s->done, branch, 1);
	LLVMAddIncoming(staying, &side, &turn->left, 1);
}

/* Block left: back to meet until all threads of the mask ALL are here. Block
 * out: the last join, on the way to END. */
static void leave_loop(struct scene *s, const struct turn *turn,
		       LLVMValueRef all, LLVMBasicBlockRef end)
{
	LLVMValueRef now, branch;

	LLVMPositionBuilderAtEnd(s->build, turn->left);
	now = build_asm(s, STRUCTURE_TMASK, "=r,~{memory}", NULL, true);
	branch = LLVMBuildCondBr(
		s->build, LLVMBuildICmp(s->build, LLVMIntNE, now, all, ""),
		turn->meet, turn->out);
	map_set(&s->done, branch, 1);
	LLVMPositionBuilderAtEnd(s->build, turn->out);
	build_asm(s, STRUCTURE_JOIN, "~{memory}", NULL, false);
	LLVMBuildBr(s->build, end);
}

/* Which successor of latch B is the header of its loop. */
static int way_back(const struct graph *g, int b)
{
	int h = graph_successor(g, b, 0);

	return loop_at(g, h) && graph_dominates(g, h, b) ? 0 : 1;
}

static void make_loop(struct scene *s, int b)
{
	const struct graph *g = s->g;
	LLVMValueRef t = graph_branch(g, b), c = LLVMGetCondition(t);
	int k = way_back(g, b), h = graph_successor(g, b, k);
	int e = graph_successor(g, b, !k);
	struct turn turn = { g->block[b], new_block(s, e, "meet"),
			     new_block(s, e, "left"), new_block(s, e, "out"),
			     { 0 }, NULL, 0 };
	LLVMValueRef all = enter_loop(s, h, b), stay, staying;

	LLVMPositionBuilderBefore(s->build, t);
	if (k != 0)
		c = LLVMBuildNot(s->build, c, "");
	stay = LLVMBuildZExt(s->build, c, s->word, "stay");
	LLVMBuildBr(s->build, turn.meet);
	LLVMPositionBuilderAtEnd(s->build, turn.meet);
	staying = LLVMBuildPhi(s->build, s->word, "staying");
	LLVMAddIncoming(staying, &stay, &turn.latch, 1);
	turn_phis(s, &turn, g->block[h], turn.meet);
	turn_phis(s, &turn, g->block[e], turn.out);
	end_turn(s, &turn, staying, g->block[h]);
	leave_loop(s, &turn, all, g->block[e]);
	map_set(&s->divergent, t, 0);
	LLVMInstructionEraseFromParent(t);
	map_free(&turn.index);
	free(turn.list);
}

/* Refuses what all threads of a software warp have to do together and blocks
 * of REGION have: the branch at the end of block B parts the threads. */
static void check_region(struct scene *s, int b, const bool *region)
{
	unsigned line = report_line(graph_branch(s->g, b));

	for (int x = 0; x < s->g->n; x++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->g->block[x]);
		     region[x] && i; i = LLVMGetNextInstruction(i)) {
			if (!check_is_meeting(i) || map_get(&s->refused, i, 0))
				continue;
			map_set(&s->refused, i, 1);
			report_refused(i, "%s where not all threads of a warp "
				       "may be: they may disagree on the "
				       "condition in line %u; if they never "
				       "do, ww_same(CONDITION) says so",
				       check_meeting_name(i), line);
		}
}

/* The first instruction of B that does more than to end an array's life. */
static LLVMValueRef first_deed(LLVMBasicBlockRef b)
{
	LLVMValueRef i = LLVMGetFirstInstruction(b);

	while (i && (LLVMIsAPHINode(i) ||
		     (LLVMIsACallInst(i) &&
		      module_starts(module_callee(i), "llvm.lifetime."))))
		i = LLVMGetNextInstruction(i);
	return i;
}

/* Whether from block B on there is nothing but the end of the function. */
static bool is_end(struct scene *s, int b)
{
	for (int blocks = 0; b >= 0 && b < s->g->n && blocks < s->g->n;
	     blocks++) {
		LLVMValueRef i = first_deed(s->g->block[b]);

		if (!i || !LLVMIsABranchInst(i) || LLVMIsConditional(i))
			return i && LLVMIsAReturnInst(i);
		b = graph_successor(s->g, b, 0);
	}
	return false;
}

/* How many meetings side K of the branch at B has in front of block MEET, or -1
 * if not all are barriers of a block. */
static int count_meetings(struct scene *s, int b, int k, int meet)
{
	bool *side = map_alloc(s->g->n, sizeof(bool));
	int count = 0;

	graph_reach(s->g, graph_successor(s->g, b, k), meet, side);
	for (int x = 0; x < s->g->n; x++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->g->block[x]);
		     side[x] && i; i = LLVMGetNextInstruction(i))
			if (check_is_meeting(i))
				count = count < 0 || !check_is_block_barrier(i)
					? -1 : count + 1;
	free(side);
	return count;
}

/* Whether the branch at B parts threads of a kernel that end from others that
 * still come to barriers of the block: those do not wait for threads that have
 * ended. */
static bool ends_threads(struct scene *s, int b)
{
	int meet = s->g->ipdom[b], first, second;

	if (!is_end(s, meet))
		return false;
	first = count_meetings(s, b, 0, meet);
	second = count_meetings(s, b, 1, meet);
	return first >= 0 && second >= 0 && (!first || !second);
}

/* Refuses calls that all threads make as one, though they may disagree: on the
 * function, or on a length for which the back end calls memcpy or memset. */
static void check_calls(struct scene *s)
{
	for EACH_BLOCK(b, s->function)
		for EACH_INSTRUCTION(i, b) {
			if (!LLVMIsACallInst(i))
				continue;
			if (map_get(&s->divergent, LLVMGetCalledValue(i), 0))
				report_refused(
					i, "a call by a pointer that threads "
					"of a warp may disagree on: write a "
					"switch with calls by name");
			if (module_starts(module_callee(i), "llvm.mem") &&
			    map_get(&s->divergent, LLVMGetOperand(i, 2), 0))
				report_refused(
					i, "a length that threads of a warp "
					"may disagree on: write memcpy, memset "
					"instead of the builtin function");
		}
}

/* The block of a divergent branch whose region has no other one in it, or -1.
 * Counts into *UNSTRUCTURED the branches that have no shape. */
static int innermost(struct scene *s, bool *region, enum shape *shape,
		     int *unstructured)
{
	for (int b = 0; b < s->g->n; b++) {
		bool inner = true;

		*shape = shape_of(s, b, region);
		if (*shape == NONE)
			continue;
		if (*shape == UNSTRUCTURED) {
			++*unstructured;
			continue;
		}
		for (int x = 0; x < s->g->n && inner; x++)
			inner = x == b || !region[x] || !is_divergent(s, x);
		if (inner)
			return b;
	}
	return -1;
}

static void open_scene(struct scene *s, LLVMValueRef function)
{
	*s = (struct scene){ .function = function };
	s->context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	s->word = LLVMInt32TypeInContext(s->context);
	s->build = LLVMCreateBuilderInContext(s->context);
	s->g = graph_new(function);
	uniform_find(s->g, function, &s->divergent);
}

static void close_scene(struct scene *s)
{
	graph_free(s->g);
	map_free(&s->divergent);
	map_free(&s->done);
	map_free(&s->refused);
	LLVMDisposeBuilder(s->build);
}

/* The first thing in REGION that all threads have to do together, or NULL. */
static LLVMValueRef find_meeting(struct scene *s, const bool *region)
{
	for (int x = 0; x < s->g->n; x++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(s->g->block[x]);
		     region[x] && i; i = LLVMGetNextInstruction(i))
			if (check_is_meeting(i))
				return i;
	return NULL;
}

/* The condition of branch T is from now on one that threads share. */
static void agree_on(struct scene *s, LLVMValueRef t)
{
	static const char text[] = STRUCTURE_SAME, constraints[] = "=r,0";
	LLVMTypeRef type = LLVMFunctionType(s->word, &s->word, 1, 0);
	LLVMValueRef c;

	LLVMPositionBuilderBefore(s->build, t);
	c = LLVMBuildZExt(s->build, LLVMGetCondition(t), s->word, "");
	c = LLVMBuildCall2(s->build, type, LLVMGetInlineAsm(
		type, text, sizeof text - 1, constraints,
		sizeof constraints - 1, 1, 0, LLVMInlineAsmDialectATT, 0), &c,
		1, "");
	LLVMSetCondition(t, not_zero(s, c));
}

/* The first thing behind the divergent branch at block B that all threads have
 * to do together and may miss; else NULL. ENDS: also if they end then. */
static LLVMValueRef find_parted(struct scene *s, int b, bool ends,
				enum shape *shape)
{
	bool *region = map_alloc(s->g->n, sizeof(bool));
	LLVMValueRef meeting = NULL;

	*shape = shape_of(s, b, region);
	if (*shape != NONE && (ends || *shape != IF || !ends_threads(s, b)))
		meeting = find_meeting(s, region);
	free(region);
	return meeting;
}

/* Makes ghosts of threads at the first branch where that can be. Returns
 * whether there was one. */
static bool lead_first(struct scene *s, bool ends)
{
	enum shape shape;

	for (int b = 0; b < s->g->n; b++)
		if (find_parted(s, b, ends, &shape) && shape != LOOP &&
		    ghosts_make(s->g, &s->divergent, b))
			return true;
	return false;
}

/* The same. Where other threads are parted, those that end become ghosts, too:
 * so the others meet in front of the end. */
static bool lead_once(struct scene *s)
{
	enum shape shape;

	if (lead_first(s, false))
		return true;
	for (int b = 0; b < s->g->n; b++)
		if (find_parted(s, b, false, &shape) && shape != LOOP)
			return lead_first(s, true);
	return false;
}

/* Lets threads agree on the first branch that parts them before a barrier.
 * Returns whether there was one. */
static bool agree_once(struct scene *s)
{
	LLVMValueRef meeting = NULL, t;
	enum shape shape;

	for (int b = 0; b < s->g->n && !meeting; b++) {
		meeting = find_parted(s, b, false, &shape);
		if (!meeting)
			continue;
		t = graph_branch(s->g, b);
		report_warned(meeting, leaving_is_folded(s->function) ?
			      "%s behind the condition in line %u, on which "
			      "threads may disagree; in a block of more "
			      "threads than a core has that fails" :
			      "%s behind the condition in line %u, "
			      "which is taken to be the same for all items, as "
			      "OpenCL says; a run where they disagree fails",
			      check_meeting_name(meeting), report_line(t));
		agree_on(s, t);
	}
	return meeting != NULL;
}

bool structure_leaves(LLVMValueRef function)
{
	struct scene s;
	bool *region, found = false;

	open_scene(&s, function);
	region = map_alloc(s.g->n, sizeof(bool));
	for (int b = 0; b < s.g->n && !found; b++)
		found = shape_of(&s, b, region) == IF &&
			find_meeting(&s, region) && ends_threads(&s, b);
	free(region);
	close_scene(&s);
	return found;
}

bool structure_agree(LLVMValueRef function, bool may)
{
	bool more, ghosts = false;
	struct scene s;

	do {
		open_scene(&s, function);
		more = may && lead_once(&s);
		ghosts |= more;
		more = more || agree_once(&s);
		close_scene(&s);
	} while (more);
	return ghosts;
}

static struct shapes count_shapes(struct scene *s, bool check)
{
	bool *region = map_alloc(s->g->n, sizeof(bool));
	struct shapes found = { 0 };

	for (int b = 0; b < s->g->n; b++) {
		enum shape shape = shape_of(s, b, region);

		found.branches += graph_branch(s->g, b) != NULL;
		found.divergent += shape != NONE;
		found.loops += shape == LOOP;
		found.unstructured += shape == UNSTRUCTURED;
		if (shape != NONE && check &&
		    !(shape == IF && ends_threads(s, b)))
			check_region(s, b, region);
	}
	free(region);
	return found;
}

struct shapes structure_count(LLVMValueRef function)
{
	struct shapes found;
	struct scene s;

	open_scene(&s, function);
	check_calls(&s);
	found = count_shapes(&s, true);
	close_scene(&s);
	return found;
}

struct shapes structure_divide(LLVMValueRef function)
{
	struct shapes found;
	struct scene s;
	int b = 0;

	open_scene(&s, function);
	found = count_shapes(&s, false);
	while (b >= 0) {
		bool *region = map_alloc(s.g->n, sizeof(bool));
		enum shape shape;

		found.unstructured = 0;
		b = innermost(&s, region, &shape, &found.unstructured);
		if (b >= 0 && shape == IF)
			make_if(&s, b, region);
		else if (b >= 0)
			make_loop(&s, b);
		free(region);
		graph_free(s.g);
		s.g = graph_new(function);
	}
	close_scene(&s);
	return found;
}
