/* map.c - the OpenCL driver: maps of buffers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A buffer is memory of the host, so a map is its address.
 */
#include <stdlib.h>

#include "cl/icd/icd.h"

static cl_int run_nothing(struct command *c)
{
	(void)c;
	return CL_SUCCESS;
}

#define WRITES (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)

static cl_int check_map(cl_command_queue q, cl_mem m, cl_map_flags flags,
			size_t offset, size_t n)
{
	if (!icd_is(q, ICD_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!icd_is(m, ICD_MEM))
		return CL_INVALID_MEM_OBJECT;
	if (m->context != q->context)
		return CL_INVALID_CONTEXT;
	if (!n || offset > m->size || n > m->size - offset ||
	    flags & ~(cl_map_flags)(CL_MAP_READ | WRITES) ||
	    (flags & CL_MAP_WRITE_INVALIDATE_REGION &&
	     flags & (CL_MAP_READ | CL_MAP_WRITE)))
		return CL_INVALID_VALUE;
	if (m->flags & CL_MEM_HOST_NO_ACCESS ||
	    (flags & CL_MAP_READ && m->flags & CL_MEM_HOST_WRITE_ONLY) ||
	    (flags & WRITES && m->flags & CL_MEM_HOST_READ_ONLY))
		return CL_INVALID_OPERATION;
	return CL_SUCCESS;
}

void *map_buffer(cl_command_queue q, cl_mem m, cl_bool block,
		 cl_map_flags flags, size_t offset, size_t n, WAITS,
		 cl_int *error)
{
	HOLD;
	cl_int bad = check_map(q, m, flags, offset, n);
	struct icd_map *map;
	struct command *c;

	if (bad)
		return icd_fail(error, bad);
	map = malloc(sizeof *map);
	c = command_new(run_nothing);
	if (!map || !c) {
		free(map);
		free(c);
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	}
	c->mem[0] = icd_retain(m);
	bad = queue_add(q, c, CL_COMMAND_MAP_BUFFER, block, waits, wait,
			event);
	icd_fail(error, bad);
	if (bad) {
		free(map);
		return NULL;
	}
	*map = (struct icd_map){ m->maps, m->data + offset };
	m->maps = map;
	return map->at;
}

cl_int map_end(cl_command_queue q, cl_mem m, void *at, WAITS)
{
	HOLD;
	struct icd_map **link, *map;
	struct command *c;
	cl_int bad;

	if (!icd_is(q, ICD_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!icd_is(m, ICD_MEM))
		return CL_INVALID_MEM_OBJECT;
	if (m->context != q->context)
		return CL_INVALID_CONTEXT;
	for (link = &m->maps; *link && (*link)->at != at;)
		link = &(*link)->next;
	map = *link;
	if (!map)
		return CL_INVALID_VALUE;
	c = command_new(run_nothing);
	if (!c)
		return CL_OUT_OF_HOST_MEMORY;
	c->mem[0] = icd_retain(m);
	bad = queue_add(q, c, CL_COMMAND_UNMAP_MEM_OBJECT, false, waits, wait,
			event);
	if (bad)
		return bad;
	*link = map->next;
	free(map);
	return CL_SUCCESS;
}

cl_int map_migrate(cl_command_queue q, cl_uint n, const cl_mem *m,
		   cl_mem_migration_flags flags, WAITS)
{
	HOLD;
	struct command *c;

	if (!icd_is(q, ICD_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!n || !m ||
	    flags & ~(cl_mem_migration_flags)
		    (CL_MIGRATE_MEM_OBJECT_HOST |
		     CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < n; i++) {
		if (!icd_is(m[i], ICD_MEM))
			return CL_INVALID_MEM_OBJECT;
		if (m[i]->context != q->context)
			return CL_INVALID_CONTEXT;
	}
	c = command_new(run_nothing);
	return c ? queue_add(q, c, CL_COMMAND_MIGRATE_MEM_OBJECTS, false,
			     waits, wait, event) : CL_OUT_OF_HOST_MEMORY;
}
