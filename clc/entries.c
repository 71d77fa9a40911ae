/* entries.c - kernels of OpenCL C get an entry that loads their arguments
 * SPDX-License-Identifier: Apache-2.0
 *
 * The entry takes over the kernel's debug information: the kernel becomes part
 * of it, and a function without any would have no lines.
 *
 * Preconditions: bitcode of clang for SPIR; data layout of the core.
 */
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/opencl.h"
#include "sw/cl/cl.h"

enum { SPIR_KERNEL = 76 };      /* a calling convention of LLVM */
enum { SHORT = 500 };           /* instructions */

LLVMValueRef entries_load(LLVMBuilderRef b, LLVMValueRef p, uint32_t offset,
			  LLVMTypeRef type)
{
	static const char invariant[] = "invariant.load";
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(p));
	LLVMValueRef at = LLVMConstInt(LLVMInt32TypeInContext(c), offset, 0);
	LLVMMetadataRef none = LLVMMDNodeInContext2(c, NULL, 0);
	unsigned kind = LLVMGetMDKindIDInContext(c, invariant,
						 sizeof invariant - 1);
	LLVMValueRef load;

	p = LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), p, &at, 1, "");
	load = LLVMBuildLoad2(b, type, p, "");
	LLVMSetMetadata(load, kind, LLVMMetadataAsValue(c, none));
	return load;
}

/* Argument I of kernel F: a value from the block of arguments at BLOCK, the
 * address of a structure in it, or a place in local memory. */
static LLVMValueRef load_arg(LLVMBuilderRef b, LLVMValueRef f, unsigned i,
			     const struct opencl_arg *a, LLVMValueRef entry,
			     LLVMValueRef block)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(block));
	LLVMTypeRef word = LLVMInt32TypeInContext(c);
	LLVMTypeRef byte = LLVMInt8TypeInContext(c);
	LLVMTypeRef type = kernel_arg_type(f, i);
	LLVMValueRef at;

	if (kernel_arg_byval(f, i)) {
		at = LLVMConstInt(word, a->offset, 0);
		return LLVMBuildGEP2(b, byte, block, &at, 1, "");
	}
	if (a->kind != WW_CL_LOCAL)
		return entries_load(b, block, a->offset, type);
	at = entries_load(b, block, a->offset, word);
	return LLVMBuildGEP2(
		b, byte,
		entries_load(b, LLVMGetParam(entry, ENTRY_HERE),
			     offsetof(struct ww_cl_here, room), type),
		&at, 1, "");
}

/* What P, a load, points to may be loaded early: SIZE bytes. */
static void mark_size(LLVMValueRef p, uint64_t size)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(p));
	LLVMMetadataRef n = LLVMValueAsMetadata(LLVMConstInt(
		LLVMInt64TypeInContext(c), size, 0));

	if (size)
		LLVMSetMetadata(
			p, LLVMGetMDKindIDInContext(c, "dereferenceable", 15),
			LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, &n,
								    1)));
}

/* Calls kernel F with its arguments. */
static void fill_entry(LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef entry,
		       const struct opencl_kernel *k)
{
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	LLVMValueRef *args = map_alloc((int)k->count, sizeof *args);
	LLVMValueRef block = entries_load(
		b, LLVMGetParam(entry, ENTRY_ND),
		offsetof(struct ww_cl_launch, args),
		LLVMPointerTypeInContext(c, SPACE_PRIVATE));
	LLVMValueRef call;

	mark_size(block, k->arg_bytes);
	for (unsigned i = 0; i < k->count; i++)
		args[i] = load_arg(b, f, i, &k->args[i], entry, block);
	call = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, k->count,
			      "");
	for (unsigned i = 0; i < k->count; i++)
		if (kernel_arg_byval(f, i))
			LLVMAddCallSiteAttribute(call, i + 1,
						 kernel_arg_byval(f, i));
	LLVMBuildRetVoid(b);
	free(args);
}

/* The entry gets the kernel's name, since messages name it. */
static void make_entry(struct opencl *o, LLVMValueRef f,
		       struct opencl_kernel *k)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);
	LLVMTypeRef p = LLVMPointerTypeInContext(c, SPACE_PRIVATE);
	LLVMTypeRef types[ENTRY_PARAMETERS] = { p, p,
						LLVMInt32TypeInContext(c) };
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), types,
					    ENTRY_PARAMETERS, 0);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);

	kernel_read(o, f, k);
	LLVMSetValueName2(f, "", 0);
	k->entry = LLVMAddFunction(o->module, k->name, type);
	module_add_attribute(k->entry, ENTRY_ND + 1, UNIFORM);
	module_add_attribute(k->entry, ENTRY_HERE + 1, UNIFORM);
	module_move_lines(f, k->entry);
	LLVMPositionBuilderAtEnd(
		b, LLVMAppendBasicBlockInContext(c, k->entry, ""));
	fill_entry(b, f, k->entry, k);
	LLVMDisposeBuilder(b);
}

