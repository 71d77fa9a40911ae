/* batch.c - a short loop makes four turns at once while all threads stay
 * SPDX-License-Identifier: Apache-2.0
 *
 * A loop of one block counts up to a bound that all threads share, as i += all
 * up to n does. It gets a copy of four turns in front of it:
 *
 *     test:  all active threads have four turns left? to four, else to rest
 *     four:  four turns; back to test
 *     rest:  threads that have turns left go to the loop, the others behind it
 *
 * So threads leave the loop one by one in its last turns at most, which alone
 * need split and join. In block four loads are issued before the first result
 * is waited for. The vote in test is a split: it parts the threads that have
 * four turns left from the others, if there are others, and a thread on its
 * first side sees whether all are there. In some loops the loads of block four
 * are those for its next time (ahead.c).
 *
 * Preconditions: as of uniform.c, and loop-simplify. The result needs
 * loop-simplify and lcssa again.
 */
#include "clc/batch.h"
#include "clc/clc.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 20 };
/* A step below this is positive, and its multiples do not wrap around. */
enum { STEP_LIMIT = 1 << 28 };

bool batch_in_body(const struct batch *b, LLVMValueRef v)
{
	return LLVMIsAInstruction(v) && LLVMGetInstructionParent(v) == b->body;
}

bool batch_is_pure(LLVMValueRef i)
{
	static const char *const names[] = {
		"llvm.abs.", "llvm.ctlz.", "llvm.ctpop.", "llvm.cttz.",
		"llvm.fabs.", "llvm.fma.", "llvm.fmuladd.", "llvm.fshl.",
		"llvm.fshr.", "llvm.maxnum.", "llvm.minnum.", "llvm.smax.",
		"llvm.smin.", "llvm.sqrt.", "llvm.umax.", "llvm.umin."
	};

	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (module_starts(module_callee(i), names[k]))
			return true;
	return false;
}

