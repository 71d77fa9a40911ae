/* kernel_args.c - what a kernel of OpenCL C takes, from clang's metadata
 * SPDX-License-Identifier: Apache-2.0
 *
 * Preconditions: clang with -cl-kernel-arg-info; data layout of the core.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/opencl.h"
#include "sw/cl/cl.h"

LLVMAttributeRef kernel_arg_byval(LLVMValueRef f, unsigned i)
{
	return LLVMGetEnumAttributeAtIndex(
		f, i + 1, LLVMGetEnumAttributeKindForName("byval", 5));
}

LLVMTypeRef kernel_arg_type(LLVMValueRef f, unsigned i)
{
	LLVMAttributeRef a = kernel_arg_byval(f, i);

	return a ? LLVMGetTypeAttributeValue(a) :
	       LLVMTypeOf(LLVMGetParam(f, i));
}

/* The operands of the metadata NAME of F; the caller frees them. */
static LLVMValueRef *operands_of(LLVMValueRef f, const char *name,
				 unsigned *count)
{
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	unsigned kind = LLVMGetMDKindIDInContext(c, name,
						 (unsigned)strlen(name));
	LLVMValueRef *list = NULL, node = NULL;
	LLVMValueMetadataEntry *all;
	size_t entries;

	*count = 0;
	all = LLVMGlobalCopyAllMetadata(f, &entries);
	for (unsigned i = 0; i < entries; i++)
		if (LLVMValueMetadataEntriesGetKind(all, i) == kind)
			node = LLVMMetadataAsValue(
				c,
				LLVMValueMetadataEntriesGetMetadata(all, i));
	LLVMDisposeValueMetadataEntries(all);
	if (!node)
		return NULL;
	*count = LLVMGetMDNodeNumOperands(node);
	list = map_alloc((int)*count, sizeof(LLVMValueRef));
	LLVMGetMDNodeOperands(node, list);
	return list;
}

/* The string that the metadata NAME of F has for argument I; a copy. */
static char *string_of(LLVMValueRef f, const char *name, unsigned i)
{
	unsigned count, n = 0;
	LLVMValueRef *list = operands_of(f, name, &count);
	const char *text = i < count ? LLVMGetMDString(list[i], &n) : NULL;
	char *copy = map_alloc((int)n + 1, 1);

	if (text)
		memcpy(copy, text, n);
	free(list);
	return copy;
}

/* The three numbers of the metadata NAME of F; false if it is not there. */
static bool read_sizes(LLVMValueRef f, const char *name, uint32_t sizes[3])
{
	unsigned count;
	LLVMValueRef *list = operands_of(f, name, &count);

	for (unsigned i = 0; i < 3; i++)
		sizes[i] = i < count ?
			(uint32_t)LLVMConstIntGetZExtValue(list[i]) : 0;
	free(list);
	return count == 3;
}

/* What __launch_bounds__ allows for F; 0: any number of items. */
static uint32_t read_most(LLVMValueRef f)
{
	unsigned count;
	LLVMValueRef *list = operands_of(f, CUDA_BOUND, &count);
	uint32_t most = count == 1 ?
		(uint32_t)LLVMConstIntGetZExtValue(list[0]) : 0;

	free(list);
	return most;
}

static void write_sizes(FILE *out, LLVMValueRef f, const char *name)
{
	uint32_t n[3];

	if (read_sizes(f, name, n))
		fprintf(out, "%s%s(%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")",
			ftell(out) ? " " : "", name, n[0], n[1], n[2]);
}

/* The hint of the type that F computes with. */
static void write_type_hint(FILE *out, LLVMValueRef f)
{
	unsigned count;
	LLVMValueRef *list = operands_of(f, "vec_type_hint", &count);
	LLVMTypeRef t = count == 2 ? LLVMTypeOf(list[0]) : NULL;
	unsigned lanes = 1, bits = 0;
	bool is_signed = t && LLVMConstIntGetZExtValue(list[1]);

	free(list);
	if (t && LLVMGetTypeKind(t) == LLVMVectorTypeKind) {
		lanes = LLVMGetVectorSize(t);
		t = LLVMGetElementType(t);
	}
	if (t && LLVMGetTypeKind(t) == LLVMIntegerTypeKind)
		bits = LLVMGetIntTypeWidth(t);
	if (!t || (!bits && LLVMGetTypeKind(t) != LLVMFloatTypeKind))
		return;
	fprintf(out, "%svec_type_hint(%s%s", ftell(out) ? " " : "",
		!bits || is_signed ? "" : "u", !bits ? "float" :
		bits == 8 ? "char" : bits == 16 ? "short" :
		bits == 32 ? "int" : "long");
	fprintf(out, lanes > 1 ? "%u)" : ")", lanes);
}

/* The name that the linker has for a kernel of CUDA. */
static void write_linkage(FILE *out, LLVMValueRef f)
{
	char *name = string_of(f, "ww_linkage_name", 0);

	if (*name)
		fprintf(out, "%slinkage(%s)", ftell(out) ? " " : "", name);
	free(name);
}

/* The attributes of F as clGetKernelInfo returns them. */
static char *attributes_of(LLVMValueRef f)
{
	size_t size = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		report_fatal(CLC_TOOL, "no memory");
	write_sizes(out, f, "reqd_work_group_size");
	write_sizes(out, f, "work_group_size_hint");
	write_type_hint(out, f);
	write_linkage(out, f);
	fclose(out);
	return text;
}

