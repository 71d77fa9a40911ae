/* image_transfer.c - the OpenCL driver: reads, writes, copies, fills of images
 * SPDX-License-Identifier: Apache-2.0
 *
 * Commands on rows of bytes, as transfer.c has them.
 */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"
#include "golden/bytes.h"

/* The host's memory for a region of BYTES of M: ROW, SLICE are 0 where nothing
 * is between. False if they do not fit. */
static bool host_rect(cl_mem m, const size_t *bytes, size_t row, size_t slice,
		      struct rect *r)
{
	cl_mem_object_type type = m->image->type;

	if (!row)
		row = bytes[0];
	if (row < bytes[0])
		return false;
	if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY && slice) {
		row = slice;
		slice = 0;
	}
	if ((type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE2D) &&
	    slice)
		return false;
	if (!slice)
		slice = row * bytes[1];
	*r = (struct rect){ 0, row, slice };
	return row >= bytes[0] && slice >= row * bytes[1];
}

/* Between the image M, at ORIGIN, and the HOST: RECT_READ or RECT_WRITE, which
 * a buffer with FLAGS does not allow. */
static cl_int with_host(enum rect_way way, cl_mem_flags flags,
			cl_command_type type, cl_command_queue q, cl_mem m,
			bool block, const size_t *origin, const size_t *region,
			size_t row, size_t slice, void *host, WAITS)
{
	cl_int bad = transfer_check(q, m, true, flags | CL_MEM_HOST_NO_ACCESS);
	struct rect r[2];
	size_t bytes[3];

	if (bad)
		return bad;
	if (!host || !image_region(m, origin, region, bytes) ||
	    !host_rect(m, bytes, row, slice, &r[1]))
		return CL_INVALID_VALUE;
	r[0] = image_rect(m, origin, NULL);
	return queue_add(q, rect_command(way, m, NULL, host, bytes, r), type,
			 block, waits, wait, event);
}

cl_int image_read(cl_command_queue q, cl_mem m, cl_bool block,
		  const size_t *origin, const size_t *region, size_t row,
		  size_t slice, void *to, WAITS)
{
	HOLD;

	return with_host(RECT_READ, CL_MEM_HOST_WRITE_ONLY,
			 CL_COMMAND_READ_IMAGE, q, m, block, origin, region,
			 row, slice, to, waits, wait, event);
}

cl_int image_write(cl_command_queue q, cl_mem m, cl_bool block,
		   const size_t *origin, const size_t *region, size_t row,
		   size_t slice, const void *from, WAITS)
{
	HOLD;

	return with_host(RECT_WRITE, CL_MEM_HOST_READ_ONLY,
			 CL_COMMAND_WRITE_IMAGE, q, m, block, origin, region,
			 row, slice, (void *)(uintptr_t)from, waits, wait,
			 event);
}

/* Have the regions at A and B of an image texels in common? */
static bool overlap(const size_t *a, const size_t *b, const size_t *region)
{
	for (int k = 0; k < 3; k++)
		if (a[k] + region[k] <= b[k] || b[k] + region[k] <= a[k])
			return false;
	return true;
}

cl_int image_copy(cl_command_queue q, cl_mem from, cl_mem to, const size_t *at,
		  const size_t *there, const size_t *region, WAITS)
{
	HOLD;
	cl_int bad = transfer_check(q, from, true, 0);
	struct rect r[2];
	size_t bytes[3];

	if (!bad)
		bad = transfer_check(q, to, true, 0);
	if (bad)
		return bad;
	if (memcmp(&from->image->format, &to->image->format,
		   sizeof from->image->format) != 0)
		return CL_IMAGE_FORMAT_MISMATCH;
	if (!image_region(from, at, region, bytes) ||
	    !image_region(to, there, region, bytes))
		return CL_INVALID_VALUE;
	if (from == to && overlap(at, there, region))
		return CL_MEM_COPY_OVERLAP;
	r[0] = image_rect(from, at, NULL);
	r[1] = image_rect(to, there, NULL);
	return queue_add(q, rect_command(RECT_COPY, from, to, NULL, bytes, r),
			 CL_COMMAND_COPY_IMAGE, false, waits, wait, event);
}

/* Between the image M, at ORIGIN, and the buffer B, from OFFSET on. */
static cl_int with_buffer(cl_command_queue q, cl_mem m, const size_t *origin,
			  const size_t *region, cl_mem b, size_t offset,
			  bool to_buffer, WAITS)
{
	cl_int bad = transfer_check(q, m, true, 0);
	struct rect r[2];
	size_t bytes[3], all;

	if (!bad)
		bad = transfer_check(q, b, false, 0);
	if (bad)
		return bad;
	if (!image_region(m, origin, region, bytes))
		return CL_INVALID_VALUE;
	all = bytes[0] * bytes[1] * bytes[2];
	if (offset > b->size || all > b->size - offset)
		return CL_INVALID_VALUE;
	r[!to_buffer] = image_rect(m, origin, NULL);
	r[to_buffer] = (struct rect){ offset, bytes[0], bytes[0] * bytes[1] };
	return queue_add(q, rect_command(RECT_COPY, to_buffer ? m : b,
					 to_buffer ? b : m, NULL, bytes, r),
			 to_buffer ? CL_COMMAND_COPY_IMAGE_TO_BUFFER :
			 CL_COMMAND_COPY_BUFFER_TO_IMAGE, false, waits, wait,
			 event);
}

