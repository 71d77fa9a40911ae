/* locals.c - variables in local memory become places behind here->room
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each entry has its own; a variable of a function that several kernels call
 * has a place in each.
 *
 * Preconditions: the functions of the program are part of the entries.
 */
#include <llvm-c/Target.h>
#include <stddef.h>
#include <stdlib.h>

#include "clc/opencl.h"
#include "sw/cl/cl.h"

enum { GAP = 16 };              /* alignment of variables, at least */

struct placing {
	const struct opencl *o;
	struct opencl_kernel *k;
	LLVMBuilderRef b;
	LLVMValueRef room;
	struct map offset;      /* of variables, plus 1 */
};

static bool is_local(LLVMValueRef v)
{
	return LLVMIsAGlobalVariable(v) &&
	       LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == SPACE_LOCAL;
}

static bool has_local(LLVMValueRef v)
{
	if (is_local(v))
		return true;
	if (!LLVMIsAConstantExpr(v))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (has_local(LLVMGetOperand(v, (unsigned)i)))
			return true;
	return false;
}

static uint32_t offset_of(struct placing *p, LLVMValueRef v)
{
	int at = map_get(&p->offset, v, 0);
	uint32_t align = LLVMGetAlignment(v), offset;

	if (at)
		return (uint32_t)at - 1;
	if (align < GAP)
		align = GAP;
	offset = (p->k->local_bytes + align - 1) / align * align;
	p->k->local_bytes = offset + (uint32_t)LLVMABISizeOfType(
		p->o->layout, LLVMGlobalGetValueType(v));
	map_set(&p->offset, v, (int)offset + 1);
	return offset;
}

/* Instructions for V, a constant that has the address of a local variable. */
static LLVMValueRef placed(struct placing *p, LLVMValueRef v, LLVMValueRef i)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(v));
	LLVMValueRef *operand, r;
	unsigned n;

	if (!has_local(v))
		return v;
	if (is_local(v)) {
		r = LLVMConstInt(LLVMInt32TypeInContext(c), offset_of(p, v),
				 0);
		return LLVMBuildGEP2(p->b, LLVMInt8TypeInContext(c), p->room,
				     &r, 1, "");
	}
	n = (unsigned)LLVMGetNumOperands(v);
	operand = map_alloc((int)n, sizeof *operand);
	for (unsigned k = 0; k < n; k++)
		operand[k] = placed(p, LLVMGetOperand(v, k), i);
	switch (LLVMGetConstOpcode(v)) {
	case LLVMGetElementPtr:
		r = LLVMBuildGEP2(p->b, LLVMGetGEPSourceElementType(v),
				  operand[0], operand + 1, n - 1, "");
		break;
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMXor:
		r = LLVMBuildBinOp(p->b, LLVMGetConstOpcode(v), operand[0],
				   operand[1], "");
		break;
	case LLVMAddrSpaceCast:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMTrunc:
	case LLVMBitCast:
		r = LLVMBuildCast(p->b, LLVMGetConstOpcode(v), operand[0],
				  LLVMTypeOf(v), "");
		break;
	default:
		report_refused(i, "a constant that is computed from the "
			       "address of a local variable");
		r = LLVMGetUndef(LLVMTypeOf(v));
	}
	free(operand);
	return r;
}

static void place_operands(struct placing *p, LLVMValueRef i)
{
	unsigned n = (unsigned)LLVMGetNumOperands(i);

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef v = LLVMGetOperand(i, k);

		if (LLVMValueIsBasicBlock(v) || !has_local(v))
			continue;
		if (LLVMIsAPHINode(i))
			LLVMPositionBuilderBefore(
				p->b, LLVMGetBasicBlockTerminator(
					      LLVMGetIncomingBlock(i, k)));
		else
			LLVMPositionBuilderBefore(p->b, i);
		LLVMSetOperand(i, k, placed(p, v, i));
	}
}

/* Whether an argument of K is in local memory. */
static bool has_local_argument(const struct opencl_kernel *k)
{
	for (uint32_t i = 0; i < k->count; i++)
		if (k->args[i].kind == WW_CL_LOCAL)
			return true;
	return false;
}

void locals_place(const struct opencl *o, struct opencl_kernel *k,
		  LLVMValueRef f)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);
	struct placing p = { .o = o, .k = k };
	LLVMBasicBlockRef first = LLVMGetFirstBasicBlock(f);

	p.b = LLVMCreateBuilderInContext(c);
	LLVMPositionBuilderBefore(p.b, LLVMGetFirstInstruction(first));
	p.room = entries_load(p.b, LLVMGetParam(f, ENTRY_HERE),
			      offsetof(struct ww_cl_here, room),
			      LLVMPointerTypeInContext(c, SPACE_LOCAL));
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			place_operands(&p, i);
	k->together |= k->local_bytes > 0 || has_local_argument(k);
	map_free(&p.offset);
	LLVMDisposeBuilder(p.b);
	report_end_phase();
}
