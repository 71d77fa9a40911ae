/* program.c - the OpenCL driver: programs
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"

enum { WHY = 512 };

void program_drop(void *object)
{
	cl_program p = object;

	for (cl_uint i = 0; i < p->devices; i++)
		build_free(&p->build[i]);
	free(p->source);
	icd_release(p->context);
}

struct build *program_build(cl_program p, cl_device_id d)
{
	for (cl_uint i = 0; i < p->devices; i++)
		if (p->device[i] == d)
			return &p->build[i];
	return NULL;
}

void program_add_device(cl_program p, cl_device_id d)
{
	p->build[p->devices].status = CL_BUILD_NONE;
	p->device[p->devices++] = d;
}

/* --- made of sources -------------------------------------------------- */

/* The N pieces of TEXT as one; NULL if there is no memory. */
static char *join(cl_uint n, const char **text, const size_t *length)
{
	size_t size = 0;
	char *all = NULL;
	FILE *f = open_memstream(&all, &size);

	if (!f)
		return NULL;
	for (cl_uint i = 0; i < n; i++)
		fwrite(text[i], 1, length && length[i] ? length[i] :
		       strlen(text[i]), f);
	if (!fclose(f))
		return all;
	free(all);
	return NULL;
}

cl_program program_create(cl_context c, cl_uint n, const char **text,
			  const size_t *length, cl_int *error)
{
	HOLD;
	cl_program p;

	if (!icd_is(c, ICD_CONTEXT))
		return icd_fail(error, CL_INVALID_CONTEXT);
	if (!n || !text)
		return icd_fail(error, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < n; i++)
		if (!text[i])
			return icd_fail(error, CL_INVALID_VALUE);
	p = icd_new(ICD_PROGRAM);
	if (!p)
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	p->context = icd_retain(c);
	for (cl_uint i = 0; i < c->devices; i++)
		program_add_device(p, c->device[i]);
	p->source = join(n, text, length);
	if (!p->source) {
		icd_release(p);
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	}
	icd_fail(error, CL_SUCCESS);
	return p;
}

/* --- made of binaries ------------------------------------------------- */

/* Reads the binary of one device of P: the ELF of an earlier program. */
static cl_int add_binary(cl_program p, cl_device_id d, const uint8_t *binary,
			 size_t length)
{
	struct build *b = &p->build[p->devices];
	char why[WHY];

	program_add_device(p, d);
	b->elf = malloc(length);
	if (!b->elf)
		return CL_OUT_OF_HOST_MEMORY;
	memcpy(b->elf, binary, length);
	b->elf_bytes = length;
	return build_load(b, d, why, sizeof why) ? CL_SUCCESS :
	       CL_INVALID_BINARY;
}

cl_program program_create_binary(cl_context c, cl_uint n,
				 const cl_device_id *d, const size_t *length,
				 const unsigned char **binary, cl_int *state,
				 cl_int *error)
{
	HOLD;
	cl_int bad = CL_SUCCESS;
	cl_program p;

	if (!icd_is(c, ICD_CONTEXT))
		return icd_fail(error, CL_INVALID_CONTEXT);
	if (!n || !d || !length || !binary)
		return icd_fail(error, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < n; i++) {
		if (!icd_is(d[i], ICD_DEVICE) || !context_has(c, d[i]))
			return icd_fail(error, CL_INVALID_DEVICE);
		if (!length[i] || !binary[i])
			return icd_fail(error, CL_INVALID_VALUE);
	}
	p = icd_new(ICD_PROGRAM);
	if (!p)
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	p->context = icd_retain(c);
	for (cl_uint i = 0; i < n && p->devices < ICD_DEVICES; i++) {
		cl_int one = program_build(p, d[i]) ? CL_INVALID_DEVICE :
			     add_binary(p, d[i], binary[i], length[i]);

		if (state)
			state[i] = one;
		bad = bad ? bad : one;
	}
	icd_fail(error, bad);
	if (!bad)
		return p;
	icd_release(p);
	return NULL;
}

/* --- uses and queries ------------------------------------------------- */

cl_int program_unload(void)
{
	return CL_SUCCESS;
}

