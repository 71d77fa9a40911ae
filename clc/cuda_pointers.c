/* cuda_pointers.c - calls by pointers to functions, and virtual functions
 * SPDX-License-Identifier: Apache-2.0
 *
 * A function whose address is taken gets a number, which is its address from
 * then on: 1, 2, ... A call by a pointer becomes one of a function that
 * compares the pointer with the numbers of all functions of its type, and
 * calls the one that it is. So threads of a warp may disagree on the function,
 * and all of them can be inlined, with what a function must know of its thread.
 * The program is whole, so no other function can be meant. A pointer that is
 * none traps.
 */
#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

#include "clc/cuda.h"

enum { KERNEL_CONVENTION = 71 };        /* of NVPTX */

struct pointers {
	struct cuda *c;
	LLVMValueRef *functions;        /* whose addresses are taken */
	unsigned count;
};

/* Is U the callee of a call? */
static bool is_callee(LLVMUseRef u)
{
	LLVMValueRef user = LLVMGetUser(u);

	return LLVMIsACallInst(user) &&
	       LLVMGetOperandUse(user, (unsigned)LLVMGetNumOperands(user) - 1)
	       == u;
}

static bool is_taken(LLVMValueRef f)
{
	if (LLVMGetFunctionCallConv(f) == KERNEL_CONVENTION ||
	    module_starts(module_name(f), "llvm."))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
		if (!is_callee(u))
			return true;
	return false;
}

static void find_taken(struct pointers *p)
{
	LLVMModuleRef m = p->c->module;
	unsigned count = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
	     f = LLVMGetNextFunction(f))
		count++;
	p->functions = map_alloc((int)count + 1, sizeof *p->functions);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
	     f = LLVMGetNextFunction(f))
		if (is_taken(f))
			p->functions[p->count++] = f;
}

/* The address of function NUMBER of P. */
static LLVMValueRef address_of(const struct pointers *p, unsigned number)
{
	return LLVMConstIntToPtr(LLVMConstInt(p->c->i64, number + 1, 0),
				 LLVMTypeOf(p->functions[number]));
}

/* --- the function that chooses -------------------------------------------- */

/* The call in B of F with the arguments that FROM has behind its first one. The
 * attributes of F's arguments hold for the call, too: some are copied. */
static LLVMValueRef call_with(LLVMBuilderRef b, LLVMValueRef f,
			      LLVMValueRef from)
{
	unsigned count = LLVMCountParams(f);
	LLVMValueRef args[64], call;

	for (unsigned i = 0; i < count; i++)
		args[i] = LLVMGetParam(from, i + 1);
	call = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, count,
			      "");
	for (unsigned i = 1; i <= count; i++) {
		LLVMAttributeRef list[32];
		unsigned n = LLVMGetAttributeCountAtIndex(f, i);

		if (n > 32)
			continue;
		LLVMGetAttributesAtIndex(f, i, list);
		while (n-- > 0)
			LLVMAddCallSiteAttribute(call, i, list[n]);
	}
	return call;
}

static void return_from(LLVMBuilderRef b, LLVMValueRef result)
{
	if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(b);
	else
		LLVMBuildRet(b, result);
}

/* Fills in the body of CHOOSE, which calls functions of TYPE. */
static void build_choice(const struct pointers *p, LLVMValueRef choose,
			 LLVMTypeRef type)
{
	LLVMContextRef x = p->c->context;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(x);

	LLVMPositionBuilderAtEnd(
		b, LLVMAppendBasicBlockInContext(x, choose, ""));
	for (unsigned i = 0; i < p->count; i++) {
		LLVMValueRef f = p->functions[i], same;
		LLVMBasicBlockRef is, next;

		if (LLVMGlobalGetValueType(f) != type || LLVMIsDeclaration(f))
			continue;
		is = LLVMAppendBasicBlockInContext(x, choose, "");
		next = LLVMAppendBasicBlockInContext(x, choose, "");
		same = LLVMBuildICmp(b, LLVMIntEQ, LLVMGetParam(choose, 0),
				     address_of(p, i), "");
		LLVMBuildCondBr(b, same, is, next);
		LLVMPositionBuilderAtEnd(b, is);
		return_from(b, call_with(b, f, choose));
		LLVMPositionBuilderAtEnd(b, next);
	}
	cuda_trap(p->c, b);
	if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(b);
	else
		LLVMBuildRet(b, LLVMConstNull(LLVMGetReturnType(type)));
	LLVMDisposeBuilder(b);
}

