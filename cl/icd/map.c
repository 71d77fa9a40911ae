/* map.c - the OpenCL driver: maps of buffers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A buffer has memory of the host, whose address is a map. A map copies the
 * bytes there if a device alone holds them, and its end copies them to the
 * devices if the host may have written.
 */
#include <stdlib.h>

#include "cl/icd/icd.h"

static cl_int run_nothing(struct command *c)
{
	(void)c;
	return CL_SUCCESS;
}

/* Copies what the host may read; a map that invalidates copies nothing. */
static cl_int run_map(struct command *c)
{
	return c->host ? place_read(c->mem[0], c->offset[0], c->host,
				    c->bytes) : CL_SUCCESS;
}

static cl_int run_unmap(struct command *c)
{
	return place_write(c->mem[0], c->offset[0], c->host, c->bytes);
}

static void drop_unmap(struct command *c)
{
	place_free(c->mem[0]);
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
	c = command_new(run_map);
	if (!map || !c) {
		free(map);
		free(c);
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	}
	c->mem[0] = icd_retain(m);
	c->offset[0] = offset;
	c->bytes = n;
	if (!(flags & CL_MAP_WRITE_INVALIDATE_REGION))
		c->host = m->data + offset;
	*map = (struct icd_map){
		m->maps, m->data + offset, n, (flags & WRITES) != 0
	};
	place_hold(m);
	bad = queue_add(q, c, CL_COMMAND_MAP_BUFFER, block, waits, wait,
			event);
	icd_fail(error, bad);
	if (bad) {
		place_free(m);
		free(map);
		return NULL;
	}
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
	c = command_new(map->writes ? run_unmap : run_nothing);
	if (!c)
		return CL_OUT_OF_HOST_MEMORY;
	c->mem[0] = icd_retain(m);
	c->host = at;
	c->offset[0] = (size_t)(map->at - m->data);
	c->bytes = map->bytes;
	place_hold(m);
	c->drop = drop_unmap;
	bad = queue_add(q, c, CL_COMMAND_UNMAP_MEM_OBJECT, false, waits, wait,
			event);
	if (bad)
		return bad;
	*link = map->next;
	place_free(m);
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
