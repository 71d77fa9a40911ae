/* opencl.c - OpenCL C for SPIR becomes functions of the core's threads
 * SPDX-License-Identifier: Apache-2.0
 *
 * clang compiles for SPIR: RV32's calling convention makes words of small
 * vectors and memory of large ones, and libclc's functions take vectors.
 */
#include <llvm-c/Target.h>
#include <stdlib.h>

#include "clc/opencl.h"

static void prepare(LLVMModuleRef m)
{
	module_retarget(m);
	for EACH_FUNCTION(f, m) {
		module_remove_attribute(f, "frame-pointer");
		module_add_attribute(f, ON_FUNCTION, "no-builtins");
	}
}

static void free_kernels(struct opencl *o)
{
	for (uint32_t i = 0; i < o->count; i++) {
		struct opencl_kernel *k = &o->kernels[i];

		for (uint32_t a = 0; a < k->count; a++) {
			free(k->args[a].type);
			free(k->args[a].name);
		}
		free(k->args);
		free(k->attributes);
		free(k->name);
	}
	free(o->kernels);
}

/* Entries are called from the description alone, so that a kernel may have the
 * name of any function. */
static void hide_entries(const struct opencl *o)
{
	for (uint32_t i = 0; i < o->count; i++)
		LLVMSetLinkage(o->kernels[i].entry, LLVMInternalLinkage);
}

void opencl_lower(LLVMModuleRef m, const struct target *t, const char *device,
		  const char *library)
{
	struct opencl o = { .module = m, .target = t };

	o.device = module_read(&device, 1, t);
	o.layout = LLVMGetModuleDataLayout(m);
	library_check_recursion(m);
	variables_make_plain(m);
	entries_make(&o);
	library_inline_program(&o);
	library_link(&o, library);
	prepare(m);
	passes_run(m, t, "always-inline");
	items_bind(&o);
	library_link_device(&o);
	prepare(m);
	describe_program(&o);
	hide_entries(&o);
	passes_run(m, t, "always-inline,always-inline,globaldce");
	free_kernels(&o);
}
