/* lower.c - what the back end would make branches of becomes arithmetic
 * SPDX-License-Identifier: Apache-2.0
 *
 * select, minima and maxima, saturating sums, comparisons, shifts and counts of
 * zeros of 64 bits, rounding to whole floats, and cmpxchg: for RV32 the back
 * end of LLVM 19 expands each by a branch on data, or for cmpxchg by a loop.
 * Choices are choose.c's; whole numbers of floats come from fcvt.w.s with its
 * rounding mode in the instruction, cmpxchg becomes amocas.w.
 *
 * Preconditions: scalars; vectors that are left are chosen element by element.
 * Integers have at most 64 bits. No pass of LLVM's middle end follows.
 */
#include "clc/lower.h"

#include <stdio.h>
#include <string.h>

/* X, an integer of more than 32 bits, as one of 64. */
static value extended(struct lowering *l, value x, bool signed_)
{
	return signed_ ? LLVMBuildSExtOrBitCast(l->b, x, l->i64, "") :
	       LLVMBuildZExtOrBitCast(l->b, x, l->i64, "");
}

static value compare_wide(struct lowering *l, LLVMIntPredicate p, value x,
			  value y)
{
	bool signed_ = p == LLVMIntSGT || p == LLVMIntSGE ||
		       p == LLVMIntSLT || p == LLVMIntSLE;
	value xl, xh, yl, yh;
	LLVMIntPredicate strict = p, unsigned_ = p;

	x = extended(l, x, signed_);
	y = extended(l, y, signed_);
	xl = low(l, x), xh = high(l, x), yl = low(l, y), yh = high(l, y);
	if (p == LLVMIntEQ || p == LLVMIntNE)
		return compare(l, p,
			       op(l, LLVMOr, op(l, LLVMXor, xl, yl),
				  op(l, LLVMXor, xh, yh)),
			       k32(l, 0));
	switch (p) {
	case LLVMIntUGE: strict = LLVMIntUGT; break;
	case LLVMIntULE: strict = LLVMIntULT; break;
	case LLVMIntSGE: strict = LLVMIntSGT; unsigned_ = LLVMIntUGE; break;
	case LLVMIntSLE: strict = LLVMIntSLT; unsigned_ = LLVMIntULE; break;
	case LLVMIntSGT: unsigned_ = LLVMIntUGT; break;
	case LLVMIntSLT: unsigned_ = LLVMIntULT; break;
	default: break;
	}
	return op(l, LLVMOr, compare(l, strict, xh, yh),
		  op(l, LLVMAnd, compare(l, LLVMIntEQ, xh, yh),
		     compare(l, unsigned_, xl, yl)));
}

/* X or, of 64 bits, its halves moved by Y: both halves for a distance below 32,
 * and for one from 32 on, are computed. */
static value shift_64(struct lowering *l, LLVMOpcode o, value x, value y)
{
	value n = low(l, y), xl = low(l, x), xh = high(l, x);
	value by = op(l, LLVMAnd, n, k32(l, 31));
	value rest = op(l, LLVMSub, k32(l, 31), by);
	value far = compare(l, LLVMIntNE, op(l, LLVMAnd, n, k32(l, 32)),
			    k32(l, 0));
	value one = k32(l, 1), lo, hi, over;

	if (o == LLVMShl) {
		lo = op(l, LLVMShl, xl, by);
		over = op(l, LLVMLShr, op(l, LLVMLShr, xl, one), rest);
		hi = op(l, LLVMOr, op(l, LLVMShl, xh, by), over);
		return wide(l, choose(l, far, k32(l, 0), lo),
			    choose(l, far, lo, hi));
	}
	hi = op(l, o, xh, by);
	over = op(l, LLVMShl, op(l, LLVMShl, xh, one), rest);
	lo = op(l, LLVMOr, op(l, LLVMLShr, xl, by), over);
	return wide(l, choose(l, far, hi, lo),
		    choose(l, far,
			   o == LLVMAShr ? op(l, LLVMAShr, xh, k32(l, 31))
					 : k32(l, 0),
			   hi));
}

