/* cuda.c - bitcode of CUDA's device code becomes that of OpenCL C
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda.h says how. The phases are in their order here.
 */
#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/cuda.h"

static void number_name(LLVMValueRef v, int number)
{
	size_t n;
	const char *old = LLVMGetValueName2(v, &n);
	char *name = map_alloc((int)n + 20, 1);

	snprintf(name, n + 20, "%s.ww%d", old, number);
	LLVMSetValueName2(v, name, strlen(name));
	free(name);
}

/* Is V static in its file? clang gives static kernels external linkage, since
 * the host launches them: their names have the marks of static ones, of C++ and
 * of a namespace without a name. */
static bool is_static(LLVMValueRef v)
{
	const char *name = module_name(v);

	return LLVMGetLinkage(v) == LLVMInternalLinkage ||
	       module_starts(name, "_ZL") || strstr(name, "12_GLOBAL__N_1");
}

/* What is static in file NUMBER of several gets that number: the host asks for
 * NAME.wwNUMBER before it asks for NAME. */
static void number_statics(LLVMModuleRef m, int number)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f;
	     f = LLVMGetNextFunction(f))
		if (is_static(f)) {
			number_name(f, number);
			LLVMSetComdat(f, NULL);
		}
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g;
	     g = LLVMGetNextGlobal(g))
		if (is_static(g))
			number_name(g, number);
}

static LLVMModuleRef read_all(const char *const *paths, int count)
{
	LLVMModuleRef all = NULL;

	for (int k = 0; k < count; k++) {
		LLVMModuleRef m = module_read_file(paths[k]);

		if (count > 1)
			number_statics(m, k);
		all = module_link(all, m, paths[k]);
	}
	return all;
}

void cuda_run(struct cuda *c, const char *passes)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	LLVMErrorRef bad = LLVMRunPasses(c->module, passes, NULL, o);

	if (bad)
		report_fatal(CLC_TOOL, "LLVM: %s", LLVMGetErrorMessage(bad));
	LLVMDisposePassBuilderOptions(o);
}

void cuda_inline(struct cuda *c)
{
	cuda_run(c, "function(sroa,early-cse,simplifycfg,dce),"
		 "always-inline,globaldce,"
		 "function(sroa,early-cse,simplifycfg,dce)");
}

static void check(LLVMModuleRef m)
{
	char *error = NULL;

	if (LLVMVerifyModule(m, LLVMReturnStatusAction, &error))
		report_fatal(CLC_TOOL, "LLVM refuses what becomes of CUDA, a "
			     "bug of ww-clc: %s", error);
	LLVMDisposeMessage(error);
}

/* Writes the variables of C into an object at PATH. */
static void write_variables(struct cuda *c, const struct target *t,
			    const char *path)
{
	LLVMModuleRef v = cuda_variables_split(c);
	char *error = NULL;

	module_take_target(v, t);
	check(v);
	if (LLVMTargetMachineEmitToFile(t->machine, v, path, LLVMObjectFile,
					&error))
		report_fatal(CLC_TOOL, "cannot write '%s': %s", path, error);
	LLVMDisposeModule(v);
}

LLVMModuleRef cuda_read(const char *const *paths, int count,
			const struct target *t, const struct cuda_device *d,
			const char *variables)
{
	struct cuda c = { .module = read_all(paths, count) };

	c.context = LLVMGetModuleContext(c.module);
	c.layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(c.module));
	c.i8 = LLVMInt8TypeInContext(c.context);
	c.i32 = LLVMInt32TypeInContext(c.context);
	c.i64 = LLVMInt64TypeInContext(c.context);
	variables_make_plain(c.module);
	cuda_pointers(&c);
	cuda_kernels_find(&c);
	cuda_args_describe(&c);
	cuda_print(&c);
	cuda_ptx(&c);
	cuda_shifts(&c);
	report_end_phase();
	cuda_inline(&c);
	if (cuda_frames(&c, d->recursion))
		cuda_inline(&c);
	cuda_kernels_size(&c);
	cuda_inline(&c);
	cuda_ptx_end(&c);
	cuda_warps(&c, d->threads);
	cuda_volatile(&c, d->cores > 1, t->a);
	cuda_calls(&c);
	cuda_variables(&c);
	cuda_memory(&c);
	cuda_kernels_end(&c);
	cuda_args_rename(&c);
	report_end_phase();
	module_take_target(c.module, t);
	write_variables(&c, t, variables);
	check(c.module);
	LLVMDisposeTargetData(c.layout);
	free(c.kernels);
	return c.module;
}
