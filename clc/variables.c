/* variables.c - where a debugger finds the variables of OpenCL C
 * SPDX-License-Identifier: Apache-2.0
 *
 * For SPIR clang describes the place of a variable as an address and the number
 * of its address space (DW_OP_xderef), which debuggers refuse. The core has one
 * address space, so the address alone is right.
 *
 * Preconditions: bitcode of clang for SPIR, not optimized: an expression has
 * nothing but that, and perhaps that the variable is behind a pointer.
 */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "clc/opencl.h"

enum { DEREF = 6 };             /* DW_OP_deref */
enum { EXPRESSION = 2 };        /* operand of llvm.dbg.declare and others */

/* Does CALL describe a variable? */
static bool describes(LLVMValueRef call)
{
	const char *name = module_callee(call);

	return module_starts(name, "llvm.dbg.declare") ||
	       module_starts(name, "llvm.dbg.value");
}

/* The operations of expression E without its address space: at most one, in OP;
 * -1: it is another one. */
static int plain(LLVMValueRef e, uint64_t *op)
{
	char *text = LLVMPrintValueToString(e), *at = strchr(text, '('), *end;
	int count = -1;

	if (at && module_starts(at, "(DW_OP_deref, ")) {
		at += strlen("DW_OP_deref, ");
		*op = DEREF;
		count = 1;
	}
	if (at && module_starts(at + 1, "DW_OP_constu, ")) {
		strtoul(at + 1 + strlen("DW_OP_constu, "), &end, 10);
		count = strcmp(end, ", DW_OP_swap, DW_OP_xderef)") ? -1 :
			count == 1;
	} else {
		count = -1;
	}
	LLVMDisposeMessage(text);
	return count;
}

/* CALL describes a variable: its address space goes. */
static void fix(LLVMValueRef call, LLVMDIBuilderRef b)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(call));
	uint64_t op;
	int count = plain(LLVMGetOperand(call, EXPRESSION), &op);

	if (count >= 0)
		LLVMSetOperand(call, EXPRESSION, LLVMMetadataAsValue(
			c, LLVMDIBuilderCreateExpression(b, &op,
							 (size_t)count)));
}

void variables_make_plain(LLVMModuleRef m)
{
	LLVMDIBuilderRef b = LLVMCreateDIBuilderDisallowUnresolved(m);
	bool new = LLVMIsNewDbgInfoFormat(m);

	LLVMSetIsNewDbgInfoFormat(m, false);
	for EACH_FUNCTION(f, m)
		for EACH_BLOCK(block, f)
			for EACH_INSTRUCTION(i, block)
				if (LLVMIsACallInst(i) && describes(i))
					fix(i, b);
	LLVMSetIsNewDbgInfoFormat(m, new);
	LLVMDisposeDIBuilder(b);
}
