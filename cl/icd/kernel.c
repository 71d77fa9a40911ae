/* kernel.c - the OpenCL driver: kernels and their arguments
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"

void kernel_drop(void *object)
{
	cl_kernel k = object;

	for (uint32_t i = 0; k->values && i < k->any->count; i++)
		free(k->values[i].bytes);
	free(k->values);
	free(k->name);
	k->program->kernels--;
	icd_release(k->program);
}

const struct cl_kernel *kernel_for(cl_kernel k, cl_device_id d)
{
	const struct build *b = program_build(k->program, d);

	return b && build_runs(b) ?
	       cl_program_find(&b->program, k->name) : NULL;
}

/* --- making ----------------------------------------------------------- */

static cl_kernel make(cl_program p, const struct cl_kernel *of)
{
	cl_kernel k = icd_new(ICD_KERNEL);

	if (!k)
		return NULL;
	k->program = icd_retain(p);
	p->kernels++;
	k->any = of;
	k->name = strdup(of->name);
	k->values = calloc(of->count + 1, sizeof *k->values);
	if (k->name && k->values)
		return k;
	icd_release(k);
	return NULL;
}

cl_kernel kernel_create(cl_program p, const char *name, cl_int *error)
{
	HOLD;
	const struct cl_kernel *of = NULL;
	bool built = false;
	cl_kernel k;

	if (!icd_is(p, ICD_PROGRAM))
		return icd_fail(error, CL_INVALID_PROGRAM);
	if (!name)
		return icd_fail(error, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < p->devices && !of; i++)
		if (build_runs(&p->build[i])) {
			built = true;
			of = cl_program_find(&p->build[i].program, name);
		}
	if (!of)
		return icd_fail(error, built ? CL_INVALID_KERNEL_NAME :
				CL_INVALID_PROGRAM_EXECUTABLE);
	k = make(p, of);
	icd_fail(error, k ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY);
	return k;
}

cl_int kernel_create_all(cl_program p, cl_uint n, cl_kernel *k,
			 cl_uint *number)
{
	HOLD;
	const struct cl_program *built = NULL;

	if (!icd_is(p, ICD_PROGRAM))
		return CL_INVALID_PROGRAM;
	for (cl_uint i = 0; i < p->devices && !built; i++)
		if (build_runs(&p->build[i]))
			built = &p->build[i].program;
	if (!built)
		return CL_INVALID_PROGRAM_EXECUTABLE;
	if (k && n < built->count)
		return CL_INVALID_VALUE;
	for (uint32_t i = 0; k && i < built->count; i++) {
		k[i] = make(p, &built->kernels[i]);
		if (k[i])
			continue;
		while (i > 0)
			icd_release(k[--i]);
		return CL_OUT_OF_HOST_MEMORY;
	}
	if (number)
		*number = built->count;
	return CL_SUCCESS;
}

/* --- arguments -------------------------------------------------------- */

static cl_int set_local(struct icd_value *v, size_t size, const void *value)
{
	if (value)
		return CL_INVALID_ARG_VALUE;
	if (!size || size > UINT32_MAX / 2)
		return CL_INVALID_ARG_SIZE;
	*v = (struct icd_value){ .set = true, .size = size };
	return CL_SUCCESS;
}

/* IMAGE: an image, no buffer. */
static cl_int set_buffer(struct icd_value *v, size_t size, const void *value,
			 bool image)
{
	cl_mem m = NULL;

	if (size != sizeof m)
		return CL_INVALID_ARG_SIZE;
	if (value)
		memcpy(&m, value, sizeof m);
	if (m ? !icd_is(m, ICD_MEM) || (m->image != NULL) != image : image)
		return CL_INVALID_MEM_OBJECT;
	*v = (struct icd_value){ .set = true, .mem = m };
	return CL_SUCCESS;
}

/* Vectors of three have the size of four; hosts that know only their elements
 * are forgiven. */
static bool size_right(const struct cl_arg *arg, size_t size)
{
	return size == arg->bytes ||
	       (arg->lanes == 3 && size == (size_t)3 * arg->element);
}