cl_int program_unload_platform(cl_platform_id p)
{
	return p == &icd_platform ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

static const struct cl_program *any_built(cl_program p)
{
	for (cl_uint i = 0; i < p->devices; i++)
		if (build_runs(&p->build[i]))
			return &p->build[i].program;
	return NULL;
}

/* "a;b;c". */
static cl_int answer_names(const struct cl_program *built, QUERY)
{
	size_t room = 1;
	char *text;
	cl_int bad;

	for (uint32_t i = 0; i < built->count; i++)
		room += strlen(built->kernels[i].name) + 1;
	text = calloc(room, 1);
	if (!text)
		return CL_OUT_OF_HOST_MEMORY;
	for (uint32_t i = 0; i < built->count; i++) {
		strcat(text, i ? ";" : "");
		strcat(text, built->kernels[i].name);
	}
	bad = ANSWER_TEXT(text);
	free(text);
	return bad;
}

static cl_int answer_sizes(cl_program p, QUERY)
{
	size_t sizes[ICD_DEVICES];

	for (cl_uint i = 0; i < p->devices; i++)
		sizes[i] = p->build[i].elf_bytes;
	return icd_answer(sizes, p->devices * sizeof *sizes, size, value,
			  returned);
}

/* VALUE is a list of places for binaries. */
static cl_int answer_binaries(cl_program p, QUERY)
{
	unsigned char **to = value;
	size_t bytes = p->devices * sizeof *to;

	if (value && size < bytes)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; value && i < p->devices; i++)
		if (to[i] && p->build[i].elf)
			memcpy(to[i], p->build[i].elf, p->build[i].elf_bytes);
	if (returned)
		*returned = bytes;
	return CL_SUCCESS;
}

cl_int program_query(cl_program p, cl_program_info what, QUERY)
{
	HOLD;
	const struct cl_program *built;

	if (!icd_is(p, ICD_PROGRAM))
		return CL_INVALID_PROGRAM;
	built = any_built(p);
	switch (what) {
	case CL_PROGRAM_REFERENCE_COUNT: return ANSWER(cl_uint, p->uses);
	case CL_PROGRAM_CONTEXT: return ANSWER(cl_context, p->context);
	case CL_PROGRAM_NUM_DEVICES: return ANSWER(cl_uint, p->devices);
	case CL_PROGRAM_DEVICES:
		return icd_answer(p->device, p->devices * sizeof *p->device,
				  size, value, returned);
	case CL_PROGRAM_SOURCE:
		return ANSWER_TEXT(p->source ? p->source : "");
	case CL_PROGRAM_BINARY_SIZES:
		return answer_sizes(p, size, value, returned);
	case CL_PROGRAM_BINARIES:
		return answer_binaries(p, size, value, returned);
	case CL_PROGRAM_NUM_KERNELS:
		return built ? ANSWER(size_t, built->count) :
		       CL_INVALID_PROGRAM_EXECUTABLE;
	case CL_PROGRAM_KERNEL_NAMES:
		return built ? answer_names(built, size, value, returned) :
		       CL_INVALID_PROGRAM_EXECUTABLE;
	default: return CL_INVALID_VALUE;
	}
}

cl_int program_query_build(cl_program p, cl_device_id d,
			   cl_program_build_info what, QUERY)
{
	HOLD;
	const struct build *b;

	if (!icd_is(p, ICD_PROGRAM))
		return CL_INVALID_PROGRAM;
	if (!icd_is(d, ICD_DEVICE) || !(b = program_build(p, d)))
		return CL_INVALID_DEVICE;
	switch (what) {
	case CL_PROGRAM_BUILD_STATUS:
		return ANSWER(cl_build_status, b->status);
	case CL_PROGRAM_BUILD_OPTIONS:
		return ANSWER_TEXT(b->options ? b->options : "");
	case CL_PROGRAM_BUILD_LOG: return ANSWER_TEXT(b->log ? b->log : "");
	case CL_PROGRAM_BINARY_TYPE:
		return ANSWER(cl_program_binary_type, b->type);
	default: return CL_INVALID_VALUE;
	}
}
