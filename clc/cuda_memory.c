/* cuda_memory.c - pointers of 32 bits in registers, of 64 bits in memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * The host computes with structures whose pointers, longs and sizes have 64
 * bits, and so must the kernels. Addresses of the core have 32 bits; in memory
 * the upper half is zero. An access to a pointer becomes one to 64 bits; places
 * in types that have pointers become numbers of bytes, computed with the layout
 * of NVPTX, and variables of such types become words. All else has the same
 * layout for NVPTX and for RV32.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "clc/cuda.h"

bool cuda_has_pointer(LLVMTypeRef t)
{
	unsigned n;

	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind:
		return true;
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
		return cuda_has_pointer(LLVMGetElementType(t));
	case LLVMStructTypeKind:
		n = LLVMCountStructElementTypes(t);
		for (unsigned i = 0; i < n; i++)
			if (cuda_has_pointer(LLVMStructGetTypeAtIndex(t, i)))
				return true;
		return false;
	default:
		return false;
	}
}

LLVMTypeRef cuda_room(const struct cuda *c, LLVMTypeRef t)
{
	uint64_t size = LLVMABISizeOfType(c->layout, t);
	unsigned align = LLVMABIAlignmentOfType(c->layout, t);
	LLVMTypeRef word = align >= 8 ? c->i64 : align == 4 ? c->i32 :
			   align == 2 ? LLVMInt16TypeInContext(c->context) :
			   c->i8;

	if (!cuda_has_pointer(t))
		return t;
	if (align >= 16)
		word = LLVMVectorType(c->i64, align / 8);
	return LLVMArrayType2(word, (size + align - 1) / align);
}

/* --- constants -------------------------------------------------------------
 *
 * A constant's value in memory: pieces, with zeros between them.
 */

struct pieces {
	const struct cuda *c;
	LLVMValueRef *list;
	int count;
	uint64_t at;            /* bytes so far */
};

static void add_piece(struct pieces *p, LLVMValueRef v, uint64_t bytes)
{
	p->list = map_grow(p->list, p->count + 1, sizeof v);
	p->list[p->count++] = v;
	p->at += bytes;
}

static void fill_to(struct pieces *p, uint64_t at)
{
	if (at > p->at)
		add_piece(p, LLVMConstNull(LLVMArrayType2(p->c->i8,
							  at - p->at)),
			  at - p->at);
}

static LLVMValueRef constant(struct cuda *c, LLVMValueRef v);

static void add_constant(struct pieces *p, LLVMValueRef v, uint64_t at)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	uint64_t size = LLVMABISizeOfType(p->c->layout, t), step;
	unsigned n;

	fill_to(p, at);
	if (!cuda_has_pointer(t) || LLVMIsAConstantAggregateZero(v) ||
	    LLVMIsUndef(v)) {
		if (LLVMIsAConstantAggregateZero(v) || LLVMIsUndef(v))
			fill_to(p, at + size);
		else
			add_piece(p, constant((struct cuda *)p->c, v), size);
		return;
	}
	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind:
		add_piece(p, constant((struct cuda *)p->c, v), 4);
		fill_to(p, at + 8);
		break;
	case LLVMArrayTypeKind:
		step = LLVMABISizeOfType(p->c->layout, LLVMGetElementType(t));
		n = (unsigned)LLVMGetArrayLength2(t);
		for (unsigned i = 0; i < n; i++)
			add_constant(p, LLVMGetAggregateElement(v, i),
				     at + i * step);
		break;
	default:
		n = LLVMCountStructElementTypes(t);
		for (unsigned i = 0; i < n; i++)
			add_constant(p, LLVMGetAggregateElement(v, i), at +
				     LLVMOffsetOfElement(p->c->layout, t, i));
	}
	fill_to(p, at + size);
}