static value shift_wide(struct lowering *l, LLVMOpcode o, value x, value y)
{
	value r = shift_64(l, o, extended(l, x, o == LLVMAShr), y);

	return LLVMBuildTruncOrBitCast(l->b, r, LLVMTypeOf(x), "");
}

static value call_of(struct lowering *l, const char *name, LLVMTypeRef type,
		     int count, value *args)
{
	LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(
		LLVMGetInsertBlock(l->b)));
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	value f = LLVMGetIntrinsicDeclaration(m, id, &type, 1);

	return LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, args,
			      (unsigned)count, "");
}

/* llvm.ctlz and llvm.cttz of at most 32 bits, of which zero has all. Without an
 * instruction the back end asks whether X is zero; of X or its last bit it need
 * not. */
static value zeros(struct lowering *l, bool leading, value x)
{
	LLVMTypeRef type = LLVMTypeOf(x);
	const char *name = leading ? "llvm.ctlz" : "llvm.cttz";
	value args[] = { x, LLVMConstInt(l->i1, l->t->zbb ? 0 : 1, 0) }, none;
	value last = LLVMConstInt(type, leading ? 0 :
				  LLVMGetIntTypeWidth(type) - 1, 0);

	if (l->t->zbb)
		return call_of(l, name, type, 2, args);
	x = LLVMBuildFreeze(l->b, x, "");
	none = LLVMBuildZExt(l->b, compare(l, LLVMIntEQ, x,
					   LLVMConstNull(type)), type, "");
	args[0] = op(l, LLVMOr, x, op(l, LLVMShl, none, last));
	return op(l, LLVMAdd, call_of(l, name, type, 2, args), none);
}

/* The same of more bits. Of fewer than 64, leading zeros come in front and
 * trailing ones end at a bit behind the last. */
static value zeros_wide(struct lowering *l, bool leading, value x)
{
	LLVMTypeRef type = LLVMTypeOf(x);
	unsigned bits = LLVMGetIntTypeWidth(type), more = 64 - bits;
	value first, second, none, a, b;

	x = extended(l, x, false);
	if (!leading && more)
		x = op(l, LLVMOr, x, k64(l, UINT64_C(1) << bits));
	first = leading ? high(l, x) : low(l, x);
	second = leading ? low(l, x) : high(l, x);
	none = compare(l, LLVMIntEQ, first, k32(l, 0));
	a = zeros(l, leading, first);
	b = zeros(l, leading, second);
	b = op(l, LLVMAdd, b, k32(l, 32));
	a = choose(l, none, b, a);
	if (leading && more)
		a = op(l, LLVMSub, a, k32(l, more));
	return LLVMBuildZExt(l->b, a, type, "");
}

/* I: llvm.ctlz or llvm.cttz. */
static value lower_zeros(struct lowering *l, const char *name, value i)
{
	bool leading = module_starts(name, "llvm.ctlz.");
	value x = LLVMGetOperand(i, 0);

	if (is_wide(x))
		return zeros_wide(l, leading, x);
	if (l->t->zbb || LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)))
		return NULL;
	return zeros(l, leading, x);
}

/* X rounded to a whole number by fcvt.w.s with MODE. Big ones are whole. */
static value whole(struct lowering *l, const char *mode, value x)
{
	char text[40];
	value n, r, args[2] = { x };

	snprintf(text, sizeof text, "fcvt.w.s $0, $1, %s", mode);
	if (l->t->f) {
		n = asm_of(l, text, "=r,f", l->i32, 1, args, false);
	} else {
		args[0] = LLVMBuildBitCast(l->b, x, l->i32, "");
		n = asm_of(l, text, "=r,r", l->i32, 1, args, false);
	}
	args[0] = LLVMBuildSIToFP(l->b, n, l->f32, "");
	args[1] = x;
	r = call_of(l, "llvm.copysign", l->f32, 2, args);
	n = call_of(l, "llvm.fabs", l->f32, 1, &x);
	return choose(l,
		      LLVMBuildFCmp(l->b, LLVMRealOLT, n,
				    LLVMConstReal(l->f32, 8388608.0), ""),
		      r, x);
}