static cl_int set_value(struct icd_value *v, const struct cl_arg *arg,
			size_t size, const void *value)
{
	if (!value)
		return CL_INVALID_ARG_VALUE;
	if (!size_right(arg, size))
		return CL_INVALID_ARG_SIZE;
	if (!v->bytes)
		v->bytes = calloc(arg->bytes, 1);
	if (!v->bytes)
		return CL_OUT_OF_HOST_MEMORY;
	memcpy(v->bytes, value, size);
	v->set = true;
	return CL_SUCCESS;
}

static cl_int set_sampler(struct icd_value *v, const struct cl_arg *arg,
			  size_t size, const void *value)
{
	cl_sampler s = NULL;
	uint32_t word;

	if (size != sizeof s)
		return CL_INVALID_ARG_SIZE;
	if (value)
		memcpy(&s, value, sizeof s);
	if (!icd_is(s, ICD_SAMPLER))
		return CL_INVALID_SAMPLER;
	word = sampler_word(s);
	return set_value(v, arg, sizeof word, &word);
}

cl_int kernel_set(cl_kernel k, cl_uint i, size_t size, const void *value)
{
	HOLD;
	const struct cl_arg *arg;

	if (!icd_is(k, ICD_KERNEL))
		return CL_INVALID_KERNEL;
	if (i >= k->any->count)
		return CL_INVALID_ARG_INDEX;
	arg = &k->any->args[i];
	switch (arg->kind) {
	case WW_CL_LOCAL: return set_local(&k->values[i], size, value);
	case WW_CL_VALUE: return set_value(&k->values[i], arg, size, value);
	case WW_CL_SAMPLER:
		return set_sampler(&k->values[i], arg, size, value);
	default:
		return set_buffer(&k->values[i], size, value,
				  arg->kind == WW_CL_IMAGE);
	}
}

/* --- queries ---------------------------------------------------------- */

cl_int kernel_query(cl_kernel k, cl_kernel_info what, QUERY)
{
	HOLD;

	if (!icd_is(k, ICD_KERNEL))
		return CL_INVALID_KERNEL;
	switch (what) {
	case CL_KERNEL_FUNCTION_NAME: return ANSWER_TEXT(k->name);
	case CL_KERNEL_NUM_ARGS: return ANSWER(cl_uint, k->any->count);
	case CL_KERNEL_REFERENCE_COUNT: return ANSWER(cl_uint, k->uses);
	case CL_KERNEL_CONTEXT:
		return ANSWER(cl_context, k->program->context);
	case CL_KERNEL_PROGRAM: return ANSWER(cl_program, k->program);
	case CL_KERNEL_ATTRIBUTES:
		return ANSWER_TEXT(k->any->attributes);
	default: return CL_INVALID_VALUE;
	}
}

static cl_kernel_arg_address_qualifier space(uint32_t kind)
{
	switch (kind) {
	case WW_CL_GLOBAL: case WW_CL_IMAGE:
		return CL_KERNEL_ARG_ADDRESS_GLOBAL;
	case WW_CL_CONSTANT: return CL_KERNEL_ARG_ADDRESS_CONSTANT;
	case WW_CL_LOCAL: return CL_KERNEL_ARG_ADDRESS_LOCAL;
	default: return CL_KERNEL_ARG_ADDRESS_PRIVATE;
	}
}

static cl_kernel_arg_access_qualifier access_of(uint32_t qualifiers)
{
	return qualifiers & WW_CL_READ_ONLY ? CL_KERNEL_ARG_ACCESS_READ_ONLY :
	       qualifiers & WW_CL_WRITE_ONLY ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY :
	       CL_KERNEL_ARG_ACCESS_NONE;
}

static cl_kernel_arg_type_qualifier qualifiers(uint32_t of)
{
	return (of & WW_CL_CONST ? CL_KERNEL_ARG_TYPE_CONST : 0u) |
	       (of & WW_CL_RESTRICT ? CL_KERNEL_ARG_TYPE_RESTRICT : 0u) |
	       (of & WW_CL_VOLATILE ? CL_KERNEL_ARG_TYPE_VOLATILE : 0u);
}

/* What is built of a source tells if -cl-kernel-arg-info asks for it; a binary
 * always does. */