static bool is_plain_memory(LLVMValueRef i)
{
	return !LLVMGetVolatile(i) &&
	       LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

/* Whether the body is short, and may be there more than once. */
static bool is_short(const struct batch *b)
{
	int count = 0, loads = 0;

	for EACH_INSTRUCTION(i, b->body)
		switch (LLVMGetInstructionOpcode(i)) {
		case LLVMPHI:
			break;
		case LLVMCall:
			if (!batch_is_pure(i))
				return false;
			count++;
			break;
		case LLVMLoad:
			loads++;
			/* fallthrough */
		case LLVMStore:
			if (!is_plain_memory(i))
				return false;
			count++;
			break;
		case LLVMAtomicCmpXchg:
		case LLVMFence:
		case LLVMAlloca:
			return false;
		default:
			count++;
		}
	return loads && loads <= LOADS && count <= LONGEST;
}

static bool is_word(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(t) == 32;
}

static LLVMIntPredicate opposite(LLVMIntPredicate p)
{
	switch (p) {
	case LLVMIntUGE: return LLVMIntULT;
	case LLVMIntUGT: return LLVMIntULE;
	case LLVMIntSGE: return LLVMIntSLT;
	case LLVMIntSGT: return LLVMIntSLE;
	case LLVMIntULT: return LLVMIntUGE;
	case LLVMIntULE: return LLVMIntUGT;
	case LLVMIntSLT: return LLVMIntSGE;
	case LLVMIntSLE: return LLVMIntSGT;
	case LLVMIntEQ: return LLVMIntNE;
	case LLVMIntNE: return LLVMIntEQ;
	}
	return p;
}

/* The predicate of the operands in the other order. */
static LLVMIntPredicate turned(LLVMIntPredicate p)
{
	switch (p) {
	case LLVMIntUGT: return LLVMIntULT;
	case LLVMIntUGE: return LLVMIntULE;
	case LLVMIntSGT: return LLVMIntSLT;
	case LLVMIntSGE: return LLVMIntSLE;
	case LLVMIntULT: return LLVMIntUGT;
	case LLVMIntULE: return LLVMIntUGE;
	case LLVMIntSLT: return LLVMIntSGT;
	case LLVMIntSLE: return LLVMIntSGE;
	case LLVMIntEQ:
	case LLVMIntNE:
		break;
	}
	return p;
}

static bool is_one(LLVMValueRef v)
{
	return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == 1;
}

/* What P, a phi of the body, is in the next turn. */
static LLVMValueRef next_of(const struct batch *b, LLVMValueRef p)
{
	return LLVMGetIncomingValue(p, LLVMGetIncomingBlock(p, 0) != b->body);
}

/* Whether NEXT is a counter plus a step that stays the same. */
static bool find_counter(struct batch *b, LLVMValueRef next)
{
	if (!batch_in_body(b, next) ||
	    LLVMGetInstructionOpcode(next) != LLVMAdd)
		return false;
	for (unsigned k = 0; k < 2; k++) {
		b->counter = LLVMGetOperand(next, k);
		b->step = LLVMGetOperand(next, 1 - k);
		if (batch_in_body(b, b->counter) &&
		    LLVMIsAPHINode(b->counter) &&
		    next_of(b, b->counter) == next &&
		    !batch_in_body(b, b->step))
			return true;
	}
	return false;
}

/* Whether the branch compares a counter with a bound that stays the same. */
static bool find_bound(struct batch *b)
{
	LLVMIntPredicate p;

	b->compare = LLVMGetCondition(b->branch);
	if (!LLVMIsAICmpInst(b->compare) || !batch_in_body(b, b->compare) ||
	    !is_word(LLVMGetOperand(b->compare, 0)))
		return false;
	p = LLVMGetICmpPredicate(b->compare);
	if (LLVMGetSuccessor(b->branch, 0) != b->body)
		p = opposite(p);
	for (unsigned k = 0; k < 2; k++, p = turned(p)) {
		b->bound = LLVMGetOperand(b->compare, 1 - k);
		if (batch_in_body(b, b->bound) ||
		    !find_counter(b, LLVMGetOperand(b->compare, k)))
			continue;
		b->stays = p;
		return p == LLVMIntULT || p == LLVMIntULE || p == LLVMIntSLT ||
		       p == LLVMIntSLE || (p == LLVMIntNE && is_one(b->step));
	}
	return false;
}

/* Whether block X of G is a loop for this. */
static bool find_loop(struct batch *b, const struct graph *g, int x)
{
	int e;

	b->branch = graph_branch(g, x);
	b->body = g->block[x];
	b->before = b->behind = NULL;
	if (!b->branch || g->in.first[x + 1] - g->in.first[x] != 2)
		return false;
	for (unsigned k = 0; k < 2; k++) {
		LLVMBasicBlockRef to = LLVMGetSuccessor(b->branch, k);
		int from = g->in.to[g->in.first[x] + (int)k];

		if (to != b->body)
			b->behind = to;
		if (from != x)
			b->before = g->block[from];
	}
	if (!b->before || !b->behind ||
	    (LLVMGetSuccessor(b->branch, 0) != b->body &&
	     LLVMGetSuccessor(b->branch, 1) != b->body))
		return false;
	e = map_get(&g->number, b->behind, 0);
	return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(b->before)) ==
		       1 && g->in.first[e + 1] - g->in.first[e] == 1 &&
	       is_short(b) && find_bound(b);
}

static LLVMValueRef now(const struct batch *b, LLVMValueRef v)
{
	int at = map_get(&b->index, v, -1);

	return at < 0 ? v : b->now[at];
}

static void set_now(struct batch *b, LLVMValueRef v, LLVMValueRef is)
{
	int at = map_get(&b->index, v, -1);

	if (at < 0) {
		at = b->index.count;
		map_set(&b->index, v, at);
		b->now = map_grow(b->now, at + 1, sizeof *b->now);
	}
	b->now[at] = is;
}

