/* loops.c - a kernel and the loop over its software warps become one function
 * SPDX-License-Identifier: Apache-2.0
 *
 * vx_spawn calls a kernel through a pointer, for each software warp. Where the
 * kernel is known, and nothing but tid and wid makes its ids, the call becomes
 * one of vx_spawn_loop (vx.h), whose loop the optimizer sees together with the
 * kernel. For GCC a macro of vx.h makes the same loop.
 */
#include "clc/clc.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Operands of the call of vx_spawn; flags by which a kernel has its own ids. */
enum { KERNEL = 2, ARGUMENT, FLAGS, IDS, OPERANDS };
#define ASYNC 1u
#define SPREAD 32u

/* Parameters of a loop. */
enum { TID, WID, STRIDE, LIMIT, PARAMETERS };

/* The word of the running task that has the wid. */
enum { TASK_WID = 3 };

static bool is_simple(LLVMValueRef call)
{
	LLVMValueRef kernel, flags;

	if (!LLVMIsACallInst(call) || strcmp(module_callee(call), "vx_spawn") ||
	    LLVMGetNumArgOperands(call) != OPERANDS)
		return false;
	kernel = LLVMGetOperand(call, KERNEL);
	flags = LLVMGetOperand(call, FLAGS);
	return LLVMIsAFunction(kernel) && LLVMGetFirstBasicBlock(kernel) &&
	       LLVMCountParams(kernel) == 2 &&
	       LLVMIsNull(LLVMGetOperand(call, IDS)) &&
	       LLVMIsAConstantInt(flags) &&
	       !(LLVMConstIntGetZExtValue(flags) & ~(ASYNC | SPREAD));
}

/* Keeps loads and stores in their software warp. */
static void build_order(LLVMBuilderRef b, LLVMContextRef c)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0,
					    0);
	char none[] = "", memory[] = "~{memory}";

	LLVMBuildCall2(b, type,
		       LLVMGetInlineAsm(type, none, 0, memory, strlen(memory),
					1, 0, LLVMInlineAsmDialectATT, 0),
		       NULL, 0, "");
}

/* Stores WID where the runtime looks for that of the running software warp. */
static void build_running(LLVMBuilderRef b, LLVMContextRef c, LLVMValueRef wid)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(c), type;
	char none[] = "", task[] = "={x4}";
	LLVMValueRef p, at = LLVMConstInt(word, TASK_WID, 0);

	type = LLVMFunctionType(LLVMPointerTypeInContext(c, 0), NULL, 0, 0);
	p = LLVMBuildCall2(b, type,
			   LLVMGetInlineAsm(type, none, 0, task, strlen(task),
					    0, 0, LLVMInlineAsmDialectATT, 0),
			   NULL, 0, "");
	LLVMBuildStore(b, wid, LLVMBuildGEP2(b, word, p, &at, 1, ""));
}

static void fill_loop(LLVMBuilderRef b, LLVMValueRef loop, LLVMValueRef kernel)
{
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(loop));
	LLVMTypeRef word = LLVMInt32TypeInContext(c);
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(c, loop, "");
	LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(c, loop, "");
	LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(c, loop, "");
	LLVMValueRef wid, next, args[2], from[2], limit, call;
	LLVMBasicBlockRef blocks[2] = { entry, body };

	LLVMPositionBuilderAtEnd(b, entry);
	LLVMSetCurrentDebugLocation2(b, module_add_lines(loop, kernel));
	LLVMBuildBr(b, body);
	LLVMPositionBuilderAtEnd(b, body);
	wid = LLVMBuildPhi(b, word, "");
	args[0] = LLVMGetParam(loop, TID);
	args[1] = wid;
	build_order(b, c);
	call = LLVMBuildCall2(b, LLVMGlobalGetValueType(kernel), kernel, args,
			      2, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(kernel));
	build_order(b, c);
	next = LLVMBuildAdd(b, wid, LLVMGetParam(loop, STRIDE), "");
	build_running(b, c, next);
	build_order(b, c);
	limit = LLVMBuildLoad2(b, word, LLVMGetParam(loop, LIMIT), "");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, next, limit, ""), body,
			end);
	LLVMPositionBuilderAtEnd(b, end);
	LLVMBuildRet(b, next);
	from[0] = LLVMGetParam(loop, WID);
	from[1] = next;
	LLVMAddIncoming(wid, from, blocks, 2);
}

/* What the compiler says of functions: two that differ are not joined. */
static void copy_attributes(LLVMValueRef to, LLVMValueRef from)
{
	unsigned count = LLVMGetAttributeCountAtIndex(from, ON_FUNCTION);
	LLVMAttributeRef *all = map_alloc((int)count + 1, sizeof *all);

	LLVMGetAttributesAtIndex(from, ON_FUNCTION, all);
	for (unsigned k = 0; k < count; k++)
		LLVMAddAttributeAtIndex(to, ON_FUNCTION, all[k]);
	free(all);
}

static LLVMValueRef new_loop(LLVMModuleRef m, LLVMBuilderRef b,
			     LLVMValueRef kernel, int number)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	LLVMTypeRef word = LLVMInt32TypeInContext(c);
	LLVMTypeRef types[PARAMETERS] = { word, word, word,
					  LLVMPointerTypeInContext(c, 0) };
	char name[200];
	LLVMValueRef loop;

	snprintf(name, sizeof name, "%.150s.loop.%d", module_name(kernel),
		 number);
	loop = LLVMAddFunction(m, name,
			       LLVMFunctionType(word, types, PARAMETERS, 0));
	LLVMSetLinkage(loop, LLVMInternalLinkage);
	copy_attributes(loop, kernel);
	fill_loop(b, loop, kernel);
	return loop;
}

/* CALL of vx_spawn becomes one of vx_spawn_loop with LOOP. */
static void call_loop(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
		      LLVMValueRef loop)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, "vx_spawn_loop"), args[IDS];
	LLVMTypeRef types[IDS], type;

	for (unsigned k = 0; k < IDS; k++) {
		args[k] = k == KERNEL ? loop : LLVMGetOperand(call, k);
		types[k] = LLVMTypeOf(args[k]);
	}
	type = LLVMFunctionType(LLVMTypeOf(call), types, IDS, 0);
	if (!f)
		f = LLVMAddFunction(m, "vx_spawn_loop", type);
	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	LLVMReplaceAllUsesWith(call,
			       LLVMBuildCall2(b, type, f, args, IDS, ""));
	LLVMInstructionEraseFromParent(call);
}

void loops_make(LLVMModuleRef m)
{
	LLVMBuilderRef b =
		LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
	LLVMValueRef spawn = LLVMGetNamedFunction(m, "vx_spawn");
	LLVMUseRef u = spawn ? LLVMGetFirstUse(spawn) : NULL, next;
	int number = 0;

	for (; u; u = next) {
		LLVMValueRef call = LLVMGetUser(u);

		next = LLVMGetNextUse(u);
		if (is_simple(call))
			call_loop(m, b, call,
				  new_loop(m, b, LLVMGetOperand(call, KERNEL),
					   number++));
	}
	LLVMDisposeBuilder(b);
}