static bool has_arg_info(cl_program p)
{
	for (cl_uint i = 0; i < p->devices; i++)
		if (build_runs(&p->build[i]) &&
		    (!p->source || strstr(p->build[i].options,
					  "-cl-kernel-arg-info")))
			return true;
	return false;
}

cl_int kernel_query_arg(cl_kernel k, cl_uint i, cl_kernel_arg_info what, QUERY)
{
	HOLD;
	const struct cl_arg *arg;

	if (!icd_is(k, ICD_KERNEL))
		return CL_INVALID_KERNEL;
	if (i >= k->any->count)
		return CL_INVALID_ARG_INDEX;
	if (!has_arg_info(k->program))
		return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
	arg = &k->any->args[i];
	switch (what) {
	case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
		return ANSWER(cl_kernel_arg_address_qualifier,
			      space(arg->kind));
	case CL_KERNEL_ARG_ACCESS_QUALIFIER:
		return ANSWER(cl_kernel_arg_access_qualifier,
			      access_of(arg->qualifiers));
	case CL_KERNEL_ARG_TYPE_NAME: return ANSWER_TEXT(arg->type);
	case CL_KERNEL_ARG_NAME: return ANSWER_TEXT(arg->name);
	case CL_KERNEL_ARG_TYPE_QUALIFIER:
		return ANSWER(cl_kernel_arg_type_qualifier,
			      qualifiers(arg->qualifiers));
	default: return CL_INVALID_VALUE;
	}
}

/* Bytes of local memory: of variables, and of the arguments set so far. */
static cl_ulong local_bytes(cl_kernel k, const struct cl_kernel *of)
{
	cl_ulong bytes = of->local_bytes;

	for (uint32_t i = 0; i < of->count; i++)
		if (of->args[i].kind == WW_CL_LOCAL && k->values[i].set)
			bytes += k->values[i].size;
	return bytes;
}

/* How many items a group of K, which is OF on D, can have: as many as it asks
 * for, or for whose local memory and stacks there is room. */
static size_t largest_group(cl_kernel k, cl_device_id d,
			    const struct cl_kernel *of)
{
	const struct build *b = program_build(k->program, d);
	uint32_t locals = (uint32_t)(local_bytes(k, of) - of->local_bytes);
	uint32_t n = CL_GROUP_MAX;

	if (of->required[0])
		return (size_t)of->required[0] * of->required[1] *
		       of->required[2];
	for (; n > 1; n /= 2) {
		struct cl_range range = {
			.dims = 1, .global = { n, 1, 1 }, .local = { n, 1, 1 }
		};
		struct launch_plan plan;

		if (!launch_plan(d, b, of, &range, locals, WW_CL_ALIGN,
				 device_memory(d), &plan))
			break;
	}
	return n;
}

/* The only device of K's program, if D is NULL. */
static cl_device_id choose_device(cl_kernel k, cl_device_id d)
{
	return !d && k->program->devices == 1 ? k->program->device[0] : d;
}

cl_int kernel_query_group(cl_kernel k, cl_device_id d,
			  cl_kernel_work_group_info what, QUERY)
{
	HOLD;
	const struct cl_kernel *of;
	size_t sides[3];

	if (!icd_is(k, ICD_KERNEL))
		return CL_INVALID_KERNEL;
	d = choose_device(k, d);
	if (!icd_is(d, ICD_DEVICE) || !(of = kernel_for(k, d)))
		return CL_INVALID_DEVICE;
	switch (what) {
	case CL_KERNEL_WORK_GROUP_SIZE:
		return ANSWER(size_t, largest_group(k, d, of));
	case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
		for (int i = 0; i < 3; i++)
			sides[i] = of->required[i];
		return icd_answer(sides, sizeof sides, size, value, returned);
	case CL_KERNEL_LOCAL_MEM_SIZE:
		return ANSWER(cl_ulong, local_bytes(k, of));
	case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
		return ANSWER(size_t, d->machine.threads);
	case CL_KERNEL_PRIVATE_MEM_SIZE:
		return ANSWER(cl_ulong, cl_program_stack(
			&program_build(k->program, d)->image, of));
	default: return CL_INVALID_VALUE;
	}
}