/* The bytes from the base to the place that the constant GEP V names. */
static int64_t constant_offset(const struct cuda *c, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(v);
	int64_t at = 0;

	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
		LLVMValueRef k = LLVMGetOperand(v, i);
		int64_t n = LLVMConstIntGetSExtValue(k);

		if (i == 1) {
			at += n * (int64_t)LLVMABISizeOfType(c->layout, t);
		} else if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			at += (int64_t)LLVMOffsetOfElement(c->layout, t,
							   (unsigned)n);
			t = LLVMStructGetTypeAtIndex(t, (unsigned)n);
		} else {
			t = LLVMGetElementType(t);
			at += n * (int64_t)LLVMABISizeOfType(c->layout, t);
		}
	}
	return at;
}

/* V with places in types that have pointers as bytes. */
static LLVMValueRef constant(struct cuda *c, LLVMValueRef v)
{
	LLVMValueRef base, k;

	if (!LLVMIsAConstantExpr(v))
		return v;
	base = constant(c, LLVMGetOperand(v, 0));
	switch (LLVMGetConstOpcode(v)) {
	case LLVMGetElementPtr:
		k = LLVMConstInt(c->i32, (uint64_t)constant_offset(c, v), 1);
		return LLVMConstInBoundsGEP2(c->i8, base, &k, 1);
	case LLVMAddrSpaceCast:
		return LLVMTypeOf(base) == LLVMTypeOf(v) ? base :
		       LLVMConstAddrSpaceCast(base, LLVMTypeOf(v));
	case LLVMPtrToInt:
		return LLVMConstPtrToInt(base, LLVMTypeOf(v));
	case LLVMIntToPtr:
		return LLVMConstIntToPtr(base, LLVMTypeOf(v));
	case LLVMTrunc:
		return LLVMConstTrunc(base, LLVMTypeOf(v));
	case LLVMAdd:
		return LLVMConstAdd(base, constant(c, LLVMGetOperand(v, 1)));
	case LLVMSub:
		return LLVMConstSub(base, constant(c, LLVMGetOperand(v, 1)));
	default:
		return v;
	}
}

static void set_operands(struct cuda *c, LLVMValueRef i)
{
	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++) {
		LLVMValueRef v = LLVMGetOperand(i, k);

		if (!LLVMValueIsBasicBlock(v) && LLVMIsAConstantExpr(v))
			LLVMSetOperand(i, k, constant(c, v));
	}
}

/* G, whose type has pointers, becomes words. */
static void change_variable(struct cuda *c, LLVMValueRef g)
{
	LLVMTypeRef t = LLVMGlobalGetValueType(g);
	LLVMValueRef value = LLVMGetInitializer(g), to;
	struct pieces p = { .c = c };
	unsigned align = LLVMGetAlignment(g);
	unsigned least = LLVMABIAlignmentOfType(c->layout, t);
	char *name;
	size_t n;

	if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == NV_SHARED) {
		to = LLVMAddGlobalInAddressSpace(c->module, cuda_room(c, t),
						 "", NV_SHARED);
		LLVMSetInitializer(to, LLVMGetUndef(cuda_room(c, t)));
	} else {
		if (value)
			add_constant(&p, value, 0);
		value = value ? LLVMConstStructInContext(
				c->context, p.list, (unsigned)p.count, 1) :
			NULL;
		to = LLVMAddGlobal(c->module, value ? LLVMTypeOf(value) :
				   cuda_room(c, t), "");
		if (value)
			LLVMSetInitializer(to, value);
	}
	LLVMSetLinkage(to, LLVMGetLinkage(g));
	LLVMSetGlobalConstant(to, LLVMIsGlobalConstant(g));
	LLVMSetAlignment(to, align > least ? align : least);
	name = strdup(LLVMGetValueName2(g, &n));
	LLVMReplaceAllUsesWith(g, to);
	LLVMDeleteGlobal(g);
	LLVMSetValueName2(to, name, strlen(name));
	free(name);
	free(p.list);
}

