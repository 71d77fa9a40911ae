/* transfer.c - the OpenCL driver: reads, writes, copies and fills of bytes
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "cl/icd/icd.h"

/* Bytes that are copied or filled at a time. */
enum { PART = 1 << 14 };

static bool outside(cl_mem m, size_t offset, size_t n)
{
	return offset > m->size || n > m->size - offset;
}

cl_int transfer_check(cl_command_queue q, cl_mem m, bool image,
		      cl_mem_flags forbidden)
{
	if (!icd_is(q, ICD_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!icd_is(m, ICD_MEM) || (m->image != NULL) != image)
		return CL_INVALID_MEM_OBJECT;
	if (m->context != q->context)
		return CL_INVALID_CONTEXT;
	return m->flags & forbidden ? CL_INVALID_OPERATION : CL_SUCCESS;
}

static cl_int check(cl_command_queue q, cl_mem m, cl_mem_flags forbidden)
{
	return transfer_check(q, m, false, forbidden);
}

/* --- bytes in a row --------------------------------------------------- */

static cl_int run_read(struct command *c)
{
	return place_read(c->mem[0], c->offset[0], c->host, c->bytes);
}

static cl_int run_write(struct command *c)
{
	return place_write(c->mem[0], c->offset[0], c->host, c->bytes);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Copies N bytes of the command's one buffer to the other. */
static cl_int copy(const struct command *c, size_t to, size_t from, size_t n)
{
	uint8_t part[PART];
	cl_int bad = CL_SUCCESS;

	for (size_t i = 0; !bad && i < n; i += PART) {
		size_t k = least(PART, n - i);

		bad = place_read(c->mem[0], from + i, part, k);
		if (!bad)
			bad = place_write(c->mem[1], to + i, part, k);
	}
	return bad;
}

static cl_int run_copy(struct command *c)
{
	return copy(c, c->offset[1], c->offset[0], c->bytes);
}

/* N bytes from AT on become repetitions of the pattern. */
static cl_int fill(struct command *c, size_t at, size_t n)
{
	uint8_t part[PART];
	cl_int bad = CL_SUCCESS;

	for (size_t i = 0; i < PART && i < n; i += c->pattern_bytes)
		memcpy(part + i, c->pattern, c->pattern_bytes);
	for (size_t i = 0; !bad && i < n; i += PART)
		bad = place_write(c->mem[0], at + i, part, least(PART, n - i));
	return bad;
}

static cl_int run_fill(struct command *c)
{
	return fill(c, c->offset[0], c->bytes);
}

/* A command on BYTES bytes of M. */
static struct command *command_on(cl_int (*run)(struct command *), cl_mem m,
				  size_t offset, size_t bytes, void *host)
{
	struct command *c = command_new(run);

	if (!c)
		return NULL;
	c->mem[0] = icd_retain(m);
	c->offset[0] = offset;
	c->bytes = bytes;
	c->host = host;
	return c;
}

cl_int transfer_read(cl_command_queue q, cl_mem m, cl_bool block,
		     size_t offset, size_t n, void *to, WAITS)
{
	HOLD;
	cl_int bad = check(q, m, CL_MEM_HOST_WRITE_ONLY |
			   CL_MEM_HOST_NO_ACCESS);

	if (bad)
		return bad;
	if (!to || !n || outside(m, offset, n))
		return CL_INVALID_VALUE;
	return queue_add(q, command_on(run_read, m, offset, n, to),
			 CL_COMMAND_READ_BUFFER, block, waits, wait, event);
}

cl_int transfer_write(cl_command_queue q, cl_mem m, cl_bool block,
		      size_t offset, size_t n, const void *from, WAITS)
{
	void *host = (void *)(uintptr_t)from;
	HOLD;
	cl_int bad = check(q, m, CL_MEM_HOST_READ_ONLY |
			   CL_MEM_HOST_NO_ACCESS);

	if (bad)
		return bad;
	if (!from || !n || outside(m, offset, n))
		return CL_INVALID_VALUE;
	return queue_add(q, command_on(run_write, m, offset, n, host),
			 CL_COMMAND_WRITE_BUFFER, block, waits, wait, event);
}

/* Do the N bytes at A and B of their buffers have some in common? */
static bool overlap(cl_mem m, size_t a, cl_mem other, size_t b, size_t n)
{
	const uint8_t *x = m->data + a, *y = other->data + b;

	return x < y ? (size_t)(y - x) < n : (size_t)(x - y) < n;
}

cl_int transfer_copy(cl_command_queue q, cl_mem from, cl_mem to, size_t at,
		     size_t there, size_t n, WAITS)
{
	HOLD;
	cl_int bad = check(q, from, 0);
	struct command *c;

	if (!bad)
		bad = check(q, to, 0);
	if (bad)
		return bad;
	if (!n || outside(from, at, n) || outside(to, there, n))
		return CL_INVALID_VALUE;
	if (overlap(from, at, to, there, n))
		return CL_MEM_COPY_OVERLAP;
	c = command_on(run_copy, from, at, n, NULL);
	if (!c)
		return CL_OUT_OF_HOST_MEMORY;
	c->mem[1] = icd_retain(to);
	c->offset[1] = there;
	return queue_add(q, c, CL_COMMAND_COPY_BUFFER, false, waits, wait,
			 event);
}

cl_int transfer_fill(cl_command_queue q, cl_mem m, const void *pattern,
		     size_t length, size_t offset, size_t n, WAITS)
{
	HOLD;
	cl_int bad = check(q, m, 0);
	struct command *c;

	if (bad)
		return bad;
	if (!pattern || !length || length > sizeof c->pattern ||
	    length & (length - 1) || offset % length || n % length || !n ||
	    outside(m, offset, n))
		return CL_INVALID_VALUE;
	c = command_on(run_fill, m, offset, n, NULL);
	if (!c)
		return CL_OUT_OF_HOST_MEMORY;
	memcpy(c->pattern, pattern, length);
	c->pattern_bytes = length;
	return queue_add(q, c, CL_COMMAND_FILL_BUFFER, false, waits, wait,
			 event);
}

/* --- rectangles ------------------------------------------------------- */

/* Sides that are 0 become those of REGION; *R is what ORIGIN is in bytes.
 * False if there is no such rectangle. */
static bool set_rect(struct rect *r, const size_t *origin, const size_t *region,
		     size_t row, size_t slice)
{
	if (!origin || !region || !region[0] || !region[1] || !region[2])
		return false;
	if (!row)
		row = region[0];
	if (row < region[0])
		return false;
	if (!slice)
		slice = region[1] * row;
	if (slice < region[1] * row || slice % row)
		return false;
	*r = (struct rect){
		origin[2] * slice + origin[1] * row + origin[0], row, slice
	};
	return true;
}

/* Is the last byte of R outside M? */
static bool rect_outside(cl_mem m, const struct rect *r, const size_t *region)
{
	return outside(m, r->offset, (region[2] - 1) * r->slice +
		       (region[1] - 1) * r->row + region[0]);
}

/* Has the row of N bytes at X bytes in common with the rectangle R at 0? The
 * row of R that begins last in front of its end is the only one to ask. */
static bool row_overlaps(ptrdiff_t x, const struct rect *r,
			 const size_t *region)
{
	size_t last, z, y;

	if (x + (ptrdiff_t)region[0] <= 0)
		return false;
	last = (size_t)(x + (ptrdiff_t)region[0] - 1);
	z = least(last / r->slice, region[2] - 1);
	y = least((last - z * r->slice) / r->row, region[1] - 1);
	return (ptrdiff_t)(z * r->slice + y * r->row + region[0]) > x;
}

/* Have rectangles A of M and B of OTHER bytes in common? */
static bool rects_overlap(cl_mem m, const struct rect *a, cl_mem other,
			  const struct rect *b, const size_t *region)
{
	ptrdiff_t far = (m->data + a->offset) - (other->data + b->offset);

	for (size_t z = 0; z < region[2]; z++)
		for (size_t y = 0; y < region[1]; y++)
			if (row_overlaps(far + (ptrdiff_t)(z * a->slice +
							   y * a->row),
					 b, region))
				return true;
	return false;
}

/* Where row Y of plane Z begins on side SIDE. */
static size_t row_at(const struct command *c, int side, size_t y, size_t z)
{
	return c->offset[side] + z * c->slice[side] + y * c->row[side];
}

/* Runs FUNCTION for each row. */
static cl_int each_row(struct command *c,
		       cl_int (*function)(struct command *c, size_t first,
					  size_t second))
{
	cl_int bad = CL_SUCCESS;

	for (size_t z = 0; z < c->region[2]; z++)
		for (size_t y = 0; !bad && y < c->region[1]; y++)
			bad = function(c, row_at(c, 0, y, z),
				       row_at(c, 1, y, z));
	return bad;
}

static cl_int read_row(struct command *c, size_t at, size_t there)
{
	return place_read(c->mem[0], at, (uint8_t *)c->host + there,
			  c->region[0]);
}

static cl_int write_row(struct command *c, size_t at, size_t there)
{
	return place_write(c->mem[0], at, (uint8_t *)c->host + there,
			   c->region[0]);
}

static cl_int copy_row(struct command *c, size_t at, size_t there)
{
	return copy(c, there, at, c->region[0]);
}

static cl_int fill_row(struct command *c, size_t at, size_t there)
{
	(void)there;
	return fill(c, at, c->region[0]);
}

static cl_int run_rect_read(struct command *c)
{
	return each_row(c, read_row);
}

static cl_int run_rect_write(struct command *c)
{
	return each_row(c, write_row);
}

static cl_int run_rect_copy(struct command *c)
{
	return each_row(c, copy_row);
}

static cl_int run_rect_fill(struct command *c)
{
	return each_row(c, fill_row);
}

static void set_side(struct command *c, int side, const struct rect *r)
{
	c->offset[side] = r->offset;
	c->row[side] = r->row;
	c->slice[side] = r->slice;
}

struct command *rect_command(enum rect_way way, cl_mem a, cl_mem b, void *host,
			     const size_t *region, const struct rect r[2])
{
	static cl_int (*const runs[])(struct command *) = {
		[RECT_READ] = run_rect_read, [RECT_WRITE] = run_rect_write,
		[RECT_COPY] = run_rect_copy, [RECT_FILL] = run_rect_fill
	};
	struct command *c = command_on(runs[way], a, 0, 0, host);

	if (!c)
		return NULL;
	if (b)
		c->mem[1] = icd_retain(b);
	memcpy(c->region, region, sizeof c->region);
	set_side(c, 0, &r[0]);
	set_side(c, 1, &r[1]);
	return c;
}

cl_int rect_read(cl_command_queue q, cl_mem m, cl_bool block,
		 const size_t *at, const size_t *host_at,
		 const size_t *region, size_t row, size_t slice,
		 size_t host_row, size_t host_slice, void *to, WAITS)
{
	HOLD;
	cl_int bad = check(q, m, CL_MEM_HOST_WRITE_ONLY |
			   CL_MEM_HOST_NO_ACCESS);
	struct rect r[2];

	if (bad)
		return bad;
	if (!to || !set_rect(&r[0], at, region, row, slice) ||
	    !set_rect(&r[1], host_at, region, host_row, host_slice) ||
	    rect_outside(m, &r[0], region))
		return CL_INVALID_VALUE;
	return queue_add(q, rect_command(RECT_READ, m, NULL, to, region, r),
			 CL_COMMAND_READ_BUFFER_RECT, block, waits, wait,
			 event);
}

cl_int rect_write(cl_command_queue q, cl_mem m, cl_bool block,
		  const size_t *at, const size_t *host_at,
		  const size_t *region, size_t row, size_t slice,
		  size_t host_row, size_t host_slice, const void *from, WAITS)
{
	void *host = (void *)(uintptr_t)from;
	HOLD;
	cl_int bad = check(q, m, CL_MEM_HOST_READ_ONLY |
			   CL_MEM_HOST_NO_ACCESS);
	struct rect r[2];

	if (bad)
		return bad;
	if (!from || !set_rect(&r[0], at, region, row, slice) ||
	    !set_rect(&r[1], host_at, region, host_row, host_slice) ||
	    rect_outside(m, &r[0], region))
		return CL_INVALID_VALUE;
	return queue_add(q, rect_command(RECT_WRITE, m, NULL, host, region, r),
			 CL_COMMAND_WRITE_BUFFER_RECT, block, waits, wait,
			 event);
}

cl_int rect_copy(cl_command_queue q, cl_mem from, cl_mem to, const size_t *at,
		 const size_t *there, const size_t *region, size_t row,
		 size_t slice, size_t to_row, size_t to_slice, WAITS)
{
	HOLD;
	cl_int bad = check(q, from, 0);
	struct rect r[2];

	if (!bad)
		bad = check(q, to, 0);
	if (bad)
		return bad;
	if (!set_rect(&r[0], at, region, row, slice) ||
	    !set_rect(&r[1], there, region, to_row, to_slice) ||
	    rect_outside(from, &r[0], region) ||
	    rect_outside(to, &r[1], region))
		return CL_INVALID_VALUE;
	if (from == to && (r[0].row != r[1].row || r[0].slice != r[1].slice))
		return CL_INVALID_VALUE;
	if (rects_overlap(from, &r[0], to, &r[1], region))
		return CL_MEM_COPY_OVERLAP;
	return queue_add(q, rect_command(RECT_COPY, from, to, NULL, region, r),
			 CL_COMMAND_COPY_BUFFER_RECT, false, waits, wait,
			 event);
}
