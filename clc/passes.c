/* passes.c - LLVM's passes and ours, over all functions of a module
 * SPDX-License-Identifier: Apache-2.0
 *
 * Only functions that have a divergent branch of no shape that structure.c
 * knows go through structurizecfg: it makes many more branches. LLVM's C
 * interface runs passes on whole modules, so the others are hidden from it
 * meanwhile as functions that are not to be optimized.
 */
#include "clc/clc.h"

#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>

void passes_run(LLVMModuleRef m, const struct target *t, const char *passes)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e;

	LLVMPassBuilderOptionsSetLoopVectorization(o, 0);
	LLVMPassBuilderOptionsSetSLPVectorization(o, 0);
	e = LLVMRunPasses(m, passes, t->machine, o);
	if (e)
		report_fatal(CLC_TOOL, "LLVM: %s", LLVMGetErrorMessage(e));
	LLVMDisposePassBuilderOptions(o);
}

static void end_unreachable(LLVMValueRef f, LLVMBuilderRef build)
{
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));

	for EACH_BLOCK(b, f) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(b);

		if (!t || !LLVMIsAUnreachableInst(t))
			continue;
		LLVMPositionBuilderBefore(build, t);
		if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
			LLVMBuildRetVoid(build);
		else
			LLVMBuildRet(build, LLVMGetUndef(type));
		LLVMInstructionEraseFromParent(t);
	}
}

/* What cannot be reached returns, so that one exit post-dominates all. */
void passes_end_unreachable(LLVMModuleRef m)
{
	LLVMBuilderRef build =
		LLVMCreateBuilderInContext(LLVMGetModuleContext(m));

	for EACH_FUNCTION(f, m)
		end_unreachable(f, build);
	LLVMDisposeBuilder(build);
}

/* The functions of SKIP are hidden from LLVM's passes, or no longer. */
static void hide(LLVMModuleRef m, const struct map *skip, bool set)
{
	static const char *const names[] = { "optnone", "noinline" };

	for EACH_FUNCTION(f, m)
		for (int i = 0; i < 2 && map_get(skip, f, 0); i++)
			if (set)
				module_add_attribute(f, ON_FUNCTION, names[i]);
			else
				module_remove_attribute(f, names[i]);
}

void passes_structurize(LLVMModuleRef m, const struct target *t,
			const struct map *threads)
{
	struct map skip = { 0 };
	bool any = false;

	for EACH_FUNCTION(f, m) {
		struct shapes s = { 0 };

		if (map_get(threads, f, 0))
			s = structure_count(f);
		map_set(&skip, f, !s.unstructured);
		any |= s.unstructured > 0;
	}
	report_end_phase();
	if (any) {
		hide(m, &skip, true);
		passes_run(m, t, "function(unify-loop-exits,structurizecfg,"
			   "loop-simplify,lcssa)");
		hide(m, &skip, false);
	}
	map_free(&skip);
}

void passes_divide(LLVMModuleRef m, const struct target *t,
		   const struct map *threads)
{
	for EACH_FUNCTION(f, m) {
		struct shapes s;

		if (!map_get(threads, f, 0))
			continue;
		lower_function(f, t);
		s = structure_divide(f);
		if (s.unstructured)
			report_fatal(CLC_REFUSED, "%s: %d branches have no "
				     "structure that split and join can follow",
				     module_name(f), s.unstructured);
	}
	report_end_phase();
}