static void change_variables(struct cuda *c)
{
	LLVMValueRef last = LLVMGetLastGlobal(c->module);

	/* New ones come behind LAST. */
	for (LLVMValueRef g = LLVMGetFirstGlobal(c->module), next; g;
	     g = next) {
		next = g == last ? NULL : LLVMGetNextGlobal(g);
		if (cuda_has_pointer(LLVMGlobalGetValueType(g)) &&
		    !module_starts(LLVMGetValueName(g), "llvm."))
			change_variable(c, g);
		else if (LLVMGetInitializer(g))
			LLVMSetInitializer(g, constant(
				c, LLVMGetInitializer(g)));
	}
}

/* --- instructions -------------------------------------------------------- */

static LLVMValueRef at_offset(struct cuda *c, LLVMBuilderRef b, LLVMValueRef p,
			      uint64_t offset)
{
	LLVMValueRef k = LLVMConstInt(c->i32, offset, 0);

	return offset ? LLVMBuildInBoundsGEP2(b, c->i8, p, &k, 1, "") : p;
}

static unsigned align_at(unsigned align, uint64_t offset)
{
	while (offset % align)
		align /= 2;
	return align;
}

/* A value of type T from memory at P. */
static LLVMValueRef load(struct cuda *c, LLVMBuilderRef b, LLVMTypeRef t,
			 LLVMValueRef p, unsigned align, bool is_volatile)
{
	LLVMValueRef r, v;
	bool is_struct;
	unsigned n;

	if (LLVMGetTypeKind(t) == LLVMPointerTypeKind ||
	    !cuda_has_pointer(t)) {
		bool pointer = cuda_has_pointer(t);

		r = LLVMBuildLoad2(b, pointer ? c->i64 : t, p, "");
		LLVMSetAlignment(r, align);
		LLVMSetVolatile(r, is_volatile);
		return pointer ? LLVMBuildIntToPtr(b, r, t, "") : r;
	}
	is_struct = LLVMGetTypeKind(t) == LLVMStructTypeKind;
	n = is_struct ? LLVMCountStructElementTypes(t) :
	    (unsigned)LLVMGetArrayLength2(t);
	r = LLVMGetUndef(t);
	for (unsigned i = 0; i < n; i++) {
		LLVMTypeRef e = is_struct ? LLVMStructGetTypeAtIndex(t, i) :
				LLVMGetElementType(t);
		uint64_t at = is_struct ?
			LLVMOffsetOfElement(c->layout, t, i) :
			i * LLVMABISizeOfType(c->layout, e);

		v = load(c, b, e, at_offset(c, b, p, at), align_at(align, at),
			 is_volatile);
		r = LLVMBuildInsertValue(b, r, v, i, "");
	}
	return r;
}

static void store(struct cuda *c, LLVMBuilderRef b, LLVMValueRef v,
		  LLVMValueRef p, unsigned align, bool is_volatile)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef r;
	bool is_struct;
	unsigned n;

	if (LLVMGetTypeKind(t) == LLVMPointerTypeKind ||
	    !cuda_has_pointer(t)) {
		if (cuda_has_pointer(t))
			v = LLVMBuildPtrToInt(b, v, c->i64, "");
		r = LLVMBuildStore(b, v, p);
		LLVMSetAlignment(r, align);
		LLVMSetVolatile(r, is_volatile);
		return;
	}
	is_struct = LLVMGetTypeKind(t) == LLVMStructTypeKind;
	n = is_struct ? LLVMCountStructElementTypes(t) :
	    (unsigned)LLVMGetArrayLength2(t);
	for (unsigned i = 0; i < n; i++) {
		LLVMTypeRef e = is_struct ? LLVMStructGetTypeAtIndex(t, i) :
				LLVMGetElementType(t);
		uint64_t at = is_struct ?
			LLVMOffsetOfElement(c->layout, t, i) :
			i * LLVMABISizeOfType(c->layout, e);

		store(c, b, LLVMBuildExtractValue(b, v, i, ""),
		      at_offset(c, b, p, at), align_at(align, at),
		      is_volatile);
	}
}