/* Copies the instructions of the body to the end of the block four. */
static void copy_turn(struct batch *b, int turn)
{
	LLVMValueRef *next;
	int count = 0;

	for EACH_INSTRUCTION(i, b->body) {
		LLVMValueRef new;

		if (LLVMIsAPHINode(i) || i == b->branch)
			continue;
		new = ahead_value(b, i, turn);
		if (new) {
			set_now(b, i, new);
			continue;
		}
		new = LLVMInstructionClone(i);
		LLVMInsertIntoBuilder(b->build, new);
		for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
			LLVMSetOperand(new, k, now(b, LLVMGetOperand(i, k)));
		set_now(b, i, new);
	}
	/* All phis at once: one may be what another one gets. */
	next = map_alloc(LONGEST + b->index.count, sizeof *next);
	for EACH_INSTRUCTION(i, b->body)
		if (LLVMIsAPHINode(i))
			next[count++] = now(b, next_of(b, i));
	count = 0;
	for EACH_INSTRUCTION(i, b->body)
		if (LLVMIsAPHINode(i))
			set_now(b, i, next[count++]);
	free(next);
}

static LLVMValueRef word(const struct batch *b, uint32_t x)
{
	return LLVMConstInt(LLVMInt32TypeInContext(b->context), x, 0);
}

LLVMValueRef batch_steps(struct batch *b, uint32_t k)
{
	return LLVMBuildMul(b->build, b->step, word(b, k), "");
}

/* Before the loop: a counter below this has four turns left; the least number
 * if there is no such counter. */
static LLVMValueRef find_limit(struct batch *b)
{
	bool is_signed = b->stays == LLVMIntSLT || b->stays == LLVMIntSLE;
	bool strict = b->stays == LLVMIntULT || b->stays == LLVMIntSLT;
	LLVMValueRef least = word(b, is_signed ? 0x80000000 : 0);
	LLVMValueRef more = batch_steps(b, TURNS - 1), c, limit;

	c = LLVMBuildICmp(b->build, is_signed ? LLVMIntSGE : LLVMIntUGE,
			  b->bound, LLVMBuildAdd(b->build, more, least, ""),
			  "");
	c = LLVMBuildAnd(b->build, c, LLVMBuildICmp(
		b->build, LLVMIntULT, b->step, word(b, STEP_LIMIT), ""), "");
	limit = LLVMBuildSub(b->build, b->bound, more, "");
	if (!strict)
		limit = LLVMBuildAdd(b->build, limit, word(b, 1), "");
	return LLVMBuildSelect(b->build, c, limit, least, "");
}

LLVMValueRef batch_has_four(struct batch *b, LLVMValueRef i)
{
	bool is_signed = b->stays == LLVMIntSLT || b->stays == LLVMIntSLE;

	if (b->stays == LLVMIntNE)
		return LLVMBuildICmp(
			b->build, LLVMIntUGT,
			LLVMBuildSub(b->build, b->bound, i, ""),
			word(b, TURNS - 1), "");
	return LLVMBuildICmp(b->build, is_signed ? LLVMIntSLT : LLVMIntULT, i,
			     b->limit, "");
}

/* V, as a value that other loops do not share: they would keep its multiples in
 * registers from loop to loop. */
static LLVMValueRef hide(struct batch *b, LLVMValueRef v)
{
	LLVMTypeRef w = LLVMTypeOf(v), type = LLVMFunctionType(w, &w, 1, 0);

	if (LLVMIsConstant(v))
		return v;
	return LLVMBuildCall2(
		b->build, type, LLVMGetInlineAsm(
			type, "", 0, "=r,0", 4, 1, 0, LLVMInlineAsmDialectATT,
			0), &v, 1, "");
}

/* The threads that are active. */
static LLVMValueRef active(struct batch *b)
{
	static const char text[] = STRUCTURE_TMASK;
	LLVMTypeRef type = LLVMFunctionType(
		LLVMInt32TypeInContext(b->context), NULL, 0, 0);

	return LLVMBuildCall2(
		b->build, type, LLVMGetInlineAsm(
			type, text, sizeof text - 1, "=r", 2, 1, 0,
			LLVMInlineAsmDialectATT, 0), NULL, 0, "");
}

