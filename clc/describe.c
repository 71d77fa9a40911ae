/* describe.c - the variable ww_cl_program: what kernels there are
 * SPDX-License-Identifier: Apache-2.0
 *
 * The structures of sw/cl/cl.h, in their order, with addresses as pointers.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "clc/opencl.h"
#include "sw/cl/cl.h"

enum { WORDS = 16 };

/* A structure in the making. */
struct row {
	LLVMValueRef word[WORDS];
	unsigned count;
};

static void put_word(const struct opencl *o, struct row *r, uint32_t x)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);

	r->word[r->count++] = LLVMConstInt(LLVMInt32TypeInContext(c), x, 0);
}

static LLVMValueRef make_constant(const struct opencl *o, LLVMValueRef value,
				  const char *name)
{
	LLVMValueRef g = LLVMAddGlobal(o->module, LLVMTypeOf(value), name);

	LLVMSetInitializer(g, value);
	LLVMSetGlobalConstant(g, 1);
	LLVMSetAlignment(g, 4);
	LLVMSetLinkage(g, LLVMInternalLinkage);
	return g;
}

static LLVMValueRef make_string(const struct opencl *o, const char *text)
{
	LLVMContextRef c = LLVMGetModuleContext(o->module);

	return make_constant(o, LLVMConstStringInContext(
		c, text, (unsigned)strlen(text), 0), "");
}

static LLVMValueRef finish_row(const struct opencl *o, struct row *r)
{
	return LLVMConstStructInContext(LLVMGetModuleContext(o->module),
					r->word, r->count, 0);
}

static LLVMValueRef make_arg(const struct opencl *o,
			     const struct opencl_arg *a)
{
	struct row r = { .count = 0 };

	put_word(o, &r, a->kind);
	put_word(o, &r, a->offset);
	put_word(o, &r, a->bytes);
	put_word(o, &r, a->class);
	put_word(o, &r, a->element);
	put_word(o, &r, a->lanes);
	put_word(o, &r, a->qualifiers);
	r.word[r.count++] = make_string(o, a->type);
	r.word[r.count++] = make_string(o, a->name);
	_Static_assert(sizeof(struct ww_cl_arg) == 4 * 9, "rows agree");
	return finish_row(o, &r);
}

/* The address of an array of the COUNT rows at LIST. */
static LLVMValueRef make_array(const struct opencl *o, LLVMValueRef *list,
			       uint32_t count)
{
	LLVMTypeRef type = count ? LLVMTypeOf(list[0]) :
			   LLVMInt32TypeInContext(
				   LLVMGetModuleContext(o->module));

	return make_constant(o, LLVMConstArray2(type, list, count), "");
}

static LLVMValueRef make_kernel(const struct opencl *o,
				const struct opencl_kernel *k)
{
	LLVMValueRef *args = map_alloc((int)k->count, sizeof *args);
	struct row r = { .count = 0 };

	for (uint32_t i = 0; i < k->count; i++)
		args[i] = make_arg(o, &k->args[i]);
	r.word[r.count++] = make_string(o, k->name);
	r.word[r.count++] = k->entry;
	r.word[r.count++] = k->folded ? k->folded : k->entry;
	put_word(o, &r, k->count);
	r.word[r.count++] = make_array(o, args, k->count);
	put_word(o, &r, k->arg_bytes);
	put_word(o, &r, k->local_bytes);
	put_word(o, &r, k->together);
	put_word(o, &r, 0); /* leaves: leaving.c */
	for (int d = 0; d < 3; d++)
		put_word(o, &r, k->required[d]);
	r.word[r.count++] = make_string(o, k->attributes);
	put_word(o, &r, k->most);
	_Static_assert(sizeof(struct ww_cl_kernel) == 4 * 14, "rows agree");
	free(args);
	return finish_row(o, &r);
}

void describe_program(const struct opencl *o)
{
	LLVMValueRef *list = map_alloc((int)o->count, sizeof *list), g;
	struct row r = { .count = 0 };

	for (uint32_t i = 0; i < o->count; i++)
		list[i] = make_kernel(o, &o->kernels[i]);
	put_word(o, &r, WW_CL_VERSION);
	put_word(o, &r, o->count);
	r.word[r.count++] = make_array(o, list, o->count);
	g = make_constant(o, finish_row(o, &r), "ww_cl_program");
	LLVMSetLinkage(g, LLVMExternalLinkage);
	free(list);
}
