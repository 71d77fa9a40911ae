/* cuda_volatile.c - volatile accesses: what one thread tells another
 * SPDX-License-Identifier: Apache-2.0
 *
 * A thread that waits for a word of another block reads it with a volatile
 * load, which NVIDIA's devices answer from memory that all share. The data
 * cache of a core here may have an older line. So with several cores such a
 * load becomes an atomic or of 0, which the memory makes, or follows a fence
 * if the core has no atomic instructions. Eight bytes are two accesses: a
 * store has the upper half first and a load the lower one, so that who finds a
 * mark in the lower half finds what belongs to it in the upper.
 */
#include "clc/cuda.h"

struct fresh {
	struct cuda *c;
	LLVMBuilderRef b;
	/* Loads are atomic instructions, or behind a fence; or neither. */
	bool atomic, fenced;
};

static LLVMValueRef number(const struct fresh *f, unsigned long long n)
{
	return LLVMConstInt(f->c->i32, n, 0);
}

static LLVMValueRef place(const struct fresh *f, LLVMValueRef p, unsigned at)
{
	LLVMValueRef by = number(f, at);

	return at ? LLVMBuildGEP2(f->b, f->c->i8, p, &by, 1, "") : p;
}

/* The word at P + AT. */
static LLVMValueRef load_word(const struct fresh *f, LLVMValueRef p,
			      unsigned at)
{
	LLVMValueRef r;

	p = place(f, p, at);
	if (f->fenced)
		cuda_call(f->c, f->b, "llvm.nvvm.membar.gl",
			  LLVMVoidTypeInContext(f->c->context), NULL, 0);
	r = f->atomic ? LLVMBuildAtomicRMW(f->b, LLVMAtomicRMWBinOpOr, p,
					   number(f, 0),
					   LLVMAtomicOrderingMonotonic, 0) :
			LLVMBuildLoad2(f->b, f->c->i32, p, "");
	/* Of an atomic or of 0 it keeps LLVM from making a load. */
	LLVMSetVolatile(r, 1);
	if (!f->atomic)
		LLVMSetAlignment(r, 4);
	return r;
}

static void store_word(const struct fresh *f, LLVMValueRef v, LLVMValueRef p,
		       unsigned at)
{
	LLVMValueRef s = LLVMBuildStore(f->b, v, place(f, p, at));

	LLVMSetVolatile(s, 1);
	LLVMSetAlignment(s, 4);
}

/* Is T a number or an address? */
static bool is_plain(LLVMTypeRef t)
{
	LLVMTypeKind kind = LLVMGetTypeKind(t);

	return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
	       kind == LLVMDoubleTypeKind || kind == LLVMPointerTypeKind;
}

/* The bytes BITS as a T. */
static LLVMValueRef from_bits(const struct fresh *f, LLVMValueRef bits,
			      LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind ?
	       LLVMBuildIntToPtr(f->b, bits, t, "") :
	       LLVMBuildBitCast(f->b, bits, t, "");
}

static LLVMValueRef to_bits(const struct fresh *f, LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ?
	       LLVMBuildPtrToInt(f->b, v, f->c->i64, "") :
	       LLVMBuildBitCast(f->b, v, f->c->i64, "");
}

/* One or two bytes of the word around them. */
static LLVMValueRef load_part(const struct fresh *f, LLVMValueRef p,
			      LLVMTypeRef t)
{
	LLVMValueRef at = LLVMBuildPtrToInt(f->b, p, f->c->i64, "");
	LLVMValueRef low = LLVMConstInt(f->c->i64, 3, 0), by, r;

	by = LLVMBuildAnd(f->b, at, low, "");
	at = LLVMBuildAnd(f->b, at, LLVMBuildNot(f->b, low, ""), "");
	p = LLVMBuildIntToPtr(f->b, at, LLVMTypeOf(p), "");
	by = LLVMBuildMul(f->b, LLVMBuildTrunc(f->b, by, f->c->i32, ""),
			  number(f, 8), "");
	r = LLVMBuildLShr(f->b, load_word(f, p, 0), by, "");
	return LLVMBuildTrunc(f->b, r, t, "");
}

static bool change_load(const struct fresh *f, LLVMValueRef i)
{
	LLVMTypeRef t = LLVMTypeOf(i), i64 = f->c->i64;
	LLVMValueRef p = LLVMGetOperand(i, 0), r, low, high;
	unsigned long long bytes = LLVMStoreSizeOfType(f->c->layout, t);
	bool is_int = LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
	bool past = f->atomic || f->fenced;

	if (!is_plain(t))
		return false;
	if (bytes == 8) {
		low = LLVMBuildZExt(f->b, load_word(f, p, 0), i64, "");
		high = LLVMBuildZExt(f->b, load_word(f, p, 4), i64, "");
		high = LLVMBuildShl(f->b, high, LLVMConstInt(i64, 32, 0), "");
		r = from_bits(f, LLVMBuildOr(f->b, high, low, ""), t);
	} else if (bytes == 4 && past) {
		r = from_bits(f, load_word(f, p, 0), t);
	} else if (bytes < 4 && is_int && past) {
		r = load_part(f, p, t);
	} else {
		return false;
	}
	LLVMReplaceAllUsesWith(i, r);
	return true;
}

static bool change_store(const struct fresh *f, LLVMValueRef i)
{
	LLVMValueRef v = LLVMGetOperand(i, 0), p = LLVMGetOperand(i, 1), high;
	LLVMTypeRef t = LLVMTypeOf(v);

	if (!is_plain(t) || LLVMStoreSizeOfType(f->c->layout, t) != 8)
		return false;
	v = to_bits(f, v);
	high = LLVMBuildLShr(f->b, v, LLVMConstInt(f->c->i64, 32, 0), "");
	store_word(f, LLVMBuildTrunc(f->b, high, f->c->i32, ""), p, 4);
	store_word(f, LLVMBuildTrunc(f->b, v, f->c->i32, ""), p, 0);
	return true;
}

/* Is P in a variable of the function, which no other thread sees? */
static bool is_own(LLVMValueRef p)
{
	while (LLVMIsAGetElementPtrInst(p) || LLVMIsAAddrSpaceCastInst(p) ||
	       LLVMIsABitCastInst(p))
		p = LLVMGetOperand(p, 0);
	return LLVMIsAAllocaInst(p) != NULL;
}

/* Changes I, a volatile access to memory that all cores share. */
static bool change(const struct fresh *f, LLVMValueRef i)
{
	bool load = LLVMIsALoadInst(i) != NULL;
	LLVMValueRef p;

	if ((!load && !LLVMIsAStoreInst(i)) || !LLVMGetVolatile(i))
		return false;
	p = LLVMGetOperand(i, load ? 0 : 1);
	if (cuda_is_shared(p) || is_own(p))
		return false;
	LLVMPositionBuilderBefore(f->b, i);
	LLVMSetCurrentDebugLocation2(f->b, LLVMInstructionGetDebugLoc(i));
	return load ? change_load(f, i) : change_store(f, i);
}

void cuda_volatile(struct cuda *c, bool several, bool atomic)
{
	struct fresh f = {
		.c = c, .b = LLVMCreateBuilderInContext(c->context),
		.atomic = several && atomic, .fenced = several && !atomic
	};

	for EACH_FUNCTION(fn, c->module)
		for EACH_BLOCK(b, fn)
			for (LLVMValueRef i = LLVMGetFirstInstruction(b), next;
			     i; i = next) {
				next = LLVMGetNextInstruction(i);
				if (change(&f, i))
					LLVMInstructionEraseFromParent(i);
			}
	LLVMDisposeBuilder(f.b);
}