/* Functions and calls have the calling convention of the core. */
static void use_c_calls(LLVMValueRef f)
{
	LLVMSetFunctionCallConv(f, LLVMCCallConv);
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			if (LLVMIsACallInst(i))
				LLVMSetInstructionCallConv(i, LLVMCCallConv);
}

void entries_make(struct opencl *o)
{
	LLVMValueRef *found = NULL;

	for EACH_FUNCTION(f, o->module) {
		if (LLVMGetFunctionCallConv(f) != SPIR_KERNEL)
			continue;
		found = map_grow(found, (int)o->count + 1, sizeof f);
		found[o->count++] = f;
	}
	o->kernels = map_alloc((int)o->count, sizeof *o->kernels);
	for (LLVMValueRef f = LLVMGetFirstFunction(o->module); f;
	     f = LLVMGetNextFunction(f))
		use_c_calls(f);
	for (uint32_t i = 0; i < o->count; i++)
		make_entry(o, found[i], &o->kernels[i]);
	free(found);
	report_end_phase();
}

/* Whether F may be there twice: compiling it takes little time. */
static bool is_short(LLVMValueRef f)
{
	unsigned n = 0;

	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			n += i != NULL;
	return n <= SHORT;
}

/* Parameter INDEX of F has the attribute NAME, with SIZE bytes. */
static void add_size(LLVMValueRef f, unsigned index, const char *name,
		     uint64_t size)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	LLVMAddAttributeAtIndex(f, index, LLVMCreateEnumAttribute(
		LLVMGetModuleContext(LLVMGetGlobalParent(f)), kind, size));
}

/* Parameters of functions for rows: the launch, tid, wid. */
enum { ROWS_ND, ROWS_TID, ROWS_WID, ROWS_PARAMETERS };
_Static_assert((int)ROWS_PARAMETERS == (int)ENTRY_PARAMETERS &&
	       (int)ROWS_ND == (int)ENTRY_ND, "loops are made alike");

/* The function NAME of three parameters: the launch, one of type SECOND and a
 * word. UNIFORM_ONE: which of the two is the same in all threads. */
static LLVMValueRef add_loop(const struct opencl *o, const char *name,
			     LLVMTypeRef second, unsigned uniform_one)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);
	LLVMTypeRef types[ROWS_PARAMETERS] = {
		LLVMPointerTypeInContext(c, SPACE_PRIVATE), second,
		LLVMInt32TypeInContext(c)
	};
	LLVMValueRef f = LLVMAddFunction(
		o->module, name, LLVMFunctionType(LLVMVoidTypeInContext(c),
						  types, ROWS_PARAMETERS, 0));

	module_add_attribute(f, ROWS_ND + 1, UNIFORM);
	module_add_attribute(f, ROWS_ND + 1, "noalias");
	add_size(f, ROWS_ND + 1, "dereferenceable",
		 sizeof(struct ww_cl_launch));
	module_add_attribute(f, uniform_one + 1, UNIFORM);
	return f;
}

static LLVMValueRef add_rows(const struct opencl *o, const char *name)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);

	return add_loop(o, name, LLVMInt32TypeInContext(c), ROWS_WID);
}

/* An entry that takes an item. */
static LLVMValueRef add_item(const struct opencl *o, const char *name)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);

	return add_loop(o, name, LLVMPointerTypeInContext(c, SPACE_PRIVATE),
			ENTRY_HERE);
}

/* Where B stands: a call of the device library's function NAME, which returns
 * RESULT, with the first COUNT parameters of F. If BODY is not NULL it is the
 * last argument. */
static LLVMValueRef call_device(const struct opencl *o, LLVMBuilderRef b,
				LLVMValueRef f, const char *name,
				LLVMTypeRef result, unsigned count,
				LLVMValueRef body)
{
	LLVMValueRef args[ROWS_PARAMETERS + 1];
	LLVMTypeRef types[ROWS_PARAMETERS + 1], type;
	LLVMValueRef to = LLVMGetNamedFunction(o->module, name);

	for (unsigned i = 0; i < count; i++)
		args[i] = LLVMGetParam(f, i);
	if (body)
		args[count++] = body;
	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(args[i]);
	type = LLVMFunctionType(result, types, count, 0);
	if (!to)
		to = LLVMAddFunction(o->module, name, type);
	return LLVMBuildCall2(b, type, to, args, count, "");
}

