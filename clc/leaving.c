/* leaving.c - kernels of CUDA whose threads may return before a barrier
 * SPDX-License-Identifier: Apache-2.0
 *
 * The barrier of CUDA does not wait for threads that have returned. Within a
 * warp the others go on behind a split; warps whose threads all have returned
 * have ended, and the barrier of a block of hardware does not count them. So
 * the row of such a kernel in the program's description says that each of its
 * groups has to be a block (vx_cl_blocks.c), and its branches stay as they are.
 * A group with more rows than a core has warps is folded, and its entry is
 * another function, where threads that have returned go along to the barriers
 * (ghosts.c), or have to agree as in OpenCL C.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "clc/clc.h"
#include "sw/cl/cl.h"

enum { WORD = 4 };

#define FIELD(name) ((unsigned)(offsetof(struct ww_cl_kernel, name) / WORD))
enum { FIELDS = sizeof(struct ww_cl_kernel) / WORD };
/* That of the kernels in the description of the program. */
#define KERNELS ((unsigned)(offsetof(struct ww_cl_program, kernels) / WORD))

/* Has F the barrier of CUDA? */
static bool has_barrier(LLVMValueRef f)
{
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			if (LLVMIsACallInst(i) &&
			    !strcmp(module_asm(i), "bar.sync"))
				return true;
	return false;
}

/* ROW, which describes a kernel, with the field leaves set. */
static LLVMValueRef leaves(LLVMContextRef c, LLVMValueRef row)
{
	LLVMValueRef field[FIELDS];

	for (unsigned i = 0; i < FIELDS; i++)
		field[i] = LLVMGetAggregateElement(row, i);
	field[FIELD(leaves)] = LLVMConstInt(LLVMInt32TypeInContext(c), 1, 0);
	return LLVMConstStructInContext(c, field, FIELDS, 0);
}

/* Says so in the description of the kernel with entry F. */
static void describe(LLVMModuleRef m, LLVMValueRef f)
{
	LLVMValueRef program = LLVMGetNamedGlobal(m, "ww_cl_program");
	LLVMValueRef list = LLVMGetAggregateElement(
		LLVMGetInitializer(program), KERNELS);
	LLVMValueRef rows = LLVMGetInitializer(list), *row;
	LLVMTypeRef type = LLVMTypeOf(rows);
	unsigned count = LLVMGetArrayLength(type);

	row = map_alloc((int)count, sizeof *row);
	for (unsigned i = 0; i < count; i++) {
		row[i] = LLVMGetAggregateElement(rows, i);
		if (LLVMGetAggregateElement(row[i], FIELD(entry)) == f)
			row[i] = leaves(LLVMGetModuleContext(m), row[i]);
	}
	LLVMSetInitializer(list, LLVMConstArray2(LLVMGetElementType(type), row,
						 count));
	free(row);
}

bool leaving_is_folded(LLVMValueRef f)
{
	static const char end[] = ".folded";
	size_t length = strlen(module_name(f));
	size_t base = length < strlen(end) ? 0 : length - strlen(end);
	char *name = map_alloc((int)length + 1, 1);
	LLVMValueRef kernel;

	memcpy(name, module_name(f), base);
	kernel = LLVMGetNamedFunction(LLVMGetGlobalParent(f), name);
	free(name);
	return kernel && !strcmp(module_name(f) + base, end) &&
	       module_has_attribute(kernel, ON_FUNCTION, LEAVING);
}

void leaving_find(LLVMModuleRef m, const struct map *threads)
{
	for EACH_FUNCTION(f, m) {
		if (!map_get(threads, f, 0) || !has_barrier(f))
			continue;
		module_add_attribute(f, ON_FUNCTION, LEAVING);
		if (structure_leaves(f))
			describe(m, f);
		else
			module_remove_attribute(f, LEAVING);
	}
}
