/* frames.c - variables of stack frames, for --check of warpwright
 * SPDX-License-Identifier: Apache-2.0
 *
 * The address of a variable that is still in the frame goes through an
 * instruction without effect, slti zero, ADDRESS, 83 (sanitize/state.h). LLVM
 * does not know what comes out of it, so each later address of the variable is
 * computed from that register, and the check follows registers. Plain loads and
 * stores of the variable itself stay as they are.
 */
#include "clc/clc.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

/* Does I access V, or say when it begins and ends? */
static bool is_plain(LLVMValueRef i, LLVMValueRef v)
{
	if (LLVMIsALoadInst(i))
		return true;
	if (LLVMIsAStoreInst(i))
		return LLVMGetOperand(i, 0) != v;
	return LLVMIsACallInst(i) &&
	       (module_starts(module_callee(i), "llvm.lifetime.") ||
		module_starts(module_callee(i), "llvm.dbg."));
}

static bool is_plainly_used(LLVMValueRef v)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
		if (!is_plain(LLVMGetUser(u), v))
			return false;
	return true;
}

/* The bytes of V; 0 if that is not known here. */
static unsigned long long bytes_of(LLVMTargetDataRef layout, LLVMValueRef v)
{
	LLVMValueRef count = LLVMGetOperand(v, 0);

	if (!LLVMIsAConstantInt(count))
		return 0;
	return LLVMConstIntGetZExtValue(count) *
	       LLVMABISizeOfType(layout, LLVMGetAllocatedType(v));
}

/* The address of V, of so many BYTES, as the check knows it. */
static LLVMValueRef build_note(LLVMBuilderRef b, LLVMValueRef v,
			       unsigned long long bytes)
{
	LLVMValueRef call = notes_description(v), note;
	char name[NOTE_NAME];

	notes_name(v, call, name);
	if (!*name)
		strcpy(name, "local variable");
	note = notes_build(b, v, LLVMTypeOf(v), NOTE_FRAME, bytes, name);
	if (call)
		LLVMInstructionSetDebugLoc(note,
					   LLVMInstructionGetDebugLoc(call));
	return note;
}

/* What uses V but is not plain uses NOTE. */
static void replace(LLVMValueRef v, LLVMValueRef note)
{
	LLVMUseRef next;

	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = next) {
		LLVMValueRef i = LLVMGetUser(u);

		next = LLVMGetNextUse(u);
		if (i == note || is_plain(i, v))
			continue;
		for (int k = 0; k < LLVMGetNumOperands(i); k++)
			if (LLVMGetOperand(i, (unsigned)k) == v)
				LLVMSetOperand(i, (unsigned)k, note);
		next = LLVMGetFirstUse(v);
	}
}

static void note_frame(LLVMValueRef f, LLVMTargetDataRef layout,
		       LLVMBuilderRef b)
{
	for EACH_INSTRUCTION(v, LLVMGetFirstBasicBlock(f)) {
		unsigned long long bytes = 0;

		if (LLVMIsAAllocaInst(v) && !is_plainly_used(v))
			bytes = bytes_of(layout, v);
		if (!bytes)
			continue;
		LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(v));
		replace(v, build_note(b, v, bytes));
	}
}

void frames_note(LLVMModuleRef m)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
	bool new = LLVMIsNewDbgInfoFormat(m);

	LLVMSetIsNewDbgInfoFormat(m, false);
	for EACH_FUNCTION(f, m)
		note_frame(f, LLVMGetModuleDataLayout(m), b);
	LLVMSetIsNewDbgInfoFormat(m, new);
	LLVMDisposeBuilder(b);
}
