/* locals.c - variables in local memory become places behind here->room
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each entry has its own; a variable of a function that several kernels call
 * has a place in each.
 *
 * Preconditions: the functions of the program are part of the entries.
 */
#include <llvm-c/Target.h>
#include <stddef.h>

#include "clc/opencl.h"
#include "sw/cl/cl.h"

enum { GAP = 16 };              /* alignment of variables, at least */

struct local {
	const struct opencl *o;
	struct opencl_kernel *k;
	struct map offset;      /* of variables, plus 1 */
};

static bool is_local(LLVMValueRef v)
{
	return LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == SPACE_LOCAL;
}

static uint32_t offset_of(void *ctx, LLVMValueRef v)
{
	struct local *p = ctx;
	int at = map_get(&p->offset, v, 0);
	uint32_t align = LLVMGetAlignment(v), offset;

	if (at)
		return (uint32_t)at - 1;
	if (align < GAP)
		align = GAP;
	offset = (p->k->local_bytes + align - 1) / align * align;
	p->k->local_bytes = offset + (uint32_t)LLVMABISizeOfType(
		p->o->layout, LLVMGlobalGetValueType(v));
	map_set(&p->offset, v, (int)offset + 1);
	return offset;
}

/* Whether an argument of K is in local memory. */
static bool has_local_argument(const struct opencl_kernel *k)
{
	for (uint32_t i = 0; i < k->count; i++)
		if (k->args[i].kind == WW_CL_LOCAL)
			return true;
	return false;
}

void locals_place(const struct opencl *o, struct opencl_kernel *k,
		  LLVMValueRef f)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);
	struct local l = { .o = o, .k = k };
	struct placing p = { .is_placed = is_local, .offset = offset_of,
			     .ctx = &l, .kind = "local" };
	LLVMBasicBlockRef first = LLVMGetFirstBasicBlock(f);

	p.b = LLVMCreateBuilderInContext(c);
	LLVMPositionBuilderBefore(p.b, LLVMGetFirstInstruction(first));
	p.room = entries_load(p.b, LLVMGetParam(f, ENTRY_HERE),
			      offsetof(struct ww_cl_here, room),
			      LLVMPointerTypeInContext(c, SPACE_LOCAL));
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			place_operands(&p, i);
	k->together |= k->local_bytes > 0 || has_local_argument(k);
	map_free(&l.offset);
	LLVMDisposeBuilder(p.b);
	report_end_phase();
}
