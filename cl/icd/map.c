/* map.c - the OpenCL driver: maps of buffers and images
 * SPDX-License-Identifier: Apache-2.0
 *
 * A buffer has memory of the host, whose address is a map, and so has an image.
 * A map copies the bytes there if a device alone holds them, and its end copies
 * them to the devices if the host may have written.
 */
#include <stdlib.h>
#include <string.h>

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

static cl_int check_flags(cl_mem m, cl_map_flags flags)
{
	if (flags & ~(cl_map_flags)(CL_MAP_READ | WRITES) ||
	    (flags & CL_MAP_WRITE_INVALIDATE_REGION &&
	     flags & (CL_MAP_READ | CL_MAP_WRITE)))
		return CL_INVALID_VALUE;
	if (m->flags & CL_MEM_HOST_NO_ACCESS ||
	    (flags & CL_MAP_READ && m->flags & CL_MEM_HOST_WRITE_ONLY) ||
	    (flags & WRITES && m->flags & CL_MEM_HOST_READ_ONLY))
		return CL_INVALID_OPERATION;
	return CL_SUCCESS;
}

/* Adds the map *OF, which C makes, to those of M. Owns C. */
static void *add_map(cl_command_queue q, cl_mem m, struct command *c,
		     const struct icd_map *of, cl_command_type type, bool block,
		     WAITS, cl_int *error)
{
	struct icd_map *map = malloc(sizeof *map);
	cl_int bad = CL_OUT_OF_HOST_MEMORY;

	if (map && c) {
		place_hold(m);
		bad = queue_add(q, c, type, block, waits, wait, event);
		if (bad)
			place_free(m);
	} else if (c) {
		icd_release(c->mem[0]);
		free(c);
	}
	icd_fail(error, bad);
	if (bad) {
		free(map);
		return NULL;
	}
	*map = *of;
	map->next = m->maps;
	m->maps = map;
	return map->at;
}

void *map_buffer(cl_command_queue q, cl_mem m, cl_bool block,
		 cl_map_flags flags, size_t offset, size_t n, WAITS,
		 cl_int *error)
{
	HOLD;
	cl_int bad = transfer_check(q, m, false, 0);
	struct command *c;
	struct icd_map map;

	if (!bad && (!n || offset > m->size || n > m->size - offset))
		bad = CL_INVALID_VALUE;
	if (!bad)
		bad = check_flags(m, flags);
	if (bad)
		return icd_fail(error, bad);
	map = (struct icd_map){
		.at = m->data + offset, .bytes = n,
		.writes = (flags & WRITES) != 0
	};
	c = command_new(run_map);
	if (c) {
		c->mem[0] = icd_retain(m);
		c->offset[0] = offset;
		c->bytes = n;
		if (!(flags & CL_MAP_WRITE_INVALIDATE_REGION))
			c->host = map.at;
	}
	return add_map(q, m, c, &map, CL_COMMAND_MAP_BUFFER, block, waits, wait,
		       event, error);
}

/* A command between the texels that MAP shows and what is seen there. */
static struct command *image_command(enum rect_way way, cl_mem m,
				     const struct icd_map *map)
{
	struct rect r[2];

	r[0] = image_rect(m, map->origin, &r[1]);
	return rect_command(way, m, NULL, m->image->seen, map->region, r);
}

void *map_image(cl_command_queue q, cl_mem m, cl_bool block,
		cl_map_flags flags, const size_t *origin, const size_t *region,
		size_t *row, size_t *slice, WAITS, cl_int *error)
{
	HOLD;
	cl_int bad = transfer_check(q, m, true, 0);
	struct command *c;
	struct rect seen;
	struct icd_map map = { .writes = (flags & WRITES) != 0 };

	if (!bad && (!image_region(m, origin, region, map.region) || !row ||
		     (!slice && m->image->side[2] > 1)))
		bad = CL_INVALID_VALUE;
	if (!bad)
		bad = check_flags(m, flags);
	if (bad)
		return icd_fail(error, bad);
	memcpy(map.origin, origin, sizeof map.origin);
	image_rect(m, origin, &seen);
	map.at = m->image->seen + seen.offset;
	*row = seen.row;
	if (slice)
		*slice = m->image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ?
			 seen.row : m->image->side[2] > 1 ? seen.slice : 0;
	c = flags & CL_MAP_WRITE_INVALIDATE_REGION ? command_new(run_nothing) :
	    image_command(RECT_READ, m, &map);
	return add_map(q, m, c, &map, CL_COMMAND_MAP_IMAGE, block, waits, wait,
		       event, error);
}

/* What ends MAP of M. */
static struct command *unmap_command(cl_mem m, const struct icd_map *map)
{
	struct command *c;

	if (map->writes && m->image) {
		c = image_command(RECT_WRITE, m, map);
	} else {
		c = command_new(map->writes ? run_unmap : run_nothing);
		if (c) {
			c->mem[0] = icd_retain(m);
			c->host = map->at;
			c->bytes = map->bytes;
		}
		if (c && !m->image)
			c->offset[0] = (size_t)(map->at - m->data);
	}
	if (c)
		c->drop = drop_unmap;
	return c;
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
	c = unmap_command(m, map);
	if (!c)
		return CL_OUT_OF_HOST_MEMORY;
	place_hold(m);
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
	return queue_add(q, command_new(run_nothing),
			 CL_COMMAND_MIGRATE_MEM_OBJECTS, false, waits, wait,
			 event);
}