static value lower_rounding(struct lowering *l, const char *name, value i)
{
	static const char *const modes[][2] = {
		{ "llvm.floor.f32", "rdn" },
		{ "llvm.ceil.f32", "rup" },
		{ "llvm.trunc.f32", "rtz" },
		{ "llvm.round.f32", "rmm" },
		{ "llvm.roundeven.f32", "rne" },
		{ "llvm.rint.f32", "rne" },
		{ "llvm.nearbyint.f32", "rne" },
		{ NULL, NULL }
	};

	if (!l->t->f && !l->t->zfinx)
		return NULL;    /* a function of the C library */
	for (int k = 0; modes[k][0]; k++)
		if (!strcmp(name, modes[k][0]))
			return whole(l, modes[k][1], LLVMGetOperand(i, 0));
	return NULL;
}

/* The functions that the back end calls for the conversions of 64 bits, and
 * without fcvt for those of 32, saturate by themselves (sw/cl/soft.c). */
static value call_conversion(struct lowering *l, const char *name, value i)
{
	value x = LLVMBuildFreeze(l->b, LLVMGetOperand(i, 0), "");

	return module_starts(name, "llvm.fptosi") ?
	       LLVMBuildFPToSI(l->b, x, LLVMTypeOf(i), "") :
	       LLVMBuildFPToUI(l->b, x, LLVMTypeOf(i), "");
}

/* fcvt stops at the ends of the integers, but NaN is to become 0. */
static value lower_conversion(struct lowering *l, const char *text, value i)
{
	value x = LLVMGetOperand(i, 0), number = x, n;

	if (!l->t->f)
		x = LLVMBuildBitCast(l->b, x, l->i32, "");
	n = asm_of(l, text, l->t->f ? "=r,f" : "=r,r", l->i32, 1, &x, false);
	return choose(l, LLVMBuildFCmp(l->b, LLVMRealORD, number, number, ""),
		      n, k32(l, 0));
}

static value lower_least(struct lowering *l, const char *name, value i)
{
	value x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
	LLVMIntPredicate p;

	if (l->t->zbb && LLVMTypeOf(x) == l->i32)
		return NULL;
	if (module_starts(name, "llvm.umin."))
		p = LLVMIntULT;
	else if (module_starts(name, "llvm.umax."))
		p = LLVMIntUGT;
	else if (module_starts(name, "llvm.smin."))
		p = LLVMIntSLT;
	else
		p = LLVMIntSGT;
	return choose(l,
		      is_wide(x) ? compare_wide(l, p, x, y)
				 : compare(l, p, x, y),
		      x, y);
}

/* The size of an integer of more than 32 bits. */
static value lower_size(struct lowering *l, value i)
{
	value x = LLVMBuildFreeze(l->b, LLVMGetOperand(i, 0), ""), below, r;

	x = extended(l, x, true);
	below = compare(l, LLVMIntSLT, high(l, x), k32(l, 0));
	r = choose(l, below, op(l, LLVMSub, k64(l, 0), x), x);
	return LLVMBuildTruncOrBitCast(l->b, r, LLVMTypeOf(i), "");
}

