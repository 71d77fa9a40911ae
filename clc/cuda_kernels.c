/* cuda_kernels.c - kernels of CUDA become kernels of SPIR
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "clc/cuda.h"

enum { SPIR_KERNEL = 76 };      /* a calling convention of LLVM */

static void add_kernel(struct cuda *c, LLVMValueRef f)
{
	for (int i = 0; i < c->count; i++)
		if (c->kernels[i] == f)
			return;
	c->kernels = map_grow(c->kernels, c->count + 1, sizeof f);
	c->kernels[c->count++] = f;
}

/* The node !{ptr @f, !"maxntidx", i32 N} becomes metadata of F. */
static void add_bound(struct cuda *c, LLVMValueRef f, LLVMValueRef n)
{
	LLVMMetadataRef m = LLVMValueAsMetadata(n);

	LLVMGlobalSetMetadata(f, LLVMGetMDKindIDInContext(
		c->context, CUDA_BOUND, strlen(CUDA_BOUND)),
		LLVMMDNodeInContext2(c->context, &m, 1));
}

/* Reads the node !{ptr @f, !"kernel", i32 1}, or as of add_bound. */
static void read_annotation(struct cuda *c, LLVMValueRef node)
{
	unsigned n = LLVMGetMDNodeNumOperands(node), length;
	LLVMValueRef *op = map_alloc((int)n + 1, sizeof *op);

	LLVMGetMDNodeOperands(node, op);
	for (unsigned i = 1; i + 1 < n; i += 2) {
		const char *word = LLVMGetMDString(op[i], &length);

		if (!op[0] || !word)
			continue;
		if (length == 8 && !strncmp(word, "maxntidx", 8) &&
		    LLVMIsAFunction(op[0]))
			add_bound(c, op[0], op[i + 1]);
		if (length == 6 &&
		    !strncmp(word, "kernel", 6) && LLVMIsAFunction(op[0]) &&
		    LLVMGetFirstBasicBlock(op[0]))
			add_kernel(c, op[0]);
	}
	free(op);
}

static bool is_kernel(const struct cuda *c, LLVMValueRef f)
{
	for (int i = 0; i < c->count; i++)
		if (c->kernels[i] == f)
			return true;
	return false;
}

void cuda_make_part(LLVMValueRef f)
{
	LLVMSetLinkage(f, LLVMInternalLinkage);
	module_remove_attribute(f, "noinline");
	module_remove_attribute(f, "optnone");
	module_add_attribute(f, ON_FUNCTION, "alwaysinline");
}

void cuda_kernels_find(struct cuda *c)
{
	static const char name[] = "nvvm.annotations";
	unsigned n = LLVMGetNamedMetadataNumOperands(c->module, name);
	LLVMValueRef *node = map_alloc((int)n + 1, sizeof *node);

	LLVMGetNamedMetadataOperands(c->module, name, node);
	for (unsigned i = 0; i < n; i++)
		read_annotation(c, node[i]);
	free(node);
	cuda_recursion_find(c);
	for EACH_FUNCTION(f, c->module) {
		module_remove_attribute(f, "target-cpu");
		module_remove_attribute(f, "target-features");
		if (is_kernel(c, f))
			LLVMSetLinkage(f, LLVMExternalLinkage);
		else if (!strcmp(module_name(f), CUDA_FULL))
			LLVMSetLinkage(f, LLVMExternalLinkage);
		else if (module_starts(module_name(f), CUDA_RECURSION))
			LLVMSetLinkage(f, LLVMInternalLinkage);
		else
			cuda_make_part(f);
	}
	for (LLVMValueRef f = LLVMGetFirstFunction(c->module), next; f;
	     f = next) {
		next = LLVMGetNextFunction(f);
		LLVMSetComdat(f, NULL);
	}
}

/* --- shared memory whose size the launch tells --------------------------- */

static bool is_sized_by_launch(LLVMValueRef g)
{
	return LLVMIsAGlobalVariable(g) && !LLVMGetInitializer(g) &&
	       LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == NV_SHARED;
}

static bool mentions(LLVMValueRef v)
{
	if (is_sized_by_launch(v))
		return true;
	if (!LLVMIsAConstantExpr(v))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (mentions(LLVMGetOperand(v, (unsigned)i)))
			return true;
	return false;
}

static bool uses_it(LLVMValueRef f)
{
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			for (int k = 0; k < LLVMGetNumOperands(i); k++) {
				LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);

				if (!LLVMValueIsBasicBlock(v) && mentions(v))
					return true;
			}
	return false;
}

