/* csr.c - what a CSR that never changes gives is read in front of loops
 * SPDX-License-Identifier: Apache-2.0
 *
 * ww_csr_constant reads one by assembly without effects. LLVM leaves that in
 * its loop: clang takes all assembly for convergent, and nothing says that it
 * may be executed where it was not. So a function that may be moved, one for
 * each CSR, stands for it while values are moved out of loops. What is computed
 * from it, such as the number of a thread in each turn of a loop over software
 * warps, then is a sum from turn to turn.
 */
#include "clc/clc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME "ww_csr_"

static const char text[] = "csrr $0, $1", constraints[] = "=r,i";

static bool is_constant(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && !strcmp(module_asm(i), text) &&
	       !LLVMGetInlineAsmHasSideEffects(LLVMGetCalledValue(i)) &&
	       LLVMIsAConstantInt(LLVMGetOperand(i, 0));
}

/* The function that stands for reading CSR. */
static LLVMValueRef find(LLVMModuleRef m, unsigned long long csr)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
	char name[40];
	LLVMValueRef f;

	snprintf(name, sizeof name, NAME "%llu", csr);
	f = LLVMGetNamedFunction(m, name);
	if (f)
		return f;
	f = LLVMAddFunction(m, name, LLVMFunctionType(word, NULL, 0, 0));
	module_mark_pure(f);
	return f;
}

static void replace(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef f,
		    LLVMValueRef *args, unsigned count)
{
	LLVMTypeRef type = LLVMFunctionType(
		LLVMTypeOf(i), count ? (LLVMTypeRef[]){ LLVMTypeOf(*args) } :
		NULL, count, 0);

	LLVMPositionBuilderBefore(b, i);
	LLVMReplaceAllUsesWith(i, LLVMBuildCall2(b, type, f, args, count, ""));
	LLVMInstructionEraseFromParent(i);
}

static void hide(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f)
{
	LLVMValueRef next;

	for EACH_BLOCK(block, f)
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
		     i = next) {
			next = LLVMGetNextInstruction(i);
			if (is_constant(i))
				replace(b, i, find(m, LLVMConstIntGetZExtValue(
					LLVMGetOperand(i, 0))), NULL, 0);
		}
}

/* Makes the calls of F, which stands for reading a CSR, assembly again. */
static void show(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
	unsigned long csr = strtoul(module_name(f) + strlen(NAME), NULL, 10);
	LLVMValueRef number = LLVMConstInt(word, csr, 0), assembly;
	LLVMUseRef u;

	assembly = LLVMGetInlineAsm(LLVMFunctionType(word, &word, 1, 0), text,
				    strlen(text), constraints,
				    strlen(constraints), 0, 0,
				    LLVMInlineAsmDialectATT, 0);
	while ((u = LLVMGetFirstUse(f)))
		replace(b, LLVMGetUser(u), assembly, &number, 1);
	LLVMDeleteFunction(f);
}

void csr_move(LLVMModuleRef m, const struct target *t)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
	LLVMValueRef next;

	for EACH_FUNCTION(f, m)
		hide(m, b, f);
	passes_run(m, t, "function(early-cse<>,"
		   "loop-mssa(licm<allowspeculation>))");
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = next) {
		next = LLVMGetNextFunction(f);
		if (module_starts(module_name(f), NAME))
			show(m, b, f);
	}
	LLVMDisposeBuilder(b);
}
