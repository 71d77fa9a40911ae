/* cuda_ptx_atomic.c - NVPTX's atomic instructions
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of 32 bits. The scope is always the device. One that is not relaxed has
 * fences on both sides.
 */
#include <string.h>

#include "clc/cuda_ptx.h"

static const struct {
	const char *name;
	LLVMAtomicRMWBinOp plain, sign, real;
} operations[] = {
	{ "add", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd,
	  LLVMAtomicRMWBinOpFAdd },
	{ "and", LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd, 0 },
	{ "or", LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr, 0 },
	{ "xor", LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor, 0 },
	{ "exch", LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg, 0 },
	{ "min", LLVMAtomicRMWBinOpUMin, LLVMAtomicRMWBinOpMin, 0 },
	{ "max", LLVMAtomicRMWBinOpUMax, LLVMAtomicRMWBinOpMax, 0 }
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static bool is_relaxed(const struct ptx_insn *s)
{
	return ptx_has(s, "relaxed") ||
	       (!ptx_has(s, "acquire") && !ptx_has(s, "release") &&
		!ptx_has(s, "acq_rel") && !ptx_has(s, "sc"));
}

/* What the word at AT was; the operands are from FIRST on. */
static LLVMValueRef compare(struct ptx *p, const struct ptx_insn *s,
			    LLVMValueRef at, unsigned first)
{
	LLVMValueRef was = ptx_get_as(p, s->arg[first], p->c->i32);
	LLVMValueRef to = ptx_get_as(p, s->arg[first + 1], p->c->i32), both;

	both = LLVMBuildAtomicCmpXchg(p->b, at, was, to,
				      LLVMAtomicOrderingMonotonic,
				      LLVMAtomicOrderingMonotonic, 0);
	return LLVMBuildExtractValue(p->b, both, 0, "");
}

static LLVMValueRef change(struct ptx *p, const struct ptx_insn *s,
			   LLVMValueRef at, unsigned first)
{
	LLVMTypeRef t = ptx_llvm_type(p, s->type);

	for (int i = 0; i < OPERATIONS; i++) {
		LLVMAtomicRMWBinOp op = s->type->real ? operations[i].real :
			s->type->sign ? operations[i].sign :
					operations[i].plain;

		if (ptx_has(s, operations[i].name) && (!s->type->real || op))
			return LLVMBuildAtomicRMW(
				p->b, op, at, ptx_get_as(p, s->arg[first], t),
				LLVMAtomicOrderingMonotonic, 0);
	}
	return ptx_bad(p);
}

/* atom.add.acquire.gpu.u32 d, [a], b, and red, which has no d. */
static LLVMValueRef make(struct ptx *p, const struct ptx_insn *s, bool result)
{
	const bool cas = ptx_has(s, "cas");
	const unsigned first = result + 1U;
	LLVMValueRef at, was;

	if (s->args != first + 1 + cas || s->type->bits != 32 || p->guard)
		return ptx_bad(p);
	at = ptx_address(p, s->arg[first - 1], 0);
	if (p->bad)
		return NULL;
	if (!is_relaxed(s))
		ptx_fence(p);
	was = cas ? compare(p, s, at, first) : change(p, s, at, first);
	if (!is_relaxed(s))
		ptx_fence(p);
	return was;
}

static LLVMValueRef op_atom(struct ptx *p, const struct ptx_insn *s)
{
	return make(p, s, true);
}

static LLVMValueRef op_red(struct ptx *p, const struct ptx_insn *s)
{
	make(p, s, false);
	return NULL;
}

#define HOW " global shared relaxed acquire release acq_rel sc cta gpu sys" \
	    " add and or xor exch min max cas "

const struct ptx_row ptx_atomic[] = {
	{ "atom", HOW, op_atom, true, true },
	{ "red", HOW, op_red, true, false },
	{ NULL, NULL, NULL, false, false }
};