cl_int image_copy_out(cl_command_queue q, cl_mem m, cl_mem b,
		      const size_t *origin, const size_t *region,
		      size_t offset, WAITS)
{
	HOLD;

	return with_buffer(q, m, origin, region, b, offset, true, waits, wait,
			   event);
}

cl_int image_copy_in(cl_command_queue q, cl_mem b, cl_mem m, size_t offset,
		     const size_t *origin, const size_t *region, WAITS)
{
	HOLD;

	return with_buffer(q, m, origin, region, b, offset, false, waits,
			   wait, event);
}

/* --- fills -------------------------------------------------------------- */

/* V times MOST, to the nearest whole number from LEAST to MOST. */
static uint32_t scaled(float v, float least, float most)
{
	float x = rintf(v * most);

	return !(x > least) ? (uint32_t)(int32_t)least :
	       x > most ? (uint32_t)most : (uint32_t)(int32_t)x;
}

/* V as binary16, to the nearest, ties to even. */
static uint32_t half_of(float v)
{
	uint32_t sign = signbit(v) ? 0x8000 : 0, bits;
	int e;

	v = fabsf(v);
	if (isnan(v))
		return sign | 0x7E00;
	if (v >= 65520.0f)
		return sign | 0x7C00;
	if (v < 0x1p-14f)
		return sign | (uint32_t)rintf(v * 0x1p24f);
	(void)frexpf(v, &e);
	bits = (uint32_t)rintf(ldexpf(v, 11 - e));
	return sign | (((uint32_t)(e + 14) << 10) + (bits - 0x400));
}

static uint32_t clamped(int32_t v, int32_t least, int32_t most)
{
	return (uint32_t)(v < least ? least : v > most ? most : v);
}

/* The channel of TYPE that WORD of the host's color is; *BYTES: its length. */
static uint32_t channel_of(cl_channel_type type, uint32_t word, size_t *bytes)
{
	int32_t whole = (int32_t)word;
	float real;

	memcpy(&real, &word, sizeof real);
	*bytes = 2;
	switch (type) {
	case CL_UNORM_INT16: return scaled(real, 0, 65535);
	case CL_SNORM_INT16: return scaled(real, -32768, 32767);
	case CL_SIGNED_INT16: return clamped(whole, -32768, 32767);
	case CL_UNSIGNED_INT16: return word > 65535 ? 65535 : word;
	case CL_HALF_FLOAT: return half_of(real);
	}
	*bytes = 1;
	switch (type) {
	case CL_UNORM_INT8: return scaled(real, 0, 255);
	case CL_SNORM_INT8: return scaled(real, -128, 127);
	case CL_SIGNED_INT8: return clamped(whole, -128, 127);
	case CL_UNSIGNED_INT8: return word > 255 ? 255 : word;
	}
	*bytes = 4;
	return word;
}

/* Which word of a color is channel K of ORDER. */
static unsigned word_of(cl_channel_order order, unsigned k)
{
	switch (order) {
	case CL_A: return 3;
	case CL_RA: return k ? 3 : 0;
	case CL_BGRA: return k == 3 ? 3 : 2 - k;
	default: return k;
	}
}

/* Sets the pattern of C to the texel of M that COLOR is. */
static void set_pattern(struct command *c, cl_mem m, const void *color)
{
	const cl_image_format *f = &m->image->format;
	size_t n = 0, bytes = 0;

	for (unsigned k = 0; n < m->image->texel; k++, n += bytes) {
		uint32_t word;

		memcpy(&word, (const char *)color +
		       4 * word_of(f->image_channel_order, k), sizeof word);
		word = channel_of(f->image_channel_data_type, word, &bytes);
		for (size_t i = 0; i < bytes; i++)
			c->pattern[n + i] = (uint8_t)(word >> 8 * i);
	}
	c->pattern_bytes = n;
}

cl_int image_fill(cl_command_queue q, cl_mem m, const void *color,
		  const size_t *origin, const size_t *region, WAITS)
{
	HOLD;
	cl_int bad = transfer_check(q, m, true, 0);
	struct rect r[2] = { 0 };
	struct command *c;
	size_t bytes[3];

	if (bad)
		return bad;
	if (!color || !image_region(m, origin, region, bytes))
		return CL_INVALID_VALUE;
	r[0] = image_rect(m, origin, NULL);
	c = rect_command(RECT_FILL, m, NULL, NULL, bytes, r);
	if (c)
		set_pattern(c, m, color);
	return queue_add(q, c, CL_COMMAND_FILL_IMAGE, false, waits, wait,
			 event);
}
