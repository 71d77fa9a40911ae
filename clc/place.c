/* place.c - variables become places behind a pointer
 * SPDX-License-Identifier: Apache-2.0
 *
 * A use may be a constant that is computed from the address of the variable: it
 * becomes instructions.
 */
#include "clc/clc.h"

#include <stdlib.h>

bool place_has(const struct placing *p, LLVMValueRef v)
{
	if (LLVMIsAGlobalVariable(v))
		return p->is_placed(v);
	if (!LLVMIsAConstantExpr(v))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (place_has(p, LLVMGetOperand(v, (unsigned)i)))
			return true;
	return false;
}

static LLVMValueRef build_place(struct placing *p, LLVMValueRef v)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(v));
	LLVMValueRef at = LLVMConstInt(LLVMInt32TypeInContext(c),
				       p->offset(p->ctx, v), 0);

	return LLVMBuildGEP2(p->b, LLVMInt8TypeInContext(c), p->room, &at, 1,
			     "");
}

/* Instructions for V, a constant that has the address of a variable. */
static LLVMValueRef placed(struct placing *p, LLVMValueRef v, LLVMValueRef i)
{
	LLVMValueRef *operand, r;
	unsigned n;

	if (!place_has(p, v))
		return v;
	if (LLVMIsAGlobalVariable(v))
		return build_place(p, v);
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
			       "address of a %s variable", p->kind);
		r = LLVMGetUndef(LLVMTypeOf(v));
	}
	free(operand);
	return r;
}

void place_operands(struct placing *p, LLVMValueRef i)
{
	unsigned n = (unsigned)LLVMGetNumOperands(i);

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef v = LLVMGetOperand(i, k);

		if (LLVMValueIsBasicBlock(v) || !place_has(p, v))
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
