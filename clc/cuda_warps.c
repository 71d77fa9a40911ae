/* cuda_warps.c - programs that take a warp for 32 threads
 * SPDX-License-Identifier: Apache-2.0
 *
 * On a core with narrower warps, shuffles and votes do not see the threads that
 * the program means: they are refused. Volatile accesses to shared memory
 * without a barrier are the older way to rely on the width: these get a
 * warning, since there are other uses of them.
 */
#include <string.h>

#include "clc/cuda.h"

bool cuda_is_shared(LLVMValueRef v)
{
	for (int k = 0; k < 20; k++) {
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == NV_SHARED)
			return true;
		if (LLVMIsAGetElementPtrInst(v) ||
		    LLVMIsAAddrSpaceCastInst(v) || LLVMIsAConstantExpr(v))
			v = LLVMGetOperand(v, 0);
		else
			return false;
	}
	return false;
}

static bool is_volatile_shared(LLVMValueRef i)
{
	if (LLVMIsALoadInst(i))
		return LLVMGetVolatile(i) &&
		       cuda_is_shared(LLVMGetOperand(i, 0));
	return LLVMIsAStoreInst(i) && LLVMGetVolatile(i) &&
	       cuda_is_shared(LLVMGetOperand(i, 1));
}

/* One message for each kernel. */
static void check(LLVMValueRef f, unsigned threads)
{
	bool told = false;

	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b) {
			if (LLVMIsACallInst(i) && !told &&
			    module_starts(module_asm(i), ".insn r 0x0b")) {
				report_refused(i, "a shuffle or vote, in a "
					       "program for warps of 32 "
					       "threads; this core's have %u",
					       threads);
				return;
			}
			if (!told && is_volatile_shared(i)) {
				report_warned(i, "volatile shared memory: if "
					      "the program relies on warps of "
					      "32 threads, it is wrong on this "
					      "core, whose warps have %u",
					      threads);
				told = true;
			}
		}
}

void cuda_warps(struct cuda *c, unsigned threads)
{
	for (int i = 0; i < c->count && threads < 32; i++)
		check(c->kernels[i], threads);
	report_end_phase();
}
