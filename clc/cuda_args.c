/* cuda_args.c - names of CUDA's kernels and their arguments, for who launches
 * SPDX-License-Identifier: Apache-2.0
 *
 * clang has them in the debug information. Kernels get the metadata that
 * OpenCL C has (-cl-kernel-arg-info), and the name of the source, as
 * "add<float>", if no other kernel has it.
 *
 * Preconditions: clang -g, not optimized.
 */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/cuda.h"

enum { NAME = CUDA_NAME, DEEP = 16 };
/* Operands of descriptions in LLVM's metadata. */
enum { OF_TYPE = 3 };

/* What stands behind KEY in the TEXT of a description, up to END: in TO. */
static bool field(const char *text, const char *key, char end, char to[NAME])
{
	const char *at = strstr(text, key), *last;

	to[0] = '\0';
	if (!at)
		return false;
	at += strlen(key);
	last = strchr(at, end);
	if (!last || last - at >= NAME)
		return false;
	memcpy(to, at, (size_t)(last - at));
	to[last - at] = '\0';
	return true;
}

static LLVMValueRef operand(LLVMValueRef node, unsigned n)
{
	unsigned count = LLVMGetMDNodeNumOperands(node);
	LLVMValueRef *list = map_alloc((int)count + 1, sizeof *list), v;

	LLVMGetMDNodeOperands(node, list);
	v = n < count ? list[n] : NULL;
	free(list);
	return v;
}

/* An argument as OpenCL C describes it. */
struct described {
	char name[NAME], type[NAME], qualifiers[NAME];
	bool pointer;
};

/* C's names of numbers by OpenCL's: both have 64 bits for long. */
static const char *opencl_name(const char *name)
{
	static const char *const pairs[][2] = {
		{ "unsigned char", "uchar" }, { "signed char", "char" },
		{ "unsigned short", "ushort" }, { "unsigned int", "uint" },
		{ "unsigned long", "ulong" }, { "long long", "long" },
		{ "unsigned long long", "ulong" }, { "bool", "uchar" }
	};

	for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++)
		if (!strcmp(name, pairs[k][0]))
			return pairs[k][1];
	return name;
}

/* Follows TYPE through names and qualifiers, and one pointer. */
static void read_type(LLVMValueRef type, struct described *a)
{
	for (int k = 0; k < DEEP && type; k++) {
		char *text = LLVMPrintValueToString(type);
		char tag[NAME];

		field(text, "tag: ", ',', tag);
		if (strstr(text, "!DIBasicType(")) {
			field(text, "name: \"", '"', tag);
			snprintf(a->type, sizeof a->type, "%s",
				 opencl_name(tag));
			type = NULL;
		} else if (!strstr(text, "!DIDerivedType(")) {
			field(text, "name: \"", '"', a->type);
			type = NULL;
		} else {
			if (!strcmp(tag, "DW_TAG_const_type") && a->pointer)
				strcat(a->qualifiers, "const ");
			if (!strcmp(tag, "DW_TAG_restrict_type"))
				strcat(a->qualifiers, "restrict ");
			if (!strcmp(tag, "DW_TAG_pointer_type")) {
				if (a->pointer) {
					snprintf(a->type, sizeof a->type,
						 "ulong");
					LLVMDisposeMessage(text);
					return;
				}
				a->pointer = true;
			}
			type = operand(type, OF_TYPE);
		}
		LLVMDisposeMessage(text);
	}
}

/* CALL describes a variable: if it is argument N, from 1 on, fills in LIST. */
static void read_variable(LLVMValueRef call, struct described *list,
			  unsigned count)
{
	LLVMValueRef variable = LLVMGetOperand(call, 1);
	char *text = LLVMPrintValueToString(variable);
	char number[NAME];
	unsigned n;

	if (field(text, "arg: ", ',', number)) {
		n = (unsigned)strtoul(number, NULL, 10);
		if (n >= 1 && n <= count) {
			field(text, "name: \"", '"', list[n - 1].name);
			read_type(operand(variable, OF_TYPE), &list[n - 1]);
		}
	}
	LLVMDisposeMessage(text);
}