/* The function that calls one of TYPE by its first argument. */
static LLVMValueRef choice_of(const struct pointers *p, LLVMTypeRef type)
{
	unsigned count = LLVMCountParamTypes(type);
	LLVMTypeRef all[65] = { LLVMPointerTypeInContext(p->c->context, 0) };
	LLVMTypeRef whole;
	LLVMValueRef f;

	LLVMGetParamTypes(type, all + 1);
	whole = LLVMFunctionType(LLVMGetReturnType(type), all, count + 1, 0);
	for (f = LLVMGetFirstFunction(p->c->module); f;
	     f = LLVMGetNextFunction(f))
		if (module_starts(module_name(f), "ww_call_by") &&
		    LLVMGlobalGetValueType(f) == whole)
			return f;
	f = LLVMAddFunction(p->c->module, "ww_call_by", whole);
	LLVMSetLinkage(f, LLVMInternalLinkage);
	build_choice(p, f, type);
	return f;
}

/* --- calls ---------------------------------------------------------------- */

static bool is_by_pointer(LLVMValueRef i)
{
	LLVMValueRef to;
	LLVMTypeRef type;

	if (!LLVMIsACallInst(i))
		return false;
	to = LLVMGetCalledValue(i);
	type = LLVMGetCalledFunctionType(i);
	return !LLVMIsAFunction(to) && !LLVMIsAInlineAsm(to) &&
	       !LLVMIsFunctionVarArg(type) && LLVMCountParamTypes(type) < 64;
}

static void replace_call(const struct pointers *p, LLVMValueRef call)
{
	LLVMValueRef to = choice_of(p, LLVMGetCalledFunctionType(call));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(p->c->context);
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMValueRef args[65] = { LLVMGetCalledValue(call) }, now;

	for (unsigned i = 0; i < count; i++)
		args[i + 1] = LLVMGetOperand(call, i);
	LLVMPositionBuilderBefore(b, call);
	now = LLVMBuildCall2(b, LLVMGlobalGetValueType(to), to, args,
			     count + 1, "");
	LLVMInstructionSetDebugLoc(now, LLVMInstructionGetDebugLoc(call));
	LLVMReplaceAllUsesWith(call, now);
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(b);
}

static bool replace_calls(const struct pointers *p)
{
	bool any = false;

	for (LLVMValueRef f = LLVMGetFirstFunction(p->c->module); f;
	     f = LLVMGetNextFunction(f))
		for EACH_BLOCK(b, f) {
			LLVMValueRef i = LLVMGetFirstInstruction(b), next;

			for (; i; i = next) {
				next = LLVMGetNextInstruction(i);
				if (!is_by_pointer(i))
					continue;
				replace_call(p, i);
				any = true;
			}
		}
	return any;
}

/* --- addresses ------------------------------------------------------------ */

/* The uses of function NUMBER become its number, but for calls. */
static void replace_address(const struct pointers *p, unsigned number)
{
	LLVMValueRef f = p->functions[number];
	LLVMValueRef *calls;
	int count = 0;

	for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
		count += is_callee(u);
	calls = map_alloc(count + 1, sizeof *calls);
	count = 0;
	for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
		if (is_callee(u))
			calls[count++] = LLVMGetUser(u);
	LLVMReplaceAllUsesWith(f, address_of(p, number));
	while (count-- > 0) {
		LLVMValueRef call = calls[count];

		LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, f);
	}
	free(calls);
}

void cuda_pointers(struct cuda *c)
{
	struct pointers p = { .c = c };

	find_taken(&p);
	if (replace_calls(&p))
		for (unsigned i = 0; i < p.count; i++)
			replace_address(&p, i);
	free(p.functions);
}
