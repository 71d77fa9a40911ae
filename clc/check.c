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
	"vx_spawn", "vx_spawn_threads", "ww_spawn", "vx_wait", "vx_done",
	"vx_preempt", NULL
};

/* Functions of C that the runtime has, or the core as instructions. */
static const char *const library[] = {
	"sqrtf", "fmaf", "fabsf", NULL
};

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(name, *names))
		names++;
	return *names != NULL;
}

bool check_is_block_barrier(LLVMValueRef i)
{
	LLVMValueRef f;

	if (!LLVMIsACallInst(i))
		return false;
	if (module_starts(module_asm(i), "bar."))
		return true;
	f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
	return module_starts(module_asm(i), "bar ") &&
	       module_has_attribute(f, ON_FUNCTION, LEAVING);
}

bool check_is_meeting(LLVMValueRef i)
{
	const char *text;

	if (!LLVMIsACallInst(i))
		return false;
	text = module_asm(i);
	return is_one_of(module_callee(i), meetings) ||
	       module_starts(text, "bar ") || check_is_block_barrier(i) ||
	       strstr(text, "\tbar ") || strstr(text, "vx_cl_turn");
}

const char *check_meeting_name(LLVMValueRef i)
{
	LLVMModuleRef m = LLVMGetGlobalParent(
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)));

	if (LLVMGetNamedGlobal(m, "ww_cl_program"))
		return "barrier";
	return *module_callee(i) ? module_callee(i) : "a barrier";
}

static bool is_runtime(const char *name)
{
	return module_starts(name, "llvm.") || module_starts(name, "vx_") ||
	       module_starts(name, "ww_") || module_starts(name, "__") ||
	       is_one_of(name, library);
}

static void check_call(LLVMValueRef i)
{
	const char *name = module_callee(i);

	if (is_one_of(name, spawns))
		report_refused(i, "%s in a function that threads execute: it "
			       "is for main", name);
	else if (!strcmp(name, "ww_split_") ||
		 !strcmp(name, "_ZL9ww_split_b") || /* in C++ */
		 module_starts(module_asm(i), "split "))
		report_refused(i, "__if, __while, __body and their like do not "
			       "mix with plain control flow: write if, while, "
			       "return");
}

static void check_instruction(LLVMValueRef i)
{
	if (LLVMIsACallInst(i))
		check_call(i);
	else if (LLVMIsAIndirectBrInst(i))
		report_refused(i, "a goto to a computed label: write a switch");
}

void check_source(LLVMModuleRef m, const struct map *threads)
{
	for EACH_FUNCTION(f, m) {
		if (!map_get(threads, f, 0))
			continue;
		for EACH_BLOCK(b, f)
			for EACH_INSTRUCTION(i, b)
				check_instruction(i);
	}
	report_end_phase();
}

/* Headers give functions that are only for some cores, or for no arguments, the
 * attribute error. */
static bool check_error_attribute(LLVMValueRef i)
{
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
		LLVMGetCalledValue(i), ON_FUNCTION, "dontcall-error", 14);
	unsigned n;

	if (a)
		report_refused(i, "%s", LLVMGetStringAttributeValue(a, &n));
	return a != NULL;
}

static void check_final_call(LLVMValueRef i, bool threads)
{
	LLVMValueRef f = LLVMGetCalledValue(i);

	if (!LLVMIsAFunction(f) || check_error_attribute(i))
		return;
	if (threads && !LLVMGetFirstBasicBlock(f) &&
	    !is_runtime(module_name(f)))
		report_refused(i, "a kernel calls '%s', whose source is not "
			       "here: compile all C files of the program with "
			       "one command", module_name(f));
}

void check_optimized(LLVMModuleRef m, const struct map *threads)
{
	for EACH_FUNCTION(f, m)
		for EACH_BLOCK(b, f)
			for EACH_INSTRUCTION(i, b)
				if (LLVMIsACallInst(i))
					check_final_call(
						i, map_get(threads, f, 0));
	report_end_phase();
}