/* Whether C is true in all active threads. */
static LLVMValueRef vote(struct batch *b, LLVMValueRef c)
{
	static const char text[] = BATCH_VOTE, constraints[] = "=&r,r";
	LLVMTypeRef w = LLVMInt32TypeInContext(b->context);
	LLVMTypeRef type = LLVMFunctionType(w, &w, 1, 0);
	LLVMValueRef call, asm_ = LLVMGetInlineAsm(
		type, text, sizeof text - 1, constraints,
		sizeof constraints - 1, 1, 0, LLVMInlineAsmDialectATT, 0);

	c = LLVMBuildZExt(b->build, c, w, "");
	call = LLVMBuildCall2(b->build, type, asm_, &c, 1, "");
	for (int k = 0; k < 2; k++) {
		const char *name = k ? "noduplicate" : "convergent";

		LLVMAddCallSiteAttribute(
			call, ON_FUNCTION, LLVMCreateEnumAttribute(
				b->context, LLVMGetEnumAttributeKindForName(
					name, strlen(name)), 0));
	}
	return LLVMBuildICmp(b->build, LLVMIntEQ, call, b->active, "");
}

LLVMValueRef batch_test_phi(struct batch *b, LLVMValueRef first)
{
	LLVMValueRef phi = LLVMBuildPhi(b->build, LLVMTypeOf(first), "");

	LLVMAddIncoming(phi, &first, &b->before, 1);
	return phi;
}

void batch_close_phi(struct batch *b, LLVMValueRef phi, LLVMValueRef next)
{
	LLVMAddIncoming(phi, &next, &b->four, 1);
}

/* PHI, in the body, begins with FIRST from the block rest. */
static void begin_phi(struct batch *b, LLVMValueRef phi, LLVMValueRef first)
{
	LLVMValueRef next = next_of(b, phi), new;

	LLVMPositionBuilderBefore(b->build, phi);
	new = LLVMBuildPhi(b->build, LLVMTypeOf(phi), "");
	LLVMReplaceAllUsesWith(phi, new);
	if (next == phi)
		next = new;
	LLVMAddIncoming(new, &first, &b->rest, 1);
	LLVMAddIncoming(new, &next, &b->body, 1);
	LLVMInstructionEraseFromParent(phi);
}

/* Block test, but its phis' values from the block four: FIRST is the counter,
 * FRESH is true if no turn has been made. */
static void fill_test(struct batch *b)
{
	LLVMTypeRef bit = LLVMInt1TypeInContext(b->context);

	LLVMPositionBuilderBefore(b->build,
				  LLVMGetBasicBlockTerminator(b->before));
	b->active = active(b);
	b->step = hide(b, b->step);
	if (b->stays != LLVMIntNE)
		b->limit = find_limit(b);
	ahead_begin(b);
	LLVMPositionBuilderAtEnd(b->build, b->test);
	b->fresh = batch_test_phi(b, LLVMConstInt(bit, 1, 0));
	for EACH_INSTRUCTION(i, b->body)
		if (LLVMIsAPHINode(i)) {
			b->in[b->ins].phi = i;
			b->in[b->ins].test = batch_test_phi(
				b, LLVMGetIncomingValue(
					i, LLVMGetIncomingBlock(i, 0) ==
					   b->body));
			set_now(b, i, b->in[b->ins++].test);
		}
	for EACH_INSTRUCTION(i, b->behind)
		if (LLVMIsAPHINode(i)) {
			b->out[b->outs].phi = i;
			b->out[b->outs++].test =
				batch_test_phi(b, LLVMGetUndef(LLVMTypeOf(i)));
		}
	ahead_phis(b);
	b->first = now(b, b->counter);
	LLVMBuildCondBr(b->build, vote(b, batch_has_four(b, b->first)), b->four,
			b->rest);
}

