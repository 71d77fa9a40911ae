/* memory.c - the OpenCL driver: buffers, sub-buffers, what images have of them
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"

#define ACCESS \
	(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define HOST_ACCESS \
	(CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | \
	 CL_MEM_HOST_NO_ACCESS)
#define HOST_MEMORY \
	(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)

void mem_drop(void *object)
{
	cl_mem m = object;

	while (m->destructors) {
		struct icd_destructor *d = m->destructors;

		m->destructors = d->next;
		d->call(m, d->user);
		free(d);
	}
	while (m->maps) {
		struct icd_map *map = m->maps;

		m->maps = map->next;
		place_free(m);
		free(map);
	}
	if (!m->parent)
		place_drop(m);
	if (!m->parent && !m->host)
		free(m->data);
	free(m->image);
	icd_release(m->parent);
	icd_release(m->context);
}

static bool at_most_one(cl_mem_flags flags)
{
	return (flags & (flags - 1)) == 0;
}

bool mem_flags_right(cl_mem_flags flags)
{
	return !(flags & ~(cl_mem_flags)(ACCESS | HOST_ACCESS |
					 HOST_MEMORY)) &&
	       at_most_one(flags & ACCESS) &&
	       at_most_one(flags & HOST_ACCESS) &&
	       !(flags & CL_MEM_USE_HOST_PTR &&
		 flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR));
}

static bool size_right(cl_context c, size_t size)
{
	if (!size)
		return false;
	for (cl_uint i = 0; i < c->devices; i++)
		if (size <= device_memory(c->device[i]))
			return true;
	return false;
}

/* Memory of the host for M, zero unless it has data. */
static bool take_data(cl_mem m, const void *host)
{
	size_t bytes = (m->size + WW_CL_ALIGN - 1) / WW_CL_ALIGN * WW_CL_ALIGN;
	void *data;

	if (m->host) {
		m->data = m->host;
		return true;
	}
	if (posix_memalign(&data, WW_CL_ALIGN, bytes))
		return false;
	if (host)
		memcpy(data, host, m->size);
	else
		memset(data, 0, m->size);
	m->blank = !host;
	m->data = data;
	return true;
}

cl_mem mem_make(cl_context c, cl_mem_flags flags, size_t size, void *host,
		cl_int *error)
{
	cl_mem m;

	if (!size_right(c, size))
		return icd_fail(error, CL_INVALID_BUFFER_SIZE);
	m = icd_new(ICD_MEM);
	if (!m)
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	m->context = icd_retain(c);
	m->flags = flags & ACCESS ? flags : flags | CL_MEM_READ_WRITE;
	m->size = size;
	m->host = flags & CL_MEM_USE_HOST_PTR ? host : NULL;
	if (!take_data(m, host)) {
		icd_release(m);
		return icd_fail(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
	}
	place_add(m);
	icd_fail(error, CL_SUCCESS);
	return m;
}

cl_mem mem_create(cl_context c, cl_mem_flags flags, size_t size, void *host,
		  cl_int *error)
{
	HOLD;
	bool wants = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);

	if (!icd_is(c, ICD_CONTEXT))
		return icd_fail(error, CL_INVALID_CONTEXT);
	if (!mem_flags_right(flags))
		return icd_fail(error, CL_INVALID_VALUE);
	if (!size_right(c, size))
		return icd_fail(error, CL_INVALID_BUFFER_SIZE);
	if (wants != (host != NULL))
		return icd_fail(error, CL_INVALID_HOST_PTR);
	return mem_make(c, flags, size, host, error);
}

