/* kernels.c - which functions are for threads
 * SPDX-License-Identifier: Apache-2.0
 *
 * A kernel is a function that is handed to vx_spawn, ww_spawn or
 * vx_spawn_threads, or the loop that is handed to vx_spawn_loop. Threads of a
 * warp execute kernels, the functions that these call, and each function whose
 * address is taken. In a module that has neither kernel nor main they execute
 * all functions. The others, main and what it alone calls, run on one thread
 * and stay as they are.
 */
#include "clc/clc.h"

#include <string.h>

#define KERNEL "ww-kernel"

/* Operand of the call of a spawn function: the kernel; a function for ids. */
enum { VX_KERNEL = 2, VX_IDS = 5, WW_KERNEL = 2, GRID_KERNEL = 3 };

/* vx_spawn_threads hands its kernel no tid. */
static bool spawns_grid(LLVMValueRef i, LLVMValueRef f)
{
	return LLVMIsACallInst(i) &&
	       !strcmp(module_callee(i), "vx_spawn_threads") &&
	       LLVMGetNumArgOperands(i) > GRID_KERNEL &&
	       LLVMGetOperand(i, GRID_KERNEL) == f;
}

/* Whether I hands F to a spawn function as a kernel. */
static bool spawns(LLVMValueRef i, LLVMValueRef f)
{
	const char *name;

	if (!LLVMIsACallInst(i))
		return false;
	if (spawns_grid(i, f))
		return true;
	name = module_callee(i);
	if (!strcmp(name, "vx_spawn"))
		return LLVMGetNumArgOperands(i) > VX_IDS &&
		       LLVMGetOperand(i, VX_KERNEL) == f;
	if (!strcmp(name, "vx_spawn_loop"))
		return LLVMGetOperand(i, VX_KERNEL) == f;
	return !strcmp(name, "ww_spawn") &&
	       LLVMGetNumArgOperands(i) > WW_KERNEL &&
	       LLVMGetOperand(i, WW_KERNEL) == f;
}

/* A function for ids gives each thread a wid of its own. */
static bool has_ids(LLVMValueRef spawn)
{
	return !strcmp(module_callee(spawn), "vx_spawn") &&
	       !LLVMIsNull(LLVMGetOperand(spawn, VX_IDS));
}

/* A kernel gets (tid, wid) or (tid, wid, argument), a loop what vx.h says. All
 * but tid are the same in the threads of a warp, unless the function has other
 * callers, too. That of vx_spawn_threads gets the argument alone. */
void kernels_mark(LLVMModuleRef m)
{
	for EACH_FUNCTION(f, m) {
		bool kernel = false, uniform = true;
		unsigned first = 1;

		for (LLVMUseRef u = LLVMGetFirstUse(f); u;
		     u = LLVMGetNextUse(u)) {
			LLVMValueRef i = LLVMGetUser(u);

			if (spawns(i, f)) {
				kernel = true;
				uniform &= !has_ids(i);
				first = spawns_grid(i, f) ? first : 2;
			} else {
				uniform = false;
			}
		}
		if (kernel)
			module_add_attribute(f, ON_FUNCTION, KERNEL);
		for (unsigned k = first; kernel && uniform &&
		     k <= LLVMCountParams(f); k++)
			module_add_attribute(f, k, UNIFORM);
	}
}

bool kernels_is_address_taken(LLVMValueRef f)
{
	for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef i = LLVMGetUser(u);

		if (!LLVMIsACallInst(i) || LLVMGetCalledValue(i) != f ||
		    LLVMGetUsedValue(u) != f)
			return true;
	}
	return false;
}

static void reach_function(struct map *threads, LLVMValueRef f)
{
	if (!LLVMGetFirstBasicBlock(f) || map_get(threads, f, 0))
		return;
	map_set(threads, f, 1);
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			if (LLVMIsACallInst(i) &&
			    LLVMIsAFunction(LLVMGetCalledValue(i)))
				reach_function(threads, LLVMGetCalledValue(i));
}

void kernels_reach(LLVMModuleRef m, struct map *threads)
{
	LLVMValueRef main = LLVMGetNamedFunction(m, "main");
	bool all = !main || !LLVMGetFirstBasicBlock(main);

	for EACH_FUNCTION(f, m)
		all &= !module_has_attribute(f, ON_FUNCTION, KERNEL);
	for EACH_FUNCTION(f, m)
		if (all || module_has_attribute(f, ON_FUNCTION, KERNEL) ||
		    kernels_is_address_taken(f))
			reach_function(threads, f);
}