/* The name K.KIND, to be freed. */
static char *name_of(const struct opencl_kernel *k, const char *kind)
{
	size_t size = strlen(k->name) + strlen(kind) + 2;
	char *name = map_alloc((int)size, 1);

	snprintf(name, size, "%s.%s", k->name, kind);
	return name;
}

/* F is the device library's function NAME, which calls BODY. */
static void fill_rows(const struct opencl *o, LLVMBuilderRef b, LLVMValueRef f,
		      const char *name, LLVMValueRef body)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);
	LLVMMetadataRef line = module_add_lines(f, body);

	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, f, ""));
	LLVMSetCurrentDebugLocation2(b, line);
	call_device(o, b, f, name, LLVMVoidTypeInContext(c), ROWS_PARAMETERS,
		    body);
	LLVMBuildRetVoid(b);
	LLVMSetCurrentDebugLocation2(b, NULL);
}

/* The function K.KIND, the loop of that kind over rows of BODY. */
static LLVMValueRef add_kind(const struct opencl *o, LLVMBuilderRef b,
			     const struct opencl_kernel *k, const char *kind,
			     LLVMValueRef body)
{
	char *name = name_of(k, kind), loop[30];
	LLVMValueRef f = add_rows(o, name);

	free(name);
	LLVMSetLinkage(f, LLVMInternalLinkage);
	module_add_attribute(f, ON_FUNCTION, "noinline");
	snprintf(loop, sizeof loop, "__ww_rows_%s", kind);
	fill_rows(o, b, f, loop, body);
	return f;
}

/* Entry K goes on in the loop for its kind of rows, a function of its own: of
 * the registers that a callee keeps, each saves those that it takes. */
static void fill_kinds(const struct opencl *o, LLVMBuilderRef b,
		       const struct opencl_kernel *k, LLVMValueRef body)
{
	static const char *const kinds[WW_CL_KINDS] = {
		[WW_CL_LINE] = "line", [WW_CL_ONE] = "one",
		[WW_CL_WHOLE] = "whole", [WW_CL_ANY] = "any"
	};
	LLVMContextRef c = LLVMGetModuleContext(o->module);
	LLVMTypeRef w = LLVMInt32TypeInContext(c);
	LLVMBasicBlockRef at = LLVMAppendBasicBlockInContext(c, k->entry, "");
	LLVMBasicBlockRef last = LLVMAppendBasicBlockInContext(c, k->entry, "");
	LLVMValueRef args[ROWS_PARAMETERS], kind, branch;

	for (unsigned i = 0; i < ROWS_PARAMETERS; i++)
		args[i] = LLVMGetParam(k->entry, i);
	LLVMPositionBuilderAtEnd(b, at);
	kind = call_device(o, b, k->entry, "__ww_rows_kind", w, 1, NULL);
	branch = LLVMBuildSwitch(b, kind, last, WW_CL_KINDS);
	for (unsigned i = 0; i < WW_CL_KINDS; i++) {
		LLVMValueRef f = add_kind(o, b, k, kinds[i], body), call;

		if (i < WW_CL_KINDS - 1) {
			at = LLVMAppendBasicBlockInContext(c, k->entry, "");
			LLVMAddCase(branch, LLVMConstInt(w, i, 0), at);
		} else {
			at = last;
		}
		LLVMPositionBuilderAtEnd(b, at);
		call = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args,
				      ROWS_PARAMETERS, "");
		LLVMSetTailCallKind(call, LLVMTailCallKindTail);
		LLVMBuildRetVoid(b);
	}
}

void entries_make_rows(const struct opencl *o, struct opencl_kernel *k)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(
		LLVMGetModuleContext(o->module));
	LLVMValueRef body = k->entry;

	LLVMSetValueName2(body, "", 0);
	k->entry = add_rows(o, k->name);
	if (is_short(body))
		fill_kinds(o, b, k, body);
	else
		fill_rows(o, b, k->entry, "__ww_rows_any", body);
	LLVMDisposeBuilder(b);
	LLVMSetLinkage(body, LLVMInternalLinkage);
	module_add_attribute(body, ON_FUNCTION, "alwaysinline");
}

void entries_make_folded(const struct opencl *o, struct opencl_kernel *k)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(
		LLVMGetModuleContext(o->module));
	LLVMValueRef body = k->entry;
	char *name = name_of(k, "folded");

	LLVMSetValueName2(body, "", 0);
	k->entry = add_item(o, k->name);
	fill_rows(o, b, k->entry, "__ww_group", body);
	k->folded = add_item(o, name);
	fill_rows(o, b, k->folded, "__ww_group_folded", body);
	free(name);
	LLVMDisposeBuilder(b);
	LLVMSetLinkage(body, LLVMInternalLinkage);
	module_add_attribute(body, ON_FUNCTION, "alwaysinline");
}