/* The flags of a part of OF, from FLAGS; 0 if they contradict. */
static cl_mem_flags part_flags(cl_mem of, cl_mem_flags flags)
{
	cl_mem_flags access = of->flags & ACCESS;
	cl_mem_flags host = of->flags & HOST_ACCESS;

	if (!mem_flags_right(flags) || flags & HOST_MEMORY ||
	    (flags & ACCESS && !(access & CL_MEM_READ_WRITE) &&
	     (flags & ACCESS) != access) ||
	    (host && flags & HOST_ACCESS &&
	     !(flags & (host | CL_MEM_HOST_NO_ACCESS))))
		return 0;
	return (flags & ACCESS ? flags & ACCESS : access) |
	       (flags & HOST_ACCESS ? flags & HOST_ACCESS : host) |
	       (of->flags & HOST_MEMORY);
}

static cl_int check_region(cl_mem of, const cl_buffer_region *r)
{
	if (!r->size)
		return CL_INVALID_BUFFER_SIZE;
	if (r->origin > of->size || r->size > of->size - r->origin)
		return CL_INVALID_VALUE;
	return r->origin % WW_CL_ALIGN ? CL_MISALIGNED_SUB_BUFFER_OFFSET :
	       CL_SUCCESS;
}

cl_mem mem_create_part(cl_mem of, cl_mem_flags flags,
		       cl_buffer_create_type type, const void *info,
		       cl_int *error)
{
	HOLD;
	const cl_buffer_region *r = info;
	cl_int bad;
	cl_mem m;

	if (!icd_is(of, ICD_MEM) || of->parent || of->image)
		return icd_fail(error, CL_INVALID_MEM_OBJECT);
	flags = part_flags(of, flags);
	if (!flags || type != CL_BUFFER_CREATE_TYPE_REGION || !r)
		return icd_fail(error, CL_INVALID_VALUE);
	bad = check_region(of, r);
	if (bad)
		return icd_fail(error, bad);
	m = icd_new(ICD_MEM);
	if (!m)
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	m->context = icd_retain(of->context);
	m->parent = icd_retain(of);
	m->origin = r->origin;
	m->size = r->size;
	m->flags = flags;
	m->data = of->data + r->origin;
	m->host = of->host ? m->data : NULL;
	icd_fail(error, CL_SUCCESS);
	return m;
}

static cl_uint count_maps(cl_mem m)
{
	cl_uint n = 0;

	for (const struct icd_map *map = m->maps; map; map = map->next)
		n++;
	return n;
}

cl_int mem_query(cl_mem m, cl_mem_info what, QUERY)
{
	HOLD;

	if (!icd_is(m, ICD_MEM))
		return CL_INVALID_MEM_OBJECT;
	switch (what) {
	case CL_MEM_TYPE:
		return ANSWER(cl_mem_object_type, m->image ? m->image->type :
			      CL_MEM_OBJECT_BUFFER);
	case CL_MEM_FLAGS: return ANSWER(cl_mem_flags, m->flags);
	case CL_MEM_SIZE:
		return ANSWER(size_t, m->size - (m->image ?
			      m->image->texels.offset : 0));
	case CL_MEM_HOST_PTR:
		return ANSWER(void *, m->image ? m->image->user : m->host);
	case CL_MEM_MAP_COUNT: return ANSWER(cl_uint, count_maps(m));
	case CL_MEM_REFERENCE_COUNT: return ANSWER(cl_uint, m->uses);
	case CL_MEM_CONTEXT: return ANSWER(cl_context, m->context);
	case CL_MEM_ASSOCIATED_MEMOBJECT: return ANSWER(cl_mem, m->parent);
	case CL_MEM_OFFSET: return ANSWER(size_t, m->origin);
	default: return CL_INVALID_VALUE;
	}
}

cl_int mem_call(cl_mem m, void(CL_CALLBACK *call)(cl_mem, void *), void *user)
{
	HOLD;
	struct icd_destructor *d;

	if (!icd_is(m, ICD_MEM))
		return CL_INVALID_MEM_OBJECT;
	if (!call)
		return CL_INVALID_VALUE;
	d = malloc(sizeof *d);
	if (!d)
		return CL_OUT_OF_HOST_MEMORY;
	*d = (struct icd_destructor){ m->destructors, call, user };
	m->destructors = d;
	return CL_SUCCESS;
}
