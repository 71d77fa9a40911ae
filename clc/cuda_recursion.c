/* cuda_recursion.c - finds functions of CUDA that call themselves
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions that call each other in a circle become one, which calls itself:
 * its first parameter says which of them is meant, the others are the
 * parameters of all. It returns a structure with a result for each that has
 * one. Once they are inlined into it, cuda_frames.c makes a loop of it.
 *
 * Preconditions: calls by pointers have become calls by names
 * (cuda_pointers.c), so that virtual functions may be in a circle, too.
 */
#include <stdlib.h>
#include <string.h>

#include "clc/cuda.h"

enum { DONE = 1 << 30 };        /* number of a function that is in no circle */

struct circle {
	struct cuda *c;
	LLVMValueRef *member;
	int count;
	LLVMValueRef whole;     /* the function that they become */
};

/* The search of Tarjan for strongly connected functions. */
struct search {
	struct cuda *c;
	struct map number;
	LLVMValueRef *stack;
	int height, next;
	struct circle *circle;
	int count;
};

/* --- which ---------------------------------------------------------------- */

static bool calls_itself(LLVMValueRef f)
{
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) == f)
				return true;
	return false;
}

/* The functions on S's stack from BEGIN on are a circle, or one is alone. */
static void close_circle(struct search *s, int begin)
{
	int count = s->height - begin;
	struct circle *to;

	s->height = begin;
	for (int i = 0; i < count; i++)
		map_set(&s->number, s->stack[begin + i], DONE);
	if (count == 1 && !calls_itself(s->stack[begin]))
		return;
	s->circle = map_grow(s->circle, s->count + 1, sizeof *s->circle);
	to = &s->circle[s->count++];
	*to = (struct circle){ .c = s->c, .count = count };
	to->member = map_alloc(count, sizeof(LLVMValueRef));
	memcpy(to->member, s->stack + begin,
	       (size_t)count * sizeof(LLVMValueRef));
}

/* Visits F. Returns the least number that it reaches. */
static int visit(struct search *s, LLVMValueRef f)
{
	int mine = ++s->next, least = mine, begin = s->height;

	map_set(&s->number, f, mine);
	s->stack = map_grow(s->stack, s->height + 1, sizeof(LLVMValueRef));
	s->stack[s->height++] = f;
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b) {
			LLVMValueRef to;
			int n;

			if (!LLVMIsACallInst(i))
				continue;
			to = LLVMGetCalledValue(i);
			if (!LLVMIsAFunction(to) || LLVMIsDeclaration(to))
				continue;
			n = map_get(&s->number, to, 0);
			n = n ? n : visit(s, to);
			least = n < least ? n : least;
		}
	if (least == mine)
		close_circle(s, begin);
	return least;
}

/* --- one function --------------------------------------------------------- */

static bool returns(LLVMValueRef f)
{
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));

	return LLVMGetTypeKind(type) != LLVMVoidTypeKind;
}

/* What the function of circle C returns. */
static LLVMTypeRef result_type(const struct circle *c)
{
	LLVMTypeRef *types = map_alloc(c->count, sizeof *types), all;
	unsigned n = 0;

	for (int i = 0; i < c->count; i++)
		if (returns(c->member[i]))
			types[n++] = LLVMGetReturnType(
				LLVMGlobalGetValueType(c->member[i]));
	all = n ? LLVMStructTypeInContext(c->c->context, types, n, 0) :
	      LLVMVoidTypeInContext(c->c->context);
	free(types);
	return all;
}

/* The parameter of C's function that is the first one of member K. */
static unsigned first_parameter(const struct circle *c, int k)
{
	unsigned n = 1;

	for (int i = 0; i < k; i++)
		n += LLVMCountParams(c->member[i]);
	return n;
}

/* The place of the result of member K. */
static unsigned result_of(const struct circle *c, int k)
{
	unsigned n = 0;

	for (int i = 0; i < k; i++)
		n += returns(c->member[i]);
	return n;
}

static void add_whole(struct circle *c)
{
	unsigned n = first_parameter(c, c->count);
	LLVMTypeRef *types = map_alloc((int)n, sizeof *types), type;

	types[0] = c->c->i32;
	for (int k = 0; k < c->count; k++)
		LLVMGetParamTypes(LLVMGlobalGetValueType(c->member[k]),
				  types + first_parameter(c, k));
	type = LLVMFunctionType(result_type(c), types, n, 0);
	c->whole = LLVMAddFunction(c->c->module, CUDA_RECURSION, type);
	module_add_attribute(c->whole, ON_FUNCTION, "noinline");
	module_add_attribute(c->whole, ON_FUNCTION, "convergent");
	free(types);
}

/* The call of member K of C with its parameters of C's function. */
static LLVMValueRef call_member(const struct circle *c, LLVMBuilderRef b, int k)
{
	LLVMValueRef f = c->member[k], *args, r;
	unsigned n = LLVMCountParams(f), first = first_parameter(c, k);

	args = map_alloc((int)n, sizeof *args);
	for (unsigned i = 0; i < n; i++)
		args[i] = LLVMGetParam(c->whole, first + i);
	r = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, n, "");
	free(args);
	return r;
}

/* Builds the return of R, which member K of C has returned. */
static void return_from(const struct circle *c, LLVMBuilderRef b, int k,
			LLVMValueRef r)
{
	LLVMTypeRef type = result_type(c);
	LLVMValueRef all;

	if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) {
		LLVMBuildRetVoid(b);
		return;
	}
	all = LLVMGetPoison(type);
	if (returns(c->member[k]))
		all = LLVMBuildInsertValue(b, all, r, result_of(c, k), "");
	LLVMBuildRet(b, all);
}

