/* absent.c - the OpenCL driver: calls of the standard that it does not have
 * SPDX-License-Identifier: Apache-2.0
 *
 * They return the standard's error for a device without sharing with other
 * libraries.
 */
#include <string.h>

#include "cl/icd/icd.h"

void absent_fill(struct _cl_icd_dispatch *table);

static cl_int no_operation(void)
{
	return CL_INVALID_OPERATION;
}

static void *no_object(void)
{
	return NULL;
}

#define CREATE(function, type, code, ...) \
	type function(__VA_ARGS__, cl_int *error) \
	{ \
		return icd_fail(error, code); \
	}

#pragma GCC diagnostic ignored "-Wunused-parameter"
CREATE(absent_built_in, cl_program, CL_INVALID_VALUE, cl_context c, cl_uint n,
       const cl_device_id *d, const char *names)
CREATE(absent_gl_buffer, cl_mem, CL_INVALID_CONTEXT, cl_context c,
       cl_mem_flags flags, cl_GLuint name)
CREATE(absent_gl_texture, cl_mem, CL_INVALID_CONTEXT, cl_context c,
       cl_mem_flags flags, cl_GLenum target, cl_GLint level, cl_GLuint name)
CREATE(absent_gl_renderbuffer, cl_mem, CL_INVALID_CONTEXT, cl_context c,
       cl_mem_flags flags, cl_GLuint name)

/* Calls that return an object and are in no later row of the table. */
static const size_t objects[] = {
#define AT(call) offsetof(struct _cl_icd_dispatch, call)
	AT(clCreateFromD3D10BufferKHR), AT(clCreateFromD3D10Texture2DKHR),
	AT(clCreateFromD3D10Texture3DKHR), AT(clCreateFromD3D11BufferKHR),
	AT(clCreateFromD3D11Texture2DKHR), AT(clCreateFromD3D11Texture3DKHR),
	AT(clCreateFromDX9MediaSurfaceKHR), AT(clCreateFromEGLImageKHR),
	AT(clCreateEventFromEGLSyncKHR), AT(clCreateEventFromGLsyncKHR),
	AT(clCreateCommandQueueWithProperties), AT(clCreatePipe),
	AT(clSVMAlloc), AT(clCreateSamplerWithProperties), AT(clCloneKernel),
	AT(clCreateProgramWithIL), AT(clCreateBufferWithProperties),
	AT(clCreateImageWithProperties)
#undef AT
};

static void put(struct _cl_icd_dispatch *table, size_t at,
		const void *function)
{
	memcpy((char *)table + at, &function, sizeof function);
}

void absent_fill(struct _cl_icd_dispatch *table)
{
	for (size_t at = 0; at < sizeof *table; at += sizeof(void *))
		put(table, at, (const void *)(uintptr_t)no_operation);
	for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
		put(table, objects[i], (const void *)(uintptr_t)no_object);
}