/* N, an index, times SIZE, as 32 bits. */
static LLVMValueRef scaled(struct cuda *c, LLVMBuilderRef b, LLVMValueRef n,
			   uint64_t size)
{
	n = LLVMBuildIntCast2(b, n, c->i32, 1, "");
	return LLVMBuildMul(b, n, LLVMConstInt(c->i32, size, 0), "");
}

static LLVMValueRef place(struct cuda *c, LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(i);
	LLVMValueRef at = LLVMConstInt(c->i32, 0, 0), n;

	for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(i); k++) {
		n = LLVMGetOperand(i, k);
		if (k == 1) {
			n = scaled(c, b, n, LLVMABISizeOfType(c->layout, t));
		} else if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			unsigned m = (unsigned)LLVMConstIntGetZExtValue(n);

			n = LLVMConstInt(c->i32, LLVMOffsetOfElement(
						 c->layout, t, m), 0);
			t = LLVMStructGetTypeAtIndex(t, m);
		} else {
			t = LLVMGetElementType(t);
			n = scaled(c, b, n, LLVMABISizeOfType(c->layout, t));
		}
		at = LLVMBuildAdd(b, at, n, "");
	}
	return LLVMBuildGEP2(b, c->i8, LLVMGetOperand(i, 0), &at, 1, "");
}

static LLVMValueRef room(struct cuda *c, LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMTypeRef t = LLVMGetAllocatedType(i);
	LLVMValueRef n = LLVMGetOperand(i, 0), r;
	unsigned align = LLVMGetAlignment(i);

	n = LLVMBuildIntCast2(b, n, c->i32, 0, "");
	r = LLVMIsAConstantInt(n) && LLVMConstIntGetZExtValue(n) == 1 ?
	    LLVMBuildAlloca(b, cuda_room(c, t), "") :
	    LLVMBuildArrayAlloca(b, cuda_room(c, t), n, "");
	LLVMSetAlignment(r, align);
	return r;
}

static LLVMValueRef changed(struct cuda *c, LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMTypeRef t;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAlloca:
		t = LLVMGetAllocatedType(i);
		return cuda_has_pointer(t) ? room(c, b, i) : NULL;
	case LLVMLoad:
		t = LLVMTypeOf(i);
		if (!cuda_has_pointer(t))
			return NULL;
		return load(c, b, t, LLVMGetOperand(i, 0), LLVMGetAlignment(i),
			    LLVMGetVolatile(i));
	case LLVMStore:
		if (cuda_has_pointer(LLVMTypeOf(LLVMGetOperand(i, 0)))) {
			store(c, b, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1),
			      LLVMGetAlignment(i), LLVMGetVolatile(i));
			LLVMInstructionEraseFromParent(i);
		}
		return NULL;
	case LLVMGetElementPtr:
		return cuda_has_pointer(LLVMGetGEPSourceElementType(i)) ?
		       place(c, b, i) : NULL;
	case LLVMAtomicRMW:
		if (cuda_has_pointer(LLVMTypeOf(i)))
			report_refused(i, "an atomic exchange of pointers");
		return NULL;
	default:
		return NULL;
	}
}

void cuda_memory(struct cuda *c)
{
	LLVMBuilderRef build = LLVMCreateBuilderInContext(c->context);

	change_variables(c);
	for EACH_FUNCTION(f, c->module)
		for EACH_BLOCK(b, f)
			for (LLVMValueRef i = LLVMGetFirstInstruction(b), next;
			     i; i = next) {
				LLVMValueRef r;

				next = LLVMGetNextInstruction(i);
				set_operands(c, i);
				LLVMPositionBuilderBefore(build, i);
				r = changed(c, build, i);
				if (!r)
					continue;
				LLVMReplaceAllUsesWith(i, r);
				LLVMInstructionEraseFromParent(i);
			}
	LLVMDisposeBuilder(build);
}