static void read_variables(LLVMValueRef f, struct described *list,
			   unsigned count)
{
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			if (LLVMIsACallInst(i) &&
			    module_starts(module_callee(i), "llvm.dbg."))
				read_variable(i, list, count);
}

/* F gets the metadata KEY, whose operand I is TEXT of argument I. */
static void set_strings(struct cuda *c, LLVMValueRef f, const char *key,
			struct described *list, unsigned count,
			void (*text)(const struct described *a,
				     char to[NAME + 8]))
{
	LLVMMetadataRef *node = map_alloc((int)count + 1, sizeof *node);
	char to[NAME + 8];

	for (unsigned i = 0; i < count; i++) {
		text(&list[i], to);
		node[i] = LLVMMDStringInContext2(c->context, to, strlen(to));
	}
	LLVMGlobalSetMetadata(f, LLVMGetMDKindIDInContext(
				      c->context, key, (unsigned)strlen(key)),
			      LLVMMDNodeInContext2(c->context, node, count));
	free(node);
}

static void name_of(const struct described *a, char to[NAME + 8])
{
	strcpy(to, a->name);
}

static void type_of(const struct described *a, char to[NAME + 8])
{
	sprintf(to, "%s%s", a->type, a->pointer ? "*" : "");
}

static void qualifiers_of(const struct described *a, char to[NAME + 8])
{
	strcpy(to, a->qualifiers);
}

/* The name that the source has for kernel F. */
static bool source_name(const struct cuda *c, LLVMValueRef f, char name[NAME])
{
	LLVMMetadataRef program = LLVMGetSubprogram(f);
	char *text;
	bool good;

	if (!program)
		return false;
	text = LLVMPrintValueToString(LLVMMetadataAsValue(c->context, program));
	good = field(text, "name: \"", '"', name);
	LLVMDisposeMessage(text);
	return good;
}

/* How many kernels the source calls NAME. */
static int named(const struct cuda *c, const char *name)
{
	char other[NAME];
	int n = 0;

	for (int i = 0; i < c->count; i++)
		n += source_name(c, c->kernels[i], other) &&
		     !strcmp(other, name);
	return n;
}

/* The name that the linker has for kernel F, which may be very long. */
static void note_linkage(struct cuda *c, LLVMValueRef f)
{
	static const char key[] = "ww_linkage_name";
	const char *name = module_name(f);
	LLVMMetadataRef text = LLVMMDStringInContext2(c->context, name,
						      strlen(name));

	LLVMGlobalSetMetadata(f, LLVMGetMDKindIDInContext(
				      c->context, key, sizeof key - 1),
			      LLVMMDNodeInContext2(c->context, &text, 1));
}

void cuda_args_describe(struct cuda *c)
{
	bool new = LLVMIsNewDbgInfoFormat(c->module);

	LLVMSetIsNewDbgInfoFormat(c->module, false);
	for (int i = 0; i < c->count; i++) {
		LLVMValueRef f = c->kernels[i];
		unsigned n = LLVMCountParams(f);
		struct described *list = map_alloc((int)n + 1, sizeof *list);

		read_variables(f, list, n);
		set_strings(c, f, "kernel_arg_name", list, n, name_of);
		set_strings(c, f, "kernel_arg_type", list, n, type_of);
		set_strings(c, f, "kernel_arg_base_type", list, n, type_of);
		set_strings(c, f, "kernel_arg_type_qual", list, n,
			    qualifiers_of);
		free(list);
		note_linkage(c, f);
	}
	LLVMSetIsNewDbgInfoFormat(c->module, new);
}

void cuda_args_rename(struct cuda *c)
{
	char name[NAME];

	for (int i = 0; i < c->count; i++) {
		LLVMValueRef f = c->kernels[i];

		if (!source_name(c, f, name) || named(c, name) > 1 ||
		    LLVMGetNamedFunction(c->module, name))
			continue;
		LLVMSetValueName2(f, name, strlen(name));
	}
}
