/* items.c - the work-items of an entry get their place
 * SPDX-License-Identifier: Apache-2.0
 *
 * Preconditions: all functions of the program that ask for the place of an item
 * are part of the entries.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/opencl.h"

/* CALL, in entry F, becomes one of TO of the device library, with the
 * parameters of the entry in front. */
static void place_call(const struct opencl *o, LLVMValueRef f,
		       LLVMValueRef call, LLVMValueRef to)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
	unsigned n = LLVMGetNumArgOperands(call), all = ENTRY_PARAMETERS + n;
	LLVMValueRef *args = map_alloc((int)all, sizeof *args), ours, new;
	LLVMTypeRef *types = map_alloc((int)all, sizeof *types), type;

	for (unsigned i = 0; i < all; i++) {
		args[i] = i < ENTRY_PARAMETERS ? LLVMGetParam(f, i) :
			  LLVMGetOperand(call, i - ENTRY_PARAMETERS);
		types[i] = LLVMTypeOf(args[i]);
	}
	type = LLVMFunctionType(LLVMTypeOf(call), types, all, 0);
	ours = LLVMGetNamedFunction(o->module, module_name(to));
	if (!ours)
		ours = LLVMAddFunction(o->module, module_name(to), type);
	LLVMPositionBuilderBefore(b, call);
	new = LLVMBuildCall2(b, type, ours, args, all, "");
	LLVMReplaceAllUsesWith(call, new);
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(b);
	free(args);
	free(types);
}

/* The functions at which all items of a group meet. */
static bool is_barrier(const char *name)
{
	return !strcmp(name, "_Z7barrierj") || !strcmp(name, BLOCK_BARRIER) ||
	       module_starts(name, "_Z18work_group_barrierj");
}

static void bind_calls(struct opencl *o, struct opencl_kernel *k)
{
	LLVMValueRef f = k->entry;

	for EACH_BLOCK(b, f)
		for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i;
		     i = next) {
			const char *name;
			LLVMValueRef to;

			next = LLVMGetNextInstruction(i);
			if (!LLVMIsACallInst(i))
				continue;
			name = module_callee(i);
			to = library_placed(o, name);
			k->meets |= is_barrier(name);
			if (to)
				place_call(o, f, i, to);
			else if (!strcmp(name, "printf"))
				print_replace(o->module, i);
		}
}

void items_bind(struct opencl *o)
{
	for (uint32_t i = 0; i < o->count; i++) {
		struct opencl_kernel *k = &o->kernels[i];

		bind_calls(o, k);
		locals_place(o, k, k->entry);
		k->together |= k->meets;
		if (!k->together)
			entries_make_rows(o, k);
		else if (k->meets)
			entries_make_folded(o, k);
	}
}
