/* cuda_variables.c - variables of the device
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a kernel stores is for the host, and what it loads may be the host's,
 * which ww-clc cannot see. So these variables have values only in a module of
 * their own, which is compiled apart from the kernels.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/cuda.h"

/* In this section are managed variables (sw/include/cuda/ww_cuda_types.h). */
static bool is_managed(LLVMValueRef g)
{
	const char *section = LLVMGetSection(g);

	return section && !strcmp(section, "ww_managed");
}

static bool is_constant_text(LLVMValueRef g)
{
	return LLVMIsGlobalConstant(g) && LLVMGetInitializer(g) &&
	       !LLVMIsExternallyInitialized(g);
}

static void drop_named(struct cuda *c, const char *name)
{
	LLVMValueRef g = LLVMGetNamedGlobal(c->module, name);

	if (g)
		LLVMDeleteGlobal(g);
}

/* The variables by which NVRTC asks for the names of kernels (cuda/nvrtc.c). */
static void drop_lowered(struct cuda *c)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(c->module), next; g;
	     g = next) {
		next = LLVMGetNextGlobal(g);
		if (module_starts(LLVMGetValueName(g), "ww_name_") &&
		    !LLVMGetFirstUse(g))
			LLVMDeleteGlobal(g);
	}
}

/* G in address space 0. */
static void move(struct cuda *c, LLVMValueRef g)
{
	LLVMTypeRef old = LLVMTypeOf(g);
	LLVMTypeRef t = LLVMGlobalGetValueType(g);
	LLVMValueRef to = LLVMAddGlobal(c->module, t, "");
	size_t n;
	char *name = strdup(LLVMGetValueName2(g, &n));

	if (LLVMGetInitializer(g))
		LLVMSetInitializer(to, LLVMGetInitializer(g));
	LLVMSetGlobalConstant(to, LLVMIsGlobalConstant(g));
	LLVMSetExternallyInitialized(to, LLVMIsExternallyInitialized(g));
	LLVMSetLinkage(to, LLVMGetLinkage(g));
	LLVMSetAlignment(to, LLVMGetAlignment(g));
	if (is_managed(g))
		LLVMSetSection(to, LLVMGetSection(g));
	LLVMReplaceAllUsesWith(g, LLVMConstAddrSpaceCast(to, old));
	LLVMDeleteGlobal(g);
	LLVMSetValueName2(to, name, strlen(name));
	free(name);
}

static void set_name(LLVMValueRef g)
{
	size_t n;
	const char *old = LLVMGetValueName2(g, &n);
	char *name = map_alloc((int)n + 20, 1);

	sprintf(name, "%s%s", is_managed(g) ? CUDA_MANAGED : CUDA_VARIABLE,
		old);
	LLVMSetSection(g, "");
	LLVMSetValueName2(g, name, strlen(name));
	free(name);
}

void cuda_variables(struct cuda *c)
{
	drop_named(c, "llvm.compiler.used");
	drop_named(c, "llvm.used");
	drop_lowered(c);
	for (LLVMValueRef g = LLVMGetFirstGlobal(c->module), next; g;
	     g = next) {
		unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(g));

		next = LLVMGetNextGlobal(g);
		if (space && space != NV_SHARED)
			move(c, g);
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(c->module); g;
	     g = LLVMGetNextGlobal(g)) {
		LLVMSetComdat(g, NULL);
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)))
			continue;
		if (is_constant_text(g))
			LLVMSetLinkage(g, LLVMInternalLinkage);
		else if (LLVMGetInitializer(g))
			set_name(g);
	}
}

static bool is_ours(LLVMValueRef g)
{
	return module_starts(LLVMGetValueName(g), CUDA_VARIABLE);
}

LLVMModuleRef cuda_variables_split(struct cuda *c)
{
	LLVMModuleRef m = LLVMCloneModule(c->module);

	for (LLVMValueRef g = LLVMGetFirstGlobal(c->module); g;
	     g = LLVMGetNextGlobal(g))
		if (is_ours(g)) {
			LLVMSetInitializer(g, NULL);
			LLVMSetLinkage(g, LLVMExternalLinkage);
			LLVMSetGlobalConstant(g, 0);
			LLVMSetExternallyInitialized(g, 0);
		}
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
	     f = LLVMGetNextFunction(f))
		LLVMReplaceAllUsesWith(f, LLVMGetUndef(LLVMTypeOf(f)));
	for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
		next = LLVMGetNextFunction(f);
		LLVMDeleteFunction(f);
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(m), next; g; g = next) {
		next = LLVMGetNextGlobal(g);
		if (is_ours(g)) {
			LLVMSetLinkage(g, LLVMExternalLinkage);
			LLVMSetGlobalConstant(g, 0);
		} else if (!LLVMGetFirstUse(g)) {
			LLVMDeleteGlobal(g);
		}
	}
	return m;
}