/* The scalar types, by the names that clang gives them. */
static const struct {
	const char *name;
	uint32_t class, bytes;
} scalars[] = {
	{ "char",   WW_CL_SIGNED,   1 },
	{ "uchar",  WW_CL_UNSIGNED, 1 },
	{ "short",  WW_CL_SIGNED,   2 },
	{ "ushort", WW_CL_UNSIGNED, 2 },
	{ "int",    WW_CL_SIGNED,   4 },
	{ "uint",   WW_CL_UNSIGNED, 4 },
	{ "long",   WW_CL_SIGNED,   8 },
	{ "ulong",  WW_CL_UNSIGNED, 8 },
	{ "float",  WW_CL_FLOAT,    4 },
	{ "double", WW_CL_FLOAT,    8 },
};

/* Reads BASE, as "float __attribute__((ext_vector_type(4)))*". */
static void read_element(struct opencl_arg *a, const char *base)
{
	static const char vector[] = " __attribute__((ext_vector_type(";
	size_t n = strcspn(base, " *");
	const char *more = base + n;
	char *end;

	a->class = WW_CL_OTHER;
	a->lanes = 1;
	for (size_t k = 0; k < sizeof scalars / sizeof scalars[0]; k++)
		if (strlen(scalars[k].name) == n &&
		    !strncmp(scalars[k].name, base, n)) {
			a->class = scalars[k].class;
			a->element = scalars[k].bytes;
		}
	if (module_starts(more, vector)) {
		a->lanes = (uint32_t)strtoul(more + strlen(vector), &end, 10);
		more = module_starts(end, ")))") ? end + 3 : end;
	}
	if (strcmp(more, "*") && *more)
		a->class = WW_CL_OTHER;
}

/* Reads TEXT, as "restrict const". */
static uint32_t qualifiers_of(const char *text)
{
	return (strstr(text, "const") ? WW_CL_CONST : 0) |
	       (strstr(text, "restrict") ? WW_CL_RESTRICT : 0) |
	       (strstr(text, "volatile") ? WW_CL_VOLATILE : 0);
}

static uint32_t access_of(const char *text)
{
	return !strcmp(text, "read_only") ? WW_CL_READ_ONLY :
	       !strcmp(text, "write_only") ? WW_CL_WRITE_ONLY : 0;
}

/* Is BASE one of the types of images that there are (sw/cl/images.h)? */
static bool is_image(const char *base)
{
	static const char *const kinds[] = {
		"image1d_t", "image1d_array_t", "image2d_t", "image2d_array_t",
		"image3d_t", NULL
	};

	for (const char *const *kind = kinds; *kind; kind++)
		if (!strcmp(base, *kind))
			return true;
	return false;
}

static uint32_t kind_of(LLVMValueRef f, unsigned i, const char *base)
{
	LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(f, i));

	if (is_image(base))
		return WW_CL_IMAGE;
	if (!strcmp(base, "sampler_t"))
		return WW_CL_SAMPLER;
	if (LLVMGetTypeKind(t) != LLVMPointerTypeKind ||
	    kernel_arg_byval(f, i))
		return WW_CL_VALUE;
	switch (LLVMGetPointerAddressSpace(t)) {
	case SPACE_CONSTANT: return WW_CL_CONSTANT;
	case SPACE_LOCAL: return WW_CL_LOCAL;
	default: return WW_CL_GLOBAL;
	}
}

/* Images of other kinds, pipes, queues: opaque types of the target. */
static bool is_refused(LLVMValueRef f, unsigned i, const char *base)
{
	static const char *const words[] = {
		"image", "pipe ", "queue_t", "event_t", "reserve_id_t",
		"clk_event_t", NULL
	};

	for (const char *const *w = words; *w; w++)
		if (module_starts(base, *w) && !is_image(base))
			return true;
	return LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(f, i))) ==
	       LLVMTargetExtTypeKind;
}

static uint32_t align(uint32_t at, uint32_t to)
{
	return (at + to - 1) / to * to;
}

static void read_arg(const struct opencl *o, LLVMValueRef f, unsigned i,
		     struct opencl_kernel *k)
{
	struct opencl_arg *a = &k->args[i];
	char *base = string_of(f, "kernel_arg_base_type", i);
	char *qualifiers = string_of(f, "kernel_arg_type_qual", i);
	char *access = string_of(f, "kernel_arg_access_qual", i);
	LLVMTypeRef t = kernel_arg_type(f, i);

	a->type = string_of(f, "kernel_arg_type", i);
	a->name = string_of(f, "kernel_arg_name", i);
	a->qualifiers = qualifiers_of(qualifiers) | access_of(access);
	if (is_refused(f, i, base)) {
		report_refused_function(f, "kernel %s: argument %s is of type "
					"%s, which the device has not",
					k->name, a->name, a->type);
	} else {
		read_element(a, base);
		a->kind = kind_of(f, i, base);
		a->bytes = (uint32_t)LLVMABISizeOfType(o->layout, t);
		a->offset = align(k->arg_bytes, (uint32_t)
				  LLVMABIAlignmentOfType(o->layout, t));
		k->arg_bytes = a->offset + align(a->bytes, 4);
	}
	free(access);
	free(qualifiers);
	free(base);
}

void kernel_read(const struct opencl *o, LLVMValueRef f,
		 struct opencl_kernel *k)
{
	const char *name = module_name(f);

	*k = (struct opencl_kernel){ .count = LLVMCountParams(f) };
	k->name = map_alloc((int)strlen(name) + 1, 1);
	memcpy(k->name, name, strlen(name));
	k->args = map_alloc((int)k->count, sizeof *k->args);
	read_sizes(f, "reqd_work_group_size", k->required);
	k->attributes = attributes_of(f);
	k->most = read_most(f);
	for (unsigned i = 0; i < k->count; i++)
		read_arg(o, f, i, k);
}