/* The values that leave the loop; PHIS: those that are phis of its body, which
 * are known before the last turn. */
static void close_outs(struct batch *b, bool phis)
{
	for (int i = 0; i < b->outs; i++) {
		LLVMValueRef v = LLVMGetIncomingValue(b->out[i].phi, 0);

		if ((batch_in_body(b, v) && LLVMIsAPHINode(v)) == phis)
			batch_close_phi(b, b->out[i].test, now(b, v));
	}
}

static void fill_four(struct batch *b)
{
	LLVMTypeRef bit = LLVMInt1TypeInContext(b->context);

	LLVMPositionBuilderAtEnd(b->build, b->four);
	ahead_next(b);
	for (uint32_t k = 1; k <= TURNS; k++) {
		if (k == TURNS)
			close_outs(b, true);
		copy_turn(b, (int)k - 1);
		set_now(b, b->counter, LLVMBuildAdd(b->build, b->first,
						    batch_steps(b, k), ""));
	}
	close_outs(b, false);
	for (int i = 0; i < b->ins; i++)
		batch_close_phi(b, b->in[i].test, now(b, b->in[i].phi));
	batch_close_phi(b, b->fresh, LLVMConstInt(bit, 0, 0));
	ahead_move(b);
	LLVMPositionBuilderAtEnd(b->build, b->four);
	LLVMBuildBr(b->build, b->test);
}

static void fill_rest(struct batch *b)
{
	LLVMValueRef stay;

	LLVMPositionBuilderAtEnd(b->build, b->rest);
	stay = LLVMBuildICmp(b->build, b->stays, b->first, b->bound, "");
	stay = LLVMBuildOr(b->build, b->fresh, stay, "");
	LLVMBuildCondBr(b->build, stay, b->body, b->behind);
	for (int i = 0; i < b->outs; i++)
		LLVMAddIncoming(b->out[i].phi, &b->out[i].test, &b->rest, 1);
	for (int i = 0; i < b->ins; i++)
		begin_phi(b, b->in[i].phi, b->in[i].test);
}

static int count_phis(LLVMBasicBlockRef block)
{
	int count = 0;

	for EACH_INSTRUCTION(i, block)
		count += LLVMIsAPHINode(i) != NULL;
	return count;
}

static void make_batch(struct batch *b)
{
	LLVMContextRef c = b->context;

	b->in = map_alloc(count_phis(b->body) + 1, sizeof *b->in);
	b->out = map_alloc(count_phis(b->behind) + 1, sizeof *b->out);
	b->test = LLVMInsertBasicBlockInContext(c, b->body, "test");
	b->four = LLVMInsertBasicBlockInContext(c, b->body, "four");
	b->rest = LLVMInsertBasicBlockInContext(c, b->body, "rest");
	fill_test(b);
	fill_four(b);
	fill_rest(b);
	LLVMSetSuccessor(LLVMGetBasicBlockTerminator(b->before), 0, b->test);
	map_free(&b->index);
	free(b->now);
	free(b->in);
	free(b->out);
}

int batch_loops(LLVMValueRef function, bool ahead)
{
	struct graph *g = graph_new(function);
	struct map divergent = { 0 };
	int made = 0;

	uniform_find(g, function, &divergent);
	for (int x = 0; x < g->n; x++) {
		struct batch b = { 0 };

		/* Bounds that differ let threads leave far from each other. */
		if (!find_loop(&b, g, x) ||
		    !map_get(&divergent, b.branch, 0) ||
		    map_get(&divergent, b.bound, 0))
			continue;
		b.context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
		b.build = LLVMCreateBuilderInContext(b.context);
		if (ahead)
			ahead_find(&b);
		make_batch(&b);
		made++;
		LLVMDisposeBuilder(b.build);
	}
	map_free(&divergent);
	graph_free(g);
	return made;
}
