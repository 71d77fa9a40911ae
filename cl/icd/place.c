/* place.c - the OpenCL driver: where the bytes of a buffer are
 * SPDX-License-Identifier: Apache-2.0
 *
 * A buffer has memory of the host and, from its first launch on, memory of each
 * device that uses it. Some of these hold its bytes: M->holders has a bit for
 * the host and for each device. A kernel that may write makes its device the
 * only holder; the host writes to all holders and reads from one. So nothing is
 * copied while one device uses a buffer, and its address stays.
 *
 * A device without room gives up buffers that no launch uses and that are not
 * mapped: their bytes go to the host.
 *
 * A buffer in memory that the host has given (CL_MEM_USE_HOST_PTR) is copied at
 * each launch instead, since hosts use that memory without asking.
 */
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"

static cl_mem roots;            /* all buffers that are no parts */

static uint32_t bit_of(cl_device_id d)
{
	return 1U << device_index(d);
}

static cl_mem root_of(cl_mem m)
{
	return m->parent ? m->parent : m;
}

/* The first device that holds M, which the host does not. */
static cl_device_id holder_of(cl_mem m)
{
	cl_uint count;
	struct _cl_device_id *list = device_list(&count);

	return &list[__builtin_ctz(m->holders)];
}

void place_add(cl_mem m)
{
	m->holders = PLACE_HOST;
	m->next_root = roots;
	roots = m;
}

void place_drop(cl_mem m)
{
	cl_uint count;
	struct _cl_device_id *list = device_list(&count);
	cl_mem *at = &roots;

	while (*at && *at != m)
		at = &(*at)->next_root;
	if (*at)
		*at = m->next_root;
	for (cl_uint i = 0; i < count; i++)
		if (m->addr[i])
			wwd_free(list[i].wwd, m->addr[i]);
}

void place_hold(cl_mem m)
{
	root_of(m)->busy++;
}

void place_free(cl_mem m)
{
	root_of(m)->busy--;
}

/* --- the host --------------------------------------------------------- */

cl_int place_read(cl_mem m, size_t offset, void *to, size_t n)
{
	cl_mem r = root_of(m);
	cl_device_id d;

	offset += m->origin;
	if (r->holders & PLACE_HOST) {
		memmove(to, r->data + offset, n);
		return CL_SUCCESS;
	}
	d = holder_of(r);
	return device_failed(d, r->context,
			     wwd_read(d->wwd, r->addr[device_index(d)] +
				      (uint32_t)offset, to, n));
}

cl_int place_write(cl_mem m, size_t offset, const void *from, size_t n)
{
	cl_uint count;
	struct _cl_device_id *list = device_list(&count);
	cl_mem r = root_of(m);
	cl_int bad = CL_SUCCESS;

	offset += m->origin;
	r->blank = false;
	if (r->holders & PLACE_HOST && r->data + offset != from)
		memmove(r->data + offset, from, n);
	for (cl_uint i = 0; !bad && i < count; i++)
		if (r->holders >> i & 1)
			bad = device_failed(
				&list[i], r->context,
				wwd_write(list[i].wwd, r->addr[i] +
					  (uint32_t)offset, from, n));
	return bad;
}

/* The host holds M, a root. */
static cl_int pull(cl_mem m)
{
	cl_int bad;

	if (m->holders & PLACE_HOST)
		return CL_SUCCESS;
	bad = place_read(m, 0, m->data, m->size);
	if (!bad)
		m->holders |= PLACE_HOST;
	return bad;
}

/* --- devices ---------------------------------------------------------- */

static cl_int give_up(cl_mem m, cl_device_id d)
{
	cl_uint i = device_index(d);
	cl_int bad = m->holders & bit_of(d) ? pull(m) : CL_SUCCESS;

	if (bad)
		return bad;
	wwd_free(d->wwd, m->addr[i]);
	m->addr[i] = 0;
	m->holders &= ~bit_of(d);
	return CL_SUCCESS;
}

cl_int place_clear(cl_device_id d)
{
	cl_int bad = CL_SUCCESS;

	for (cl_mem m = roots; !bad && m; m = m->next_root)
		if (m->addr[device_index(d)] && !m->busy)
			bad = give_up(m, d);
	return bad;
}

int place_take(cl_device_id d, uint64_t bytes, uint32_t *addr)
{
	int error = wwd_alloc(d->wwd, bytes, WW_CL_ALIGN, addr);

	if (error == WWD_E_FULL && !place_clear(d))
		error = wwd_alloc(d->wwd, bytes, WW_CL_ALIGN, addr);
	if (error != WWD_E_FULL || !d->flights)
		return error;
	queue_settle(queue_uses, d);
	return place_clear(d) ? error :
	       wwd_alloc(d->wwd, bytes, WW_CL_ALIGN, addr);
}

cl_int place_on(cl_mem m, cl_device_id d, uint32_t *addr)
{
	cl_mem r = root_of(m);
	cl_uint i = device_index(d);
	cl_int bad = CL_SUCCESS;

	if (!r->addr[i] && place_take(d, r->size, &r->addr[i]))
		return CL_MEM_OBJECT_ALLOCATION_FAILURE;
	if (!(r->holders & bit_of(d)))
		bad = pull(r);
	if (!bad && (r->host || !(r->holders & bit_of(d))))
		bad = device_failed(d, r->context,
				    wwd_write(d->wwd, r->addr[i], r->data,
					      r->size));
	if (bad)
		return bad;
	if (r->blank && !(r->holders & bit_of(d)))
		wwd_check_blank(d->wwd, r->addr[i], r->size);
	r->holders |= bit_of(d);
	*addr = r->addr[i] + (uint32_t)m->origin;
	return CL_SUCCESS;
}

cl_int place_changed(cl_mem m, cl_device_id d, bool good)
{
	cl_mem r = root_of(m);

	r->blank = false;
	r->holders = r->host && !good ? PLACE_HOST : bit_of(d);
	return r->host ? pull(r) : CL_SUCCESS;
}