/* Sums and differences that stop at the ends of their type. */
static value lower_saturating(struct lowering *l, const char *name, value i)
{
	value x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1), r, over, end;
	LLVMTypeRef type = LLVMTypeOf(x);
	bool add = strstr(name, "add.sat.") != NULL, signed_ = name[5] == 's';
	unsigned bits = LLVMGetIntTypeWidth(type);
	value zero = LLVMConstNull(type);
	value last = LLVMConstInt(type, bits - 1, 0);

	r = op(l, add ? LLVMAdd : LLVMSub, x, y);
	if (!signed_) {
		over = bits > 32 ? compare_wide(l, LLVMIntULT, add ? r : x, y)
				 : compare(l, LLVMIntULT, add ? r : x, y);
		return choose(l, over, add ? LLVMConstAllOnes(type) : zero, r);
	}
	/* The signs: of a sum, both operands' differ from the result's. */
	over = op(l, LLVMAnd, op(l, LLVMXor, x, r),
		  add ? op(l, LLVMXor, y, r) : op(l, LLVMXor, x, y));
	over = op(l, LLVMLShr, over, last);
	over = LLVMBuildTrunc(l->b, over, l->i1, "");
	end = op(l, LLVMXor, op(l, LLVMAShr, x, last),
		 LLVMConstInt(type, (UINT64_C(1) << (bits - 1)) - 1, 0));
	return choose(l, over, end, r);
}

/* Funnel shifts of 64 bits by a variable distance. */
static value lower_funnel(struct lowering *l, bool left, value i)
{
	value x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
	value n = op(l, LLVMAnd, LLVMGetOperand(i, 2), k64(l, 63));
	value rest = op(l, LLVMSub, k64(l, 63), n), one = k64(l, 1);

	if (left)
		y = op(l, LLVMLShr, y, one);
	else
		x = op(l, LLVMShl, x, one);
	return op(l, LLVMOr, shift_wide(l, LLVMShl, x, left ? n : rest),
		  shift_wide(l, LLVMLShr, y, left ? rest : n));
}

static value lower_call(struct lowering *l, value i)
{
	const char *name = module_callee(i);
	value r;

	if (!module_starts(name, "llvm."))
		return NULL;
	if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind)
		return NULL;
	r = lower_rounding(l, name, i);
	if (r)
		return r;
	if (module_starts(name, "llvm.umin.") ||
	    module_starts(name, "llvm.umax.") ||
	    module_starts(name, "llvm.smin.") ||
	    module_starts(name, "llvm.smax."))
		return lower_least(l, name, i);
	if (module_starts(name, "llvm.abs.") && is_wide(i))
		return lower_size(l, i);
	if (strstr(name, "add.sat.i") || strstr(name, "sub.sat.i"))
		return lower_saturating(l, name, i);
	if (strstr(name, "i.sat.i64.f32") ||
	    (strstr(name, "i.sat.i32.f32") && !l->t->f && !l->t->zfinx))
		return call_conversion(l, name, i);
	if (!strcmp(name, "llvm.fptosi.sat.i32.f32"))
		return lower_conversion(l, "fcvt.w.s $0, $1, rtz", i);
	if (!strcmp(name, "llvm.fptoui.sat.i32.f32"))
		return lower_conversion(l, "fcvt.wu.s $0, $1, rtz", i);
	if (module_starts(name, "llvm.ctlz.") ||
	    module_starts(name, "llvm.cttz."))
		return lower_zeros(l, name, i);
	if (module_starts(name, "llvm.fshl.i64") ||
	    module_starts(name, "llvm.fshr.i64"))
		if (!LLVMIsConstant(LLVMGetOperand(i, 2)))
			return lower_funnel(l, name[8] == 'l', i);
	return NULL;
}

static bool has_atomics(struct lowering *l, value i)
{
	if (!l->t->a)
		report_refused(i, "atomic functions are for cores with isa.a = "
			       "true (-march=rv32ima)");
	return l->t->a;
}