/* The function of C calls the member that its first parameter names. */
static void fill_whole(const struct circle *c)
{
	LLVMContextRef x = c->c->context;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(x);
	LLVMMetadataRef line = module_add_lines(c->whole, c->member[0]);
	LLVMBasicBlockRef entry, none;
	LLVMValueRef which;

	entry = LLVMAppendBasicBlockInContext(x, c->whole, "");
	none = LLVMAppendBasicBlockInContext(x, c->whole, "");
	LLVMPositionBuilderAtEnd(b, none);
	LLVMBuildUnreachable(b);
	LLVMPositionBuilderAtEnd(b, entry);
	which = LLVMBuildSwitch(b, LLVMGetParam(c->whole, 0), none,
				(unsigned)c->count);
	LLVMSetCurrentDebugLocation2(b, line);
	for (int k = 0; k < c->count; k++) {
		LLVMBasicBlockRef at =
			LLVMAppendBasicBlockInContext(x, c->whole, "");

		LLVMAddCase(which, LLVMConstInt(c->c->i32, (unsigned)k, 0),
			    at);
		LLVMPositionBuilderAtEnd(b, at);
		return_from(c, b, k, call_member(c, b, k));
	}
	LLVMDisposeBuilder(b);
}

/* --- calls ---------------------------------------------------------------- */

static unsigned byval(void)
{
	return LLVMGetEnumAttributeKindForName("byval", 5);
}

/* A copy of what argument P of CALL points to, of type T, for the callee. */
static LLVMValueRef copy(const struct circle *c, LLVMBuilderRef b,
			 LLVMValueRef call, LLVMValueRef p, LLVMTypeRef t)
{
	LLVMValueRef f = LLVMGetBasicBlockParent(
		LLVMGetInstructionParent(call)), to;
	unsigned align = LLVMABIAlignmentOfType(c->c->layout, t);

	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(
		LLVMGetEntryBasicBlock(f)));
	to = LLVMBuildAlloca(b, t, "");
	align = align < 8 ? 8 : align;
	LLVMSetAlignment(to, align);
	LLVMPositionBuilderBefore(b, call);
	LLVMBuildMemCpy(b, to, align, p, 1, LLVMConstInt(
		c->c->i64, LLVMABISizeOfType(c->c->layout, t), 0));
	return to;
}

/* CALL, of member K of C, becomes one of C's function. */
static void replace_call(const struct circle *c, LLVMValueRef call, int k)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c->c->context);
	unsigned n = LLVMCountParams(c->whole), first = first_parameter(c, k);
	LLVMValueRef *args = map_alloc((int)n, sizeof *args), now;

	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	for (unsigned i = 0; i < n; i++)
		args[i] = LLVMGetPoison(LLVMTypeOf(LLVMGetParam(c->whole, i)));
	args[0] = LLVMConstInt(c->c->i32, (unsigned)k, 0);
	for (unsigned i = 0; i < LLVMCountParams(c->member[k]); i++) {
		LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(
			call, i + 1, byval());

		args[first + i] = LLVMGetOperand(call, i);
		if (a)
			args[first + i] = copy(c, b, call, args[first + i],
					       LLVMGetTypeAttributeValue(a));
	}
	now = LLVMBuildCall2(b, LLVMGlobalGetValueType(c->whole), c->whole,
			     args, n, "");
	if (returns(c->member[k]))
		LLVMReplaceAllUsesWith(call, LLVMBuildExtractValue(
			b, now, result_of(c, k), ""));
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(b);
	free(args);
}

static void replace_calls(const struct circle *c, int k)
{
	LLVMValueRef f = c->member[k];
	bool more = true;

	while (more) {
		more = false;
		for (LLVMUseRef u = LLVMGetFirstUse(f); u && !more;
		     u = LLVMGetNextUse(u)) {
			LLVMValueRef i = LLVMGetUser(u);

			if (!LLVMIsACallInst(i) || LLVMGetCalledValue(i) != f)
				continue;
			replace_call(c, i, k);
			more = true;
		}
	}
	for (unsigned i = 1; i <= LLVMCountParams(f); i++)
		LLVMRemoveEnumAttributeAtIndex(f, i, byval());
}

static void join(struct circle *c)
{
	add_whole(c);
	for (int k = 0; k < c->count; k++)
		replace_calls(c, k);
	fill_whole(c);
	free(c->member);
}

/* Adds the function that says that the stack of a thread is full. */
static void add_full(struct cuda *c)
{
	LLVMTypeRef none = LLVMVoidTypeInContext(c->context);
	LLVMValueRef f = LLVMAddFunction(c->module, CUDA_FULL, LLVMFunctionType(
		none, NULL, 0, 0));
	LLVMValueRef args[2] = { 0 };
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c->context);

	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c->context,
								  f, ""));
	args[0] = LLVMBuildGlobalStringPtr(
		b, "a function that calls itself: the stack of a thread is "
		"full (cudaLimitStackSize)\n", "");
	args[1] = LLVMConstNull(LLVMTypeOf(args[0]));
	cuda_call(c, b, "vprintf", c->i32, args, 2);
	LLVMBuildRetVoid(b);
	LLVMDisposeBuilder(b);
}

void cuda_recursion_find(struct cuda *c)
{
	struct search s = { .c = c };

	for (int i = 0; i < c->count; i++)
		if (!map_get(&s.number, c->kernels[i], 0))
			visit(&s, c->kernels[i]);
	if (s.count)
		add_full(c);
	for (int i = 0; i < s.count; i++)
		join(&s.circle[i]);
	free(s.circle);
	free(s.stack);
	map_free(&s.number);
}
