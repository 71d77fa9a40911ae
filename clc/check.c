/* check.c - what plain C cannot do on the core is refused, with its line
 * SPDX-License-Identifier: Apache-2.0
 *
 * Here are the rules that need no graph. structure.c has those about branches:
 * barriers that not all threads reach, calls by pointers that differ.
 */
#include "clc/clc.h"

#include <string.h>

/* Functions of the runtime that switch the software warp or wait for others. */
static const char *const meetings[] = {
	"vx_barrier", "vx_syncthreads", "vx_yield", "vx_send", "vx_receive",
	NULL
};

static const char *const spawns[] = {
	"vx_spawn", "ww_spawn", "vx_wait", "vx_done", "vx_preempt", NULL
};

/* Functions of C and of libgcc's interface that the runtime has. */
static const char *const library[] = {
	"memcpy", "memset", "memmove", "memcmp", "sqrtf", "fmaf", "fabsf", NULL
};

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(name, *names))
		names++;
	return *names != NULL;
}

bool check_is_meeting(LLVMValueRef i)
{
	const char *text;

	if (!LLVMIsACallInst(i))
		return false;
	text = module_asm(i);
	return is_one_of(module_callee(i), meetings) ||
	       module_starts(text, "bar ") || strstr(text, "\tbar ");
}

static bool is_runtime(const char *name)
{
	return module_starts(name, "llvm.") || module_starts(name, "vx_") ||
	       module_starts(name, "ww_") || module_starts(name, "__") ||
	       is_one_of(name, library);
}

static void check_call(LLVMValueRef i)
{
	LLVMValueRef f = LLVMGetCalledValue(i);
	const char *name = module_callee(i), *text = module_asm(i);

	if (is_one_of(name, spawns))
		report_refused(i, "%s in a function that threads execute: it "
			       "is for main", name);
	else if (LLVMIsAFunction(f) && !LLVMGetFirstBasicBlock(f) &&
		 !is_runtime(name))
		report_refused(i, "a kernel calls '%s', whose source is not "
			       "here: compile all C files of the program with "
			       "one command", name);
	else if (LLVMIsAFunction(f) && LLVMGetFirstBasicBlock(f) &&
		 !strcmp(name, "main"))
		report_refused(i, "main in a function that threads execute");
	else if (!strcmp(text, "join") || module_starts(text, "split "))
		report_refused(i, "__if, __while, __body and their like do not "
			       "mix with plain control flow: write if, while, "
			       "return");
}

void check_source(LLVMModuleRef m, const struct map *threads)
{
	for EACH_FUNCTION(f, m) {
		if (!map_get(threads, f, 0))
			continue;
		for EACH_BLOCK(b, f)
			for EACH_INSTRUCTION(i, b)
				if (LLVMIsACallInst(i))
					check_call(i);
	}
	report_end_phase();
}

void check_optimized(LLVMModuleRef m)
{
	for EACH_FUNCTION(f, m)
		for EACH_BLOCK(b, f)
			for EACH_INSTRUCTION(i, b) {
				LLVMAttributeRef a;
				unsigned n;

				if (!LLVMIsACallInst(i) || !*module_callee(i))
					continue;
				a = LLVMGetStringAttributeAtIndex(
					LLVMGetCalledValue(i), ON_FUNCTION,
					"dontcall-error", 14);
				if (a)
					report_refused(
						i, "%s",
						LLVMGetStringAttributeValue(
							a, &n));
			}
	report_end_phase();
}
