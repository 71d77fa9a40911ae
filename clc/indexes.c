/* indexes.c - indexes outside their arrays, for --check of warpwright
 * SPDX-License-Identifier: Apache-2.0
 *
 * clang compares each index of an array whose size it knows, and branches to a
 * trap. The branch would change how threads go through the program; in its
 * place stands an instruction without effect, slti zero, VALUE, 84
 * (sanitize/state.h). VALUE is 0, or the index if that is outside. It is there
 * before LLVM optimizes, since LLVM takes such an access for impossible.
 *
 * Preconditions: bitcode of clang -fsanitize=array-bounds
 * -fsanitize-trap=array-bounds, not optimized.
 */
#include "clc/clc.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { INACCESSIBLE = 12 };     /* of attribute memory: it alone is changed */

/* Is B where such a branch goes? */
static bool is_trap(LLVMBasicBlockRef b)
{
	LLVMValueRef i = LLVMGetFirstInstruction(b);

	return LLVMIsACallInst(i) &&
	       module_starts(module_callee(i), "llvm.ubsantrap") &&
	       LLVMIsAUnreachableInst(LLVMGetNextInstruction(i));
}

/* The computation of an address in B that the branch to B is for; or NULL. */
static LLVMValueRef address_in(LLVMBasicBlockRef b)
{
	for EACH_INSTRUCTION(i, b)
		if (LLVMIsAGetElementPtrInst(i))
			return i;
	return NULL;
}

static void mark_effects(LLVMValueRef note)
{
	static const struct { const char *name; uint64_t value; } list[] = {
		{ "memory", INACCESSIBLE }, { "nounwind", 0 },
		{ "willreturn", 0 }
	};
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(note));

	for (size_t k = 0; k < sizeof list / sizeof *list; k++)
		LLVMAddCallSiteAttribute(
			note, ON_FUNCTION,
			LLVMCreateEnumAttribute(
				c, LLVMGetEnumAttributeKindForName(
					   list[k].name, strlen(list[k].name)),
				list[k].value));
}

/* The name of the array that ADDRESS is in; "" if it has none of its own. */
static void find_name(LLVMValueRef address, char name[NOTE_NAME])
{
	LLVMValueRef v = LLVMGetOperand(address, 0);

	name[0] = '\0';
	if (LLVMIsAAllocaInst(v))
		notes_name(v, notes_description(v), name);
	else if (LLVMIsAGlobalVariable(v))
		notes_name(v, NULL, name);
}

/* In front of ADDRESS, which T led to if FINE. */
static void note(LLVMBuilderRef b, LLVMValueRef t, LLVMValueRef fine,
		 LLVMValueRef address)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(fine));
	LLVMTypeRef word = LLVMInt32TypeInContext(c);
	LLVMTypeRef array = LLVMGetGEPSourceElementType(address);
	unsigned last = (unsigned)LLVMGetNumOperands(address) - 1;
	LLVMValueRef index, value;
	uint64_t count = 0;
	char name[NOTE_NAME];

	if (LLVMGetTypeKind(array) == LLVMArrayTypeKind)
		count = LLVMGetArrayLength2(array);
	find_name(address, name);
	LLVMPositionBuilderBefore(b, address);
	index = LLVMBuildIntCast2(b, LLVMGetOperand(address, last), word, 1,
				  "");
	value = LLVMBuildSelect(b, fine, LLVMConstNull(word), index, "");
	value = notes_build(b, value, LLVMVoidTypeInContext(c), NOTE_INDEX,
			    count, name);
	LLVMInstructionSetDebugLoc(value, LLVMInstructionGetDebugLoc(t));
	mark_effects(value);
}

/* T, the end of a block, no longer branches to a trap. */
static void end_branch(LLVMBuilderRef b, LLVMValueRef t, bool noted)
{
	LLVMBasicBlockRef to;
	LLVMValueRef address;

	if (!t || !LLVMIsABranchInst(t) || !LLVMIsConditional(t) ||
	    !is_trap(LLVMGetSuccessor(t, 1)))
		return;
	to = LLVMGetSuccessor(t, 0);
	address = noted ? address_in(to) : NULL;
	if (address)
		note(b, t, LLVMGetCondition(t), address);
	LLVMPositionBuilderBefore(b, t);
	LLVMBuildBr(b, to);
	LLVMInstructionEraseFromParent(t);
}

static void drop_traps(LLVMValueRef f)
{
	LLVMBasicBlockRef next;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = next) {
		next = LLVMGetNextBasicBlock(b);
		if (is_trap(b) && !LLVMGetFirstUse(LLVMBasicBlockAsValue(b)))
			LLVMDeleteBasicBlock(b);
	}
}

void indexes_note(LLVMModuleRef m, bool noted)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
	bool new = LLVMIsNewDbgInfoFormat(m);

	LLVMSetIsNewDbgInfoFormat(m, false);
	for EACH_FUNCTION(f, m) {
		for EACH_BLOCK(block, f)
			end_branch(b, LLVMGetBasicBlockTerminator(block),
				   noted);
		drop_traps(f);
	}
	LLVMSetIsNewDbgInfoFormat(m, new);
	LLVMDisposeBuilder(b);
}

bool indexes_is_note(LLVMValueRef i)
{
	return LLVMIsACallInst(i) &&
	       module_starts(module_asm(i), NOTE_BEGIN "84");
}

void indexes_drop(LLVMModuleRef m)
{
	for EACH_FUNCTION(f, m)
		for EACH_BLOCK(b, f) {
			LLVMValueRef next;

			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
			     i = next) {
				next = LLVMGetNextInstruction(i);
				if (indexes_is_note(i) &&
				    LLVMIsNull(LLVMGetOperand(i, 0)))
					LLVMInstructionEraseFromParent(i);
			}
		}
}