static LLVMAttributeRef attribute_of(LLVMValueRef f, unsigned i,
				     const char *name)
{
	return LLVMGetEnumAttributeAtIndex(
		f, i + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static void copy_attributes(LLVMValueRef from, LLVMValueRef to,
			    LLVMValueRef call)
{
	static const char *const names[] = { "byval", "noalias", "align",
					     "zeroext", "signext" };

	for (unsigned i = 0; i < LLVMCountParams(from); i++)
		for (int k = 0; k < 5; k++) {
			LLVMAttributeRef a = attribute_of(from, i, names[k]);

			if (!a)
				continue;
			LLVMAddAttributeAtIndex(to, i + 1, a);
			LLVMAddCallSiteAttribute(call, i + 1, a);
		}
}

/* TO gets what kernel arguments of FROM are. */
static void copy_descriptions(LLVMValueRef from, LLVMValueRef to)
{
	size_t n;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(from, &n);

	for (unsigned i = 0; i < n; i++)
		LLVMGlobalSetMetadata(
			to, LLVMValueMetadataEntriesGetKind(all, i),
			LLVMValueMetadataEntriesGetMetadata(all, i));
	LLVMDisposeValueMetadataEntries(all);
}

/* A kernel with the parameters of F and one more, which calls F. */
static LLVMValueRef wrap(struct cuda *c, LLVMValueRef f)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(f);
	unsigned n = LLVMCountParamTypes(type);
	LLVMTypeRef *types = map_alloc((int)n + 1, sizeof *types);
	LLVMValueRef *args = map_alloc((int)n + 1, sizeof *args), to, call;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c->context);
	char *name = strdup(module_name(f));

	LLVMGetParamTypes(type, types);
	types[n] = LLVMPointerTypeInContext(c->context, NV_SHARED);
	LLVMSetValueName2(f, "", 0);
	to = LLVMAddFunction(c->module, name, LLVMFunctionType(
		LLVMVoidTypeInContext(c->context), types, n + 1, 0));
	module_move_lines(f, to);
	copy_descriptions(f, to);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c->context,
								  to, ""));
	for (unsigned i = 0; i < n; i++)
		args[i] = LLVMGetParam(to, i);
	call = LLVMBuildCall2(b, type, f, args, n, "");
	copy_attributes(f, to, call);
	LLVMBuildRetVoid(b);
	module_add_attribute(to, ON_FUNCTION, "convergent");
	cuda_make_part(f);
	LLVMDisposeBuilder(b);
	free(types);
	free(args);
	free(name);
	return to;
}

/* Instructions for V, a constant, with PLACE for that memory. */
static LLVMValueRef placed(LLVMBuilderRef b, LLVMValueRef v,
			   LLVMValueRef place)
{
	LLVMValueRef *operand, r;
	unsigned n;

	if (!mentions(v))
		return v;
	if (is_sized_by_launch(v))
		return place;
	n = (unsigned)LLVMGetNumOperands(v);
	operand = map_alloc((int)n, sizeof *operand);
	for (unsigned k = 0; k < n; k++)
		operand[k] = placed(b, LLVMGetOperand(v, k), place);
	switch (LLVMGetConstOpcode(v)) {
	case LLVMGetElementPtr:
		r = LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(v),
				  operand[0], operand + 1, n - 1, "");
		break;
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMXor:
		r = LLVMBuildBinOp(b, LLVMGetConstOpcode(v), operand[0],
				   operand[1], "");
		break;
	default:
		r = LLVMBuildCast(b, LLVMGetConstOpcode(v), operand[0],
				  LLVMTypeOf(v), "");
	}
	free(operand);
	return r;
}

static void place_in(struct cuda *c, LLVMValueRef f)
{
	LLVMBuilderRef build = LLVMCreateBuilderInContext(c->context);
	LLVMValueRef place = LLVMGetParam(f, LLVMCountParams(f) - 1);

	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			for (int k = 0; k < LLVMGetNumOperands(i); k++) {
				LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);

				if (LLVMValueIsBasicBlock(v) || !mentions(v))
					continue;
				LLVMPositionBuilderBefore(
					build, LLVMIsAPHINode(i) ?
					LLVMGetBasicBlockTerminator(
						LLVMGetIncomingBlock(
							i, (unsigned)k)) : i);
				LLVMSetOperand(i, (unsigned)k,
					       placed(build, v, place));
			}
	LLVMDisposeBuilder(build);
}

void cuda_kernels_size(struct cuda *c)
{
	struct map sized = { 0 };

	for (int i = 0; i < c->count; i++) {
		if (!uses_it(c->kernels[i]))
			continue;
		c->kernels[i] = wrap(c, c->kernels[i]);
		map_set(&sized, c->kernels[i], 1);
	}
	cuda_inline(c);
	for (int i = 0; i < c->count; i++)
		if (map_get(&sized, c->kernels[i], 0))
			place_in(c, c->kernels[i]);
	map_free(&sized);
}

void cuda_kernels_end(struct cuda *c)
{
	for (int i = 0; i < c->count; i++) {
		LLVMValueRef f = c->kernels[i];
		LLVMContextRef x = c->context;

		LLVMSetFunctionCallConv(f, SPIR_KERNEL);
		for (unsigned k = 0; k < LLVMCountParams(f); k++) {
			LLVMAttributeRef a = attribute_of(f, k, "byval");
			LLVMTypeRef t;

			if (!a)
				continue;
			t = LLVMGetTypeAttributeValue(a);
			LLVMRemoveEnumAttributeAtIndex(
				f, k + 1, LLVMGetEnumAttributeKindForName(
					"byval", 5));
			LLVMAddAttributeAtIndex(f, k + 1,
				LLVMCreateTypeAttribute(
					x, LLVMGetEnumAttributeKindForName(
						"byval", 5), cuda_room(c, t)));
		}
	}
}
