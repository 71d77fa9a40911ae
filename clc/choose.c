/* choose.c - one of two values without a branch
 * SPDX-License-Identifier: Apache-2.0
 *
 * With Zicond a choice is two czero and an or, else x and y are mixed by a
 * mask. Both are asm without side effects: nothing behind this recognizes a
 * select in it, but equal ones are merged and unused ones vanish. Of what is
 * wider than a word each word is chosen, of vectors, arrays and structures each
 * element.
 *
 * Preconditions: integers have at most 64 bits.
 */
#include "clc/lower.h"

#include <string.h>

value op(struct lowering *l, LLVMOpcode o, value x, value y)
{
	return LLVMBuildBinOp(l->b, o, x, y, "");
}

value k32(struct lowering *l, uint32_t x)
{
	return LLVMConstInt(l->i32, x, 0);
}

value k64(struct lowering *l, uint64_t x)
{
	return LLVMConstInt(l->i64, x, 0);
}

value compare(struct lowering *l, LLVMIntPredicate p, value x, value y)
{
	return LLVMBuildICmp(l->b, p, x, y, "");
}

value asm_of(struct lowering *l, const char *text, const char *constraints,
	     LLVMTypeRef result, int count, value *args, bool effects)
{
	LLVMTypeRef types[4];
	LLVMTypeRef type;
	value a;

	for (int i = 0; i < count; i++)
		types[i] = LLVMTypeOf(args[i]);
	type = LLVMFunctionType(result, types, (unsigned)count, 0);
	a = LLVMGetInlineAsm(type, text, strlen(text), constraints,
			     strlen(constraints), effects, 0,
			     LLVMInlineAsmDialectATT, 0);
	return LLVMBuildCall2(l->b, type, a, args, (unsigned)count, "");
}

value low(struct lowering *l, value x)
{
	return LLVMBuildTrunc(l->b, x, l->i32, "");
}

/* Of 33 to 63 bits, too. */
value high(struct lowering *l, value x)
{
	x = LLVMBuildZExtOrBitCast(l->b, x, l->i64, "");
	return low(l, op(l, LLVMLShr, x, k64(l, 32)));
}

value wide(struct lowering *l, value lo, value hi)
{
	return op(l, LLVMOr, LLVMBuildZExt(l->b, lo, l->i64, ""),
		  op(l, LLVMShl, LLVMBuildZExt(l->b, hi, l->i64, ""),
		     k64(l, 32)));
}

static bool is_zero(value v)
{
	return LLVMIsAConstantInt(v) && !LLVMConstIntGetZExtValue(v);
}

/* X where C, a word, is not 0, else Y. */
static value choose_word(struct lowering *l, value c, value x, value y)
{
	value x_args[] = { x, c }, y_args[] = { y, c }, m;

	if (x == y)
		return x;
	if (l->t->zicond) {
		if (!is_zero(x))
			x = asm_of(l, "czero.eqz $0, $1, $2", "=r,r,r", l->i32,
				   2, x_args, false);
		if (!is_zero(y))
			y = asm_of(l, "czero.nez $0, $1, $2", "=r,r,r", l->i32,
				   2, y_args, false);
		return is_zero(x) ? y : is_zero(y) ? x : op(l, LLVMOr, x, y);
	}
	m = op(l, LLVMSub, k32(l, 0), c);
	m = asm_of(l, "", "=r,0", l->i32, 1, &m, false);
	if (is_zero(y))
		return op(l, LLVMAnd, x, m);
	return op(l, LLVMXor, y, op(l, LLVMAnd, op(l, LLVMXor, x, y), m));
}

static value choose_parts(struct lowering *l, value c, value x, value y,
			  LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	bool vector = kind == LLVMVectorTypeKind;
	unsigned n = vector ? LLVMGetVectorSize(type) :
		     kind == LLVMArrayTypeKind ?
		     (unsigned)LLVMGetArrayLength2(type) :
		     LLVMCountStructElementTypes(type);
	bool each = LLVMGetTypeKind(LLVMTypeOf(c)) == LLVMVectorTypeKind;
	value r = LLVMGetUndef(type);

	for (unsigned i = 0; i < n; i++) {
		value k = k32(l, i), part;

		if (!vector) {
			part = choose(l, c,
				      LLVMBuildExtractValue(l->b, x, i, ""),
				      LLVMBuildExtractValue(l->b, y, i, ""));
			r = LLVMBuildInsertValue(l->b, r, part, i, "");
			continue;
		}
		part = choose(l,
			      each ? LLVMBuildExtractElement(l->b, c, k, "")
				   : c,
			      LLVMBuildExtractElement(l->b, x, k, ""),
			      LLVMBuildExtractElement(l->b, y, k, ""));
		r = LLVMBuildInsertElement(l->b, r, part, k, "");
	}
	return r;
}

/* X where C, a bit, is set, else Y. */
value choose(struct lowering *l, value c, value x, value y)
{
	LLVMTypeRef type = LLVMTypeOf(x);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	unsigned bits;
	value word, r;

	switch (kind) {
	case LLVMFloatTypeKind:
		x = LLVMBuildBitCast(l->b, x, l->i32, "");
		y = LLVMBuildBitCast(l->b, y, l->i32, "");
		return LLVMBuildBitCast(l->b, choose(l, c, x, y), type, "");
	case LLVMDoubleTypeKind:
		x = LLVMBuildBitCast(l->b, x, l->i64, "");
		y = LLVMBuildBitCast(l->b, y, l->i64, "");
		return LLVMBuildBitCast(l->b, choose(l, c, x, y), type, "");
	case LLVMPointerTypeKind:
		x = LLVMBuildPtrToInt(l->b, x, l->i32, "");
		y = LLVMBuildPtrToInt(l->b, y, l->i32, "");
		return LLVMBuildIntToPtr(l->b, choose(l, c, x, y), type, "");
	case LLVMVectorTypeKind:
	case LLVMStructTypeKind:
	case LLVMArrayTypeKind:
		return choose_parts(l, c, x, y, type);
	case LLVMIntegerTypeKind:
		break;
	default:
		report_fatal(CLC_REFUSED, "a choice of a type that the "
			     "core has no registers for");
	}
	/* What is not chosen may be poison, which must not come through. */
	if (!LLVMIsConstant(x))
		x = LLVMBuildFreeze(l->b, x, "");
	if (!LLVMIsConstant(y))
		y = LLVMBuildFreeze(l->b, y, "");
	bits = LLVMGetIntTypeWidth(type);
	if (bits == 1)
		return op(l, LLVMOr, op(l, LLVMAnd, c, x),
			  op(l, LLVMAnd, LLVMBuildNot(l->b, c, ""), y));
	word = LLVMBuildZExt(l->b, c, l->i32, "");
	if (bits == 32)
		return choose_word(l, word, x, y);
	if (bits > 64)
		report_fatal(CLC_REFUSED, "an integer of %u bits; 64 are "
			     "the most", bits);
	if (bits < 32) {
		r = choose_word(l, word, LLVMBuildZExt(l->b, x, l->i32, ""),
				LLVMBuildZExt(l->b, y, l->i32, ""));
		return LLVMBuildTrunc(l->b, r, type, "");
	}
	x = LLVMBuildZExtOrBitCast(l->b, x, l->i64, "");
	y = LLVMBuildZExtOrBitCast(l->b, y, l->i64, "");
	r = wide(l, choose_word(l, word, low(l, x), low(l, y)),
		 choose_word(l, word, high(l, x), high(l, y)));
	return LLVMBuildTruncOrBitCast(l->b, r, type, "");
}

bool is_wide(value v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(t) > 32;
}
