/* notes.c - what --check of warpwright wants to know of a program
 * SPDX-License-Identifier: Apache-2.0
 *
 * In front of each volatile access stands an instruction without effect, slti
 * zero, ADDRESS, 82 (sanitize/state.h). Both have side effects, so LLVM keeps
 * their order.
 */
#include "clc/clc.h"

#include <string.h>

/* The address of I, a volatile load or store; else NULL. */
static LLVMValueRef address_of(LLVMValueRef i)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(i);

	if ((op != LLVMLoad && op != LLVMStore) || !LLVMGetVolatile(i))
		return NULL;
	return LLVMGetOperand(i, op == LLVMStore);
}

static void note(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef address)
{
	static const char text[] = "slti zero, $0, 82", constraint[] = "r";
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(address));
	LLVMTypeRef word = LLVMInt32TypeInContext(context);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context),
					    &word, 1, 0);
	LLVMValueRef number;

	LLVMPositionBuilderBefore(b, i);
	number = LLVMBuildPtrToInt(b, address, word, "");
	LLVMBuildCall2(b, type,
		       LLVMGetInlineAsm(type, text, strlen(text), constraint,
					strlen(constraint), 1, 0,
					LLVMInlineAsmDialectATT, 0),
		       &number, 1, "");
}

void notes_make(LLVMModuleRef m)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(
		LLVMGetModuleContext(m));

	for EACH_FUNCTION(f, m)
		for EACH_BLOCK(block, f)
			for EACH_INSTRUCTION(i, block) {
				LLVMValueRef address = address_of(i);

				if (address)
					note(b, i, address);
			}
	LLVMDisposeBuilder(b);
}
