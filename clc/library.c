/* library.c - what an OpenCL program has of bitcode libraries
 * SPDX-License-Identifier: Apache-2.0
 *
 * libclc's functions are linkonce: of a module that is read lazily only those
 * come that somebody calls. The device library is read first, since it tells
 * which functions ask for the place of an item.
 *
 * Long functions of a library, such as sin, stay functions: to inline them
 * dozens of times takes seconds. Those that ask for the place of an item, such
 * as prefetch or async copies, become part of the entries like the program's.
 */
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/opencl.h"

enum { LONG = 40 };             /* instructions */

LLVMValueRef library_placed(const struct opencl *o, const char *name)
{
	char ours[200];

	if (!module_starts(name, "_Z"))
		return NULL;
	snprintf(ours, sizeof ours, "__ww%s", name);
	return LLVMGetNamedFunction(o->device ? o->device : o->module, ours);
}

/* Functions on the way from the entries, by colour: 1 on the way, 2 done. */
static void visit(LLVMValueRef f, struct map *colour)
{
	map_set(colour, f, 1);
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b) {
			LLVMValueRef to;

			if (!LLVMIsACallInst(i))
				continue;
			to = LLVMGetCalledValue(i);
			if (!LLVMIsAFunction(to) ||
			    !LLVMGetFirstBasicBlock(to))
				continue;
			if (map_get(colour, to, 0) == 1)
				report_refused(i, "a function that calls "
					       "itself: OpenCL C has no "
					       "recursion");
			else if (!map_get(colour, to, 0))
				visit(to, colour);
		}
	map_set(colour, f, 2);
}

void library_check_recursion(LLVMModuleRef m)
{
	struct map colour = { 0 };

	for EACH_FUNCTION(f, m)
		if (!map_get(&colour, f, 0))
			visit(f, &colour);
	map_free(&colour);
	report_end_phase();
}

static bool is_entry(const struct opencl *o, LLVMValueRef f)
{
	for (uint32_t i = 0; i < o->count; i++)
		if (o->kernels[i].entry == f)
			return true;
	return false;
}

static void set_inline(LLVMValueRef f, bool set)
{
	module_remove_attribute(f, "optnone");
	module_remove_attribute(f, set ? "noinline" : "alwaysinline");
	module_add_attribute(f, ON_FUNCTION,
			     set ? "alwaysinline" : "noinline");
}

/* Whether F stands for a function of the library (sw/cl/opencl.h). */
static bool is_replacement(LLVMValueRef f)
{
	return LLVMGetLinkage(f) == LLVMWeakAnyLinkage;
}

void library_inline_program(const struct opencl *o)
{
	for EACH_FUNCTION(f, o->module) {
		if (is_entry(o, f) || is_replacement(f))
			continue;
		LLVMSetLinkage(f, LLVMInternalLinkage);
		set_inline(f, true);
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(o->module); g;
	     g = LLVMGetNextGlobal(g))
		if (LLVMGetInitializer(g))
			LLVMSetLinkage(g, LLVMInternalLinkage);
}

/* Whether the program calls F. A replacement that nobody calls does not. */
static bool is_called(LLVMValueRef f)
{
	for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef i = LLVMGetUser(u), from;

		if (!LLVMIsAInstruction(i))
			return true;
		from = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
		if (!is_replacement(from) || LLVMGetFirstUse(from))
			return true;
	}
	return false;
}

/* Reading a library takes longer than compiling a small kernel. */
static LLVMValueRef first_missing(const struct opencl *o)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(o->module); f;
	     f = LLVMGetNextFunction(f))
		if (!LLVMGetFirstBasicBlock(f) &&
		    module_starts(module_name(f), "_Z") &&
		    !library_placed(o, module_name(f)) && is_called(f))
			return f;
	return NULL;
}

/* The name in the program of the function with the C++ name NAME. */
static const char *name_in_program(const char *name)
{
	static char text[100];
	char *end;
	int n;

	if (!module_starts(name, "_Z"))
		return name;
	n = (int)strtol(name + 2, &end, 10);
	snprintf(text, sizeof text, "%.*s", n, end);
	return text;
}

