/* lines.c - accesses to memory that LLVM has moved get a line of the source
 * SPDX-License-Identifier: Apache-2.0
 *
 * LLVM takes the line from what it moves out of a loop, since a debugger that
 * stops there would jump. A trap should name it nevertheless: the access gets
 * the line of another one to that address, of what uses its value, or of what
 * makes its value or address.
 *
 * Preconditions: optimized.
 */
#include <llvm-c/DebugInfo.h>

#include "clc/clc.h"

enum { DEPTH = 3 };             /* of phis */

/* The line of I; that of its function is none. */
static LLVMMetadataRef line_of(LLVMValueRef i)
{
	LLVMMetadataRef at, f;
	unsigned line;

	if (!LLVMIsAInstruction(i))
		return NULL;
	at = LLVMInstructionGetDebugLoc(i);
	line = at ? LLVMDILocationGetLine(at) : 0;
	f = LLVMGetSubprogram(LLVMGetBasicBlockParent(
		LLVMGetInstructionParent(i)));
	return line && f && line != LLVMDISubprogramGetLine(f) ? at : NULL;
}

/* The address that I accesses; NULL if it is no access. */
static LLVMValueRef address_of(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		return LLVMGetOperand(i, 0);
	case LLVMStore:
		return LLVMGetOperand(i, 1);
	default:
		return NULL;
	}
}

/* The line of an instruction that uses V; of an access to V if ACCESS. */
static LLVMMetadataRef line_of_user(LLVMValueRef v, bool access, int depth)
{
	LLVMMetadataRef at = NULL;

	/* What is no part of a function may be used in several. */
	if (!LLVMIsAInstruction(v) && !LLVMIsAArgument(v))
		return NULL;
	for (LLVMUseRef u = LLVMGetFirstUse(v); u && !at;
	     u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		if (!access || address_of(user) == v)
			at = line_of(user);
		if (!at && !access && depth < DEPTH && LLVMIsAPHINode(user))
			at = line_of_user(user, access, depth + 1);
	}
	return at;
}

static LLVMMetadataRef find_line(LLVMValueRef i, LLVMValueRef address)
{
	LLVMMetadataRef at = line_of_user(address, true, 0);

	if (!at)
		at = line_of_user(i, false, 0);
	if (!at && LLVMIsAStoreInst(i))
		at = line_of(LLVMGetOperand(i, 0));
	return at ? at : line_of(address);
}

void lines_find(LLVMModuleRef m)
{
	for EACH_FUNCTION(f, m)
		for EACH_BLOCK(b, f)
			for EACH_INSTRUCTION(i, b) {
				LLVMValueRef address = address_of(i);
				LLVMMetadataRef at;

				if (!address || line_of(i))
					continue;
				at = find_line(i, address);
				if (at)
					LLVMInstructionSetDebugLoc(i, at);
			}
}
