/* notes.c - what --check of warpwright wants to know of a program
 * SPDX-License-Identifier: Apache-2.0
 *
 * In front of each volatile access stands an instruction without effect, slti
 * zero, ADDRESS, 82 (sanitize/state.h). Both have side effects, so LLVM keeps
 * their order.
 *
 * Other notes (frames.c, indexes.c) have records in the section
 * .debug_ww_notes, which is not loaded: the pc, a number of bytes or elements,
 * and the name of a variable, which fills words.
 */
#include "clc/clc.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 256 };
enum { OF_NAME = 1, OPERANDS = 16 };    /* of LLVM's record of a variable */

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

LLVMValueRef notes_description(LLVMValueRef v)
{
	LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(v));

	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b) {
			LLVMValueRef of;

			if (!LLVMIsACallInst(i) ||
			    !module_starts(module_callee(i), "llvm.dbg.") ||
			    !LLVMIsAValueAsMetadata(LLVMGetOperand(i, 0)))
				continue;
			LLVMGetMDNodeOperands(LLVMGetOperand(i, 0), &of);
			if (of == v)
				return i;
		}
	return NULL;
}

void notes_name(LLVMValueRef v, LLVMValueRef call, char name[NOTE_NAME])
{
	LLVMValueRef variable = call ? LLVMGetOperand(call, 1) : NULL;
	LLVMValueRef operand[OPERANDS];
	const char *text = NULL, *dot;
	unsigned bytes = 0;
	size_t n = 0;

	if (variable && LLVMGetMDNodeNumOperands(variable) <= OPERANDS) {
		LLVMGetMDNodeOperands(variable, operand);
		text = LLVMGetMDString(operand[OF_NAME], &bytes);
	}
	if (!text || !bytes)
		text = module_name(v);
	dot = strchr(text, '.');
	if (dot && isalpha((unsigned char)dot[1]))
		text = dot + 1;
	while (n < NOTE_NAME - 1 && (isalnum((unsigned char)text[n]) ||
				     text[n] == '_')) {
		name[n] = text[n];
		n++;
	}
	name[n] = '\0';
}

LLVMValueRef notes_build(LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef returns,
			 enum note note, unsigned long long n, const char *name)
{
	bool given = LLVMGetTypeKind(returns) != LLVMVoidTypeKind;
	const char *constraints = given ? "=r,0" : "r";
	LLVMTypeRef from = LLVMTypeOf(v);
	LLVMTypeRef type = LLVMFunctionType(returns, &from, 1, 0);
	LLVMValueRef assembly;
	char text[TEXT];

	snprintf(text, sizeof text, NOTE_BEGIN "%d\n\t"
		 ".pushsection .debug_ww_notes,\"\",@progbits\n\t"
		 ".balign 4\n\t.4byte 1b, %llu\n\t.asciz \"%s\"\n\t"
		 ".balign 4\n\t.popsection", (int)note, n, name);
	assembly = LLVMGetInlineAsm(type, text, strlen(text), constraints,
				    strlen(constraints), 1, 0,
				    LLVMInlineAsmDialectATT, 0);
	return LLVMBuildCall2(b, type, assembly, &v, 1, "");
}