/* Is F an atomic function for words of 64 bits, as of "atom_add"? */
static bool is_wide_atomic(LLVMValueRef f)
{
	const char *name = name_in_program(module_name(f));
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));

	return (module_starts(name, "atom_") ||
		module_starts(name, "atomic_")) &&
	       LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(type) == 64;
}

/* Refuses the call of a function that neither the program nor a library has. */
static void refuse_missing(const struct opencl *o)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(o->module); f;
	     f = LLVMGetNextFunction(f)) {
		const char *name = module_name(f);
		LLVMValueRef i;

		if (LLVMGetFirstBasicBlock(f) || !is_called(f) ||
		    module_starts(name, "llvm.") || !strcmp(name, "printf") ||
		    library_placed(o, name))
			continue;
		i = LLVMGetUser(LLVMGetFirstUse(f));
		if (!LLVMIsACallInst(i))
			continue;
		if (is_wide_atomic(f))
			report_refused(i, "'%s' for 64 bits: atomic functions "
				       "are for int, uint and float "
				       "(cl_khr_int64_base_atomics is not "
				       "there)", name_in_program(name));
		else
			report_refused(i, "'%s', with arguments of these "
				       "types, is neither in this program nor "
				       "in OpenCL C's library",
				       name_in_program(name));
	}
	report_end_phase();
}

static LLVMModuleRef read_lazily(const char *path)
{
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef m;
	char *error;

	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &error))
		report_fatal(CLC_TOOL, "cannot read '%s': %s", path, error);
	if (LLVMGetBitcodeModuleInContext2(LLVMGetGlobalContext(), buffer, &m))
		report_fatal(CLC_TOOL, "'%s' is no LLVM bitcode", path);
	return m;
}

static unsigned count_instructions(LLVMValueRef f)
{
	unsigned n = 0;

	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			n += i != NULL;
	return n;
}

/* Whether F calls a function that asks for the place of an item, or one of
 * DOES. */
static bool asks_place(const struct opencl *o, LLVMValueRef f,
		       const struct map *does)
{
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			if (LLVMIsACallInst(i) &&
			    (library_placed(o, module_callee(i)) ||
			     map_get(does, LLVMGetCalledValue(i), 0)))
				return true;
	return false;
}

static void choose_calls(const struct opencl *o)
{
	struct map asks = { 0 };
	bool more = true;

	while (more) {
		more = false;
		for EACH_FUNCTION(f, o->module)
			if (!map_get(&asks, f, 0) && asks_place(o, f, &asks)) {
				map_set(&asks, f, 1);
				more = true;
			}
	}
	for EACH_FUNCTION(f, o->module) {
		if (LLVMGetLinkage(f) != LLVMLinkOnceODRLinkage &&
		    !is_replacement(f))
			continue;
		LLVMSetLinkage(f, LLVMInternalLinkage);
		if (map_get(&asks, f, 0))
			set_inline(f, true);
		else if (count_instructions(f) >= LONG)
			set_inline(f, false);
	}
	map_free(&asks);
}

static void link_module(struct opencl *o, LLVMModuleRef from, const char *name)
{
	LLVMSetTarget(from, LLVMGetTarget(o->module));
	LLVMSetDataLayout(from, LLVMGetDataLayoutStr(o->module));
	if (LLVMLinkModules2(o->module, from))
		report_fatal(CLC_TOOL, "%s does not link with the kernels",
			     name);
}

/* The function of the library for F, which has pointers to constant memory:
 * those are of another address space there, which is in the name. */
static LLVMValueRef add_for_constants(const struct opencl *o, LLVMValueRef f)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(f);
	unsigned n = LLVMCountParamTypes(type);
	LLVMTypeRef *types = map_alloc((int)n, sizeof *types);
	LLVMValueRef theirs;
	char name[200], *at;

	snprintf(name, sizeof name, "%s", module_name(f));
	while ((at = strstr(name, "U3AS2")))
		at[4] = '0' + SPACE_LIBRARY_CONSTANT;
	LLVMGetParamTypes(type, types);
	for (unsigned i = 0; i < n; i++)
		if (LLVMGetTypeKind(types[i]) == LLVMPointerTypeKind &&
		    LLVMGetPointerAddressSpace(types[i]) == SPACE_CONSTANT)
			types[i] = LLVMPointerTypeInContext(
				LLVMGetTypeContext(types[i]),
				SPACE_LIBRARY_CONSTANT);
	theirs = LLVMGetNamedFunction(o->module, name);
	if (!theirs)
		theirs = LLVMAddFunction(
			o->module, name, LLVMFunctionType(
				LLVMGetReturnType(type), types, n, 0));
	free(types);
	return theirs;
}