/* cmpxchg of a word by amocas.w; the second result is whether it stored. */
static value lower_exchange(struct lowering *l, value i)
{
	LLVMTypeRef pair = LLVMTypeOf(i);
	value args[] = { LLVMGetOperand(i, 0), LLVMGetOperand(i, 2),
			 LLVMGetOperand(i, 1) };
	value old, r;

	if (!has_atomics(l, i))
		return LLVMGetUndef(pair);
	if (LLVMTypeOf(args[1]) != l->i32) {
		report_refused(i, "an atomic exchange of a type that is not a "
			       "word: int, unsigned, long");
		return LLVMGetUndef(pair);
	}
	old = asm_of(l, ".insn r 0x2f, 2, 0x17, $0, $1, $2",
		     "=&r,r,r,0,~{memory}", l->i32, 3, args, true);
	r = LLVMBuildInsertValue(l->b, LLVMGetUndef(pair), old, 0, "");
	return LLVMBuildInsertValue(l->b, r,
				    compare(l, LLVMIntEQ, old, args[2]), 1,
				    "");
}

/* Leaves an update to the back end, which has one instruction for it if no
 * order is asked for. A fence on either side makes the order. */
static void check_update(struct lowering *l, value i)
{
	if (!has_atomics(l, i))
		return;
	switch (LLVMGetAtomicRMWBinOp(i)) {
	case LLVMAtomicRMWBinOpXchg:
	case LLVMAtomicRMWBinOpAdd:
	case LLVMAtomicRMWBinOpSub:
	case LLVMAtomicRMWBinOpAnd:
	case LLVMAtomicRMWBinOpOr:
	case LLVMAtomicRMWBinOpXor:
	case LLVMAtomicRMWBinOpMax:
	case LLVMAtomicRMWBinOpMin:
	case LLVMAtomicRMWBinOpUMax:
	case LLVMAtomicRMWBinOpUMin:
		break;
	default:
		report_refused(i, "the core has no such atomic operation: add, "
			       "sub, and, or, xor, min, max, exchange");
	}
	if (LLVMABISizeOfType(l->layout, LLVMTypeOf(i)) != 4)
		report_refused(i, "an atomic function of other than 32 bits");
	if (LLVMGetOrdering(i) == LLVMAtomicOrderingMonotonic)
		return;
	LLVMBuildFence(l->b, LLVMAtomicOrderingSequentiallyConsistent, 0, "");
	LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(i));
	LLVMBuildFence(l->b, LLVMAtomicOrderingSequentiallyConsistent, 0, "");
	LLVMSetOrdering(i, LLVMAtomicOrderingMonotonic);
}

static value lowered(struct lowering *l, value i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	value x, y;

	switch (o) {
	case LLVMSelect:
		return choose(l, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1),
			      LLVMGetOperand(i, 2));
	case LLVMICmp:
		x = LLVMGetOperand(i, 0);
		if (!is_wide(x))
			return NULL;
		return compare_wide(l, LLVMGetICmpPredicate(i), x,
				    LLVMGetOperand(i, 1));
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
		x = LLVMGetOperand(i, 0);
		y = LLVMGetOperand(i, 1);
		if (!is_wide(x) || LLVMIsConstant(y))
			return NULL;
		return shift_wide(l, o, x, y);
	case LLVMAtomicCmpXchg:
		return lower_exchange(l, i);
	case LLVMAtomicRMW:
		check_update(l, i);
		return NULL;
	case LLVMCall:
		return lower_call(l, i);
	default:
		return NULL;
	}
}

void lower_function(LLVMValueRef function, const struct target *t)
{
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	struct lowering l = { t, c, LLVMCreateBuilderInContext(c),
			      LLVMInt1TypeInContext(c),
			      LLVMInt32TypeInContext(c),
			      LLVMInt64TypeInContext(c),
			      LLVMFloatTypeInContext(c),
			      LLVMGetModuleDataLayout(
				      LLVMGetGlobalParent(function)) };

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
	     b = LLVMGetNextBasicBlock(b))
		for (value i = LLVMGetFirstInstruction(b), next; i; i = next) {
			value r;

			LLVMPositionBuilderBefore(l.b, i);
			r = lowered(&l, i);
			next = LLVMGetNextInstruction(i);
			if (!r)
				continue;
			LLVMReplaceAllUsesWith(i, r);
			LLVMInstructionEraseFromParent(i);
		}
	LLVMDisposeBuilder(l.b);
}
