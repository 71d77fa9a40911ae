/* print.c - printf of OpenCL C becomes vx_printf of the runtime
 * SPDX-License-Identifier: Apache-2.0
 *
 * vx_printf takes floats as doubles, as C does, and returns nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "clc/opencl.h"

void print_replace(LLVMModuleRef m, LLVMValueRef call)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
	LLVMTypeRef f32 = LLVMFloatTypeInContext(c), p, type;
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef *args = map_alloc((int)n, sizeof *args);
	LLVMValueRef to = LLVMGetNamedFunction(m, "vx_printf");

	p = LLVMTypeOf(LLVMGetOperand(call, 0));
	type = LLVMFunctionType(LLVMVoidTypeInContext(c), &p, 1, 1);
	if (!to)
		to = LLVMAddFunction(m, "vx_printf", type);
	LLVMPositionBuilderBefore(b, call);
	for (unsigned i = 0; i < n; i++) {
		args[i] = LLVMGetOperand(call, i);
		if (LLVMTypeOf(args[i]) == f32)
			args[i] = LLVMBuildFPExt(
				b, args[i], LLVMDoubleTypeInContext(c), "");
	}
	LLVMBuildCall2(b, type, to, args, n, "");
	LLVMReplaceAllUsesWith(call, LLVMConstNull(LLVMTypeOf(call)));
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(b);
	free(args);
}