/* F calls the library's function for it. */
static void call_for_constants(const struct opencl *o, LLVMValueRef f)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
	LLVMValueRef to = add_for_constants(o, f), *args;
	unsigned n = LLVMCountParams(f);

	args = map_alloc((int)n, sizeof *args);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, f, ""));
	for (unsigned i = 0; i < n; i++) {
		LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(to, i));

		args[i] = LLVMGetParam(f, i);
		if (LLVMTypeOf(args[i]) != type)
			args[i] = LLVMBuildAddrSpaceCast(b, args[i], type, "");
	}
	LLVMBuildRet(b, LLVMBuildCall2(b, LLVMGlobalGetValueType(to), to, args,
				       n, ""));
	LLVMSetLinkage(f, LLVMInternalLinkage);
	set_inline(f, true);
	LLVMDisposeBuilder(b);
	free(args);
}

static void bind_constants(const struct opencl *o)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(o->module); f;
	     f = LLVMGetNextFunction(f))
		if (!LLVMGetFirstBasicBlock(f) && is_called(f) &&
		    module_starts(module_name(f), "_Z") &&
		    strstr(module_name(f), "U3AS2"))
			call_for_constants(o, f);
}

/* libclc has functions for the place of an item, too, which call others. Those
 * of the device library are shorter, so libclc's lose their bodies. */
static void drop_placed(const struct opencl *o)
{
	LLVMValueRef f = module_defined(LLVMGetFirstFunction(o->module)), next;

	for (; f; f = next) {
		LLVMValueRef to;
		char name[40];

		next = module_defined(LLVMGetNextFunction(f));
		if (!library_placed(o, module_name(f)))
			continue;
		snprintf(name, sizeof name, "%s", module_name(f));
		to = LLVMAddFunction(o->module, "", LLVMGlobalGetValueType(f));
		LLVMReplaceAllUsesWith(f, to);
		LLVMDeleteFunction(f);
		LLVMSetValueName2(to, name, strlen(name));
	}
}

static void relax(LLVMValueRef i)
{
	LLVMAtomicOrdering none = LLVMAtomicOrderingMonotonic;

	if (LLVMIsAAtomicRMWInst(i))
		LLVMSetOrdering(i, none);
	if (!LLVMIsAAtomicCmpXchgInst(i))
		return;
	LLVMSetCmpXchgSuccessOrdering(i, none);
	LLVMSetCmpXchgFailureOrdering(i, none);
}

/* Atomic functions of OpenCL 1.2 order no other accesses; the library's do. */
static void relax_atomics(const struct opencl *o)
{
	for EACH_FUNCTION(f, o->module)
		if (LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
			for EACH_BLOCK(b, f)
				for EACH_INSTRUCTION(i, b)
					relax(i);
}

void library_link(struct opencl *o, const char *path)
{
	LLVMValueRef missing;

	bind_constants(o);
	missing = first_missing(o);
	if (!missing) {
		refuse_missing(o);
		choose_calls(o);
		return;
	}
	if (!*path)
		report_fatal(CLC_TOOL, "the kernels call '%s' of OpenCL C's "
			     "library, which is not here; Debian: apt-get "
			     "install libclc-19",
			     name_in_program(module_name(missing)));
	link_module(o, read_lazily(path), path);
	drop_placed(o);
	relax_atomics(o);
	choose_calls(o);
	for EACH_FUNCTION(f, o->module)
		LLVMSetFunctionCallConv(f, LLVMCCallConv);
	refuse_missing(o);
}

void library_link_device(struct opencl *o)
{
	LLVMModuleRef device = o->device;

	o->device = NULL;
	link_module(o, device, "the device library");
	for EACH_FUNCTION(f, o->module)
		if (module_starts(module_name(f), "__ww_")) {
			LLVMSetLinkage(f, LLVMInternalLinkage);
			set_inline(f, true);
		}
}
