/* image.c - the OpenCL driver: images
 * SPDX-License-Identifier: Apache-2.0
 *
 * An image is a buffer: a head, which kernels read, and rows of texels
 * (sw/cl/images.h). The host's memory of CL_MEM_USE_HOST_PTR has no head, so
 * such an image has a copy, and maps copy.
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"
#include "golden/bytes.h"
#include "sw/cl/images.h"

enum { ROW_ALIGN = 16 };

/* --- formats ------------------------------------------------------------ */

static const struct { cl_channel_order order; unsigned channels; } orders[] = {
	{ CL_RGBA, 4 }, { CL_R, 1 }, { CL_RG, 2 }, { CL_BGRA, 4 }, { CL_A, 1 },
	{ CL_RA, 2 }, { CL_INTENSITY, 1 }, { CL_LUMINANCE, 1 }
};

static const struct { cl_channel_type type; unsigned bytes; } types[] = {
	{ CL_UNORM_INT8, 1 }, { CL_UNORM_INT16, 2 }, { CL_SNORM_INT8, 1 },
	{ CL_SNORM_INT16, 2 }, { CL_SIGNED_INT8, 1 }, { CL_SIGNED_INT16, 2 },
	{ CL_SIGNED_INT32, 4 }, { CL_UNSIGNED_INT8, 1 },
	{ CL_UNSIGNED_INT16, 2 }, { CL_UNSIGNED_INT32, 4 },
	{ CL_HALF_FLOAT, 2 }, { CL_FLOAT, 4 }
};

enum {
	ORDERS = sizeof orders / sizeof *orders,
	TYPES = sizeof types / sizeof *types
};

/* The standard's table of what goes with what. */
static bool go_together(cl_channel_order order, cl_channel_type type)
{
	bool norm = type == CL_UNORM_INT8 || type == CL_UNORM_INT16 ||
		    type == CL_SNORM_INT8 || type == CL_SNORM_INT16;

	if (order == CL_INTENSITY || order == CL_LUMINANCE)
		return norm || type == CL_HALF_FLOAT || type == CL_FLOAT;
	if (order == CL_BGRA)
		return type == CL_UNORM_INT8 || type == CL_SNORM_INT8 ||
		       type == CL_SIGNED_INT8 || type == CL_UNSIGNED_INT8;
	return true;
}

/* Bytes of a texel of format F, or 0. */
static size_t texel_of(const cl_image_format *f)
{
	unsigned channels = 0, bytes = 0;

	for (size_t i = 0; i < ORDERS; i++)
		if (orders[i].order == f->image_channel_order)
			channels = orders[i].channels;
	for (size_t i = 0; i < TYPES; i++)
		if (types[i].type == f->image_channel_data_type)
			bytes = types[i].bytes;
	return go_together(f->image_channel_order,
			   f->image_channel_data_type) ?
	       (size_t)channels * bytes : 0;
}

cl_int image_formats(cl_context c, cl_mem_flags flags, cl_mem_object_type type,
		     cl_uint n, cl_image_format *formats, cl_uint *number)
{
	HOLD;
	cl_uint count = 0;

	if (!icd_is(c, ICD_CONTEXT))
		return CL_INVALID_CONTEXT;
	if ((!n && formats) || !mem_flags_right(flags) ||
	    type < CL_MEM_OBJECT_IMAGE2D || type > CL_MEM_OBJECT_IMAGE1D_BUFFER)
		return CL_INVALID_VALUE;
	for (size_t i = 0; i < ORDERS && type != CL_MEM_OBJECT_IMAGE1D_BUFFER;
	     i++)
		for (size_t k = 0; k < TYPES; k++) {
			cl_image_format f = { orders[i].order, types[k].type };

			if (!go_together(orders[i].order, types[k].type))
				continue;
			if (formats && count < n)
				formats[count] = f;
			count++;
		}
	if (number)
		*number = count;
	return CL_SUCCESS;
}

/* --- making ------------------------------------------------------------- */

/* Sides of what D describes; 0: there is no such image. */
static cl_int set_sides(struct icd_image *i, const cl_image_desc *d)
{
	bool array = d->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
		     d->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;

	i->type = d->image_type;
	i->layers = array ? d->image_array_size : 0;
	i->side[0] = d->image_width;
	i->side[1] = i->side[2] = 1;
	switch (d->image_type) {
	case CL_MEM_OBJECT_IMAGE1D: break;
	case CL_MEM_OBJECT_IMAGE1D_ARRAY: i->side[1] = i->layers; break;
	case CL_MEM_OBJECT_IMAGE2D: i->side[1] = d->image_height; break;
	case CL_MEM_OBJECT_IMAGE2D_ARRAY:
		i->side[1] = d->image_height;
		i->side[2] = i->layers;
		break;
	case CL_MEM_OBJECT_IMAGE3D:
		i->side[1] = d->image_height;
		i->side[2] = d->image_depth;
		break;
	default: return CL_INVALID_IMAGE_DESCRIPTOR;
	}
	if (!i->side[0] || !i->side[1] || !i->side[2])
		return CL_INVALID_IMAGE_SIZE;
	return i->side[0] > ICD_IMAGE_SIDE || i->side[1] > ICD_IMAGE_SIDE ||
	       i->side[2] > ICD_IMAGE_DEEP || i->layers > ICD_IMAGE_DEEP ?
	       CL_INVALID_IMAGE_SIZE : CL_SUCCESS;
}

/* Rows and slices of the host's memory, as D has them. */
static cl_int set_pitches(struct icd_image *i, const cl_image_desc *d,
			  bool host)
{
	size_t least = i->side[0] * i->texel;
	bool rows = i->type != CL_MEM_OBJECT_IMAGE1D_ARRAY;

	if (!host && (d->image_row_pitch || d->image_slice_pitch))
		return CL_INVALID_IMAGE_DESCRIPTOR;
	i->row = d->image_row_pitch ? d->image_row_pitch : least;
	if (i->row < least || i->row % i->texel)
		return CL_INVALID_IMAGE_DESCRIPTOR;
	if (!rows && d->image_slice_pitch) {
		if (d->image_slice_pitch < i->row)
			return CL_INVALID_IMAGE_DESCRIPTOR;
		i->row = d->image_slice_pitch;
	}
	least = i->row * i->side[1];
	i->slice = rows && d->image_slice_pitch && i->side[2] > 1 ?
		   d->image_slice_pitch : least;
	return i->slice < least || i->slice % i->row ?
	       CL_INVALID_IMAGE_DESCRIPTOR : CL_SUCCESS;
}

static cl_int describe(struct icd_image *i, cl_mem_flags flags,
		       const cl_image_format *f, const cl_image_desc *d,
		       const void *host)
{
	bool wants = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
	cl_int bad;

	if (!mem_flags_right(flags))
		return CL_INVALID_VALUE;
	if (!f)
		return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
	if (!d || d->num_mip_levels || d->num_samples || d->buffer)
		return CL_INVALID_IMAGE_DESCRIPTOR;
	i->format = *f;
	i->texel = texel_of(f);
	if (!i->texel)
		return CL_IMAGE_FORMAT_NOT_SUPPORTED;
	bad = set_sides(i, d);
	if (bad)
		return bad;
	bad = set_pitches(i, d, host != NULL);
	if (bad)
		return bad;
	i->texels.offset = WW_IMAGE_HEAD;
	i->texels.row = (i->side[0] * i->texel + ROW_ALIGN - 1) / ROW_ALIGN *
			ROW_ALIGN;
	i->texels.slice = i->texels.row * i->side[1];
	return wants != (host != NULL) ? CL_INVALID_HOST_PTR : CL_SUCCESS;
}

static void write_head(const struct icd_image *i, uint8_t *head)
{
	struct ww_image im = {
		.width = (uint32_t)i->side[0], .height = (uint32_t)i->side[1],
		.depth = (uint32_t)i->side[2],
		.row = (uint32_t)i->texels.row,
		.slice = (uint32_t)i->texels.slice,
		.order = i->format.image_channel_order,
		.type = i->format.image_channel_data_type,
		.bytes = (uint32_t)i->texel
	};
	const uint32_t words[] = {
		im.width, im.height, im.depth, im.row, im.slice, im.order,
		im.type, im.bytes
	};

	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		bytes_put_u32(head + 4 * k, words[k]);
}

/* M's texels are those at HOST. */
static void take_texels(cl_mem m, const uint8_t *host)
{
	const struct icd_image *i = m->image;

	for (size_t z = 0; z < i->side[2]; z++)
		for (size_t y = 0; y < i->side[1]; y++)
			memcpy(m->data + i->texels.offset +
			       z * i->texels.slice + y * i->texels.row,
			       host + z * i->slice + y * i->row,
			       i->side[0] * i->texel);
}

/* Maps of M show HOST, or its own texels. */
static void see(cl_mem m, void *host)
{
	struct icd_image *i = m->image;

	if (m->flags & CL_MEM_USE_HOST_PTR) {
		i->user = host;
		i->seen = host;
		return;
	}
	i->seen = m->data + i->texels.offset;
	i->row = i->texels.row;
	i->slice = i->texels.slice;
}

static cl_mem make(cl_context c, cl_mem_flags flags,
		   const struct icd_image *of, void *host, cl_int *error)
{
	const cl_mem_flags copies = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR;
	size_t bytes = of->texels.offset + of->texels.slice * of->side[2];
	cl_mem m = mem_make(c, flags & ~copies, bytes, NULL, error);

	if (!m)
		return error && *error == CL_INVALID_BUFFER_SIZE ?
		       icd_fail(error, CL_INVALID_IMAGE_SIZE) : NULL;
	m->image = malloc(sizeof *m->image);
	if (!m->image) {
		icd_release(m);
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	}
	*m->image = *of;
	m->flags |= flags & copies;
	m->blank = false;
	write_head(m->image, m->data);
	if (host)
		take_texels(m, host);
	see(m, host);
	return m;
}

cl_mem image_create(cl_context c, cl_mem_flags flags,
		    const cl_image_format *format, const cl_image_desc *desc,
		    void *host, cl_int *error)
{
	HOLD;
	struct icd_image of = { .seen = NULL };
	cl_int bad, made = CL_SUCCESS;
	cl_mem m;

	if (!icd_is(c, ICD_CONTEXT))
		return icd_fail(error, CL_INVALID_CONTEXT);
	bad = describe(&of, flags, format, desc, host);
	if (bad)
		return icd_fail(error, bad);
	m = make(c, flags, &of, host, &made);
	icd_fail(error, made);
	return m;
}

cl_mem image_create_2d(cl_context c, cl_mem_flags flags,
		       const cl_image_format *format, size_t width,
		       size_t height, size_t row, void *host, cl_int *error)
{
	const cl_image_desc d = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width,
		.image_height = height, .image_row_pitch = row
	};

	return image_create(c, flags, format, &d, host, error);
}

cl_mem image_create_3d(cl_context c, cl_mem_flags flags,
		       const cl_image_format *format, size_t width,
		       size_t height, size_t depth, size_t row, size_t slice,
		       void *host, cl_int *error)
{
	const cl_image_desc d = {
		.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = width,
		.image_height = height, .image_depth = depth,
		.image_row_pitch = row, .image_slice_pitch = slice
	};

	return image_create(c, flags, format, &d, host, error);
}

/* --- queries, places ---------------------------------------------------- */

cl_int image_query(cl_mem m, cl_image_info what, QUERY)
{
	HOLD;
	const struct icd_image *i;
	bool deep, flat;

	if (!icd_is(m, ICD_MEM) || !m->image)
		return CL_INVALID_MEM_OBJECT;
	i = m->image;
	deep = i->type == CL_MEM_OBJECT_IMAGE3D;
	flat = i->type == CL_MEM_OBJECT_IMAGE1D ||
	       i->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
	switch (what) {
	case CL_IMAGE_FORMAT:
		return icd_answer(&i->format, sizeof i->format, size, value,
				  returned);
	case CL_IMAGE_ELEMENT_SIZE: return ANSWER(size_t, i->texel);
	case CL_IMAGE_ROW_PITCH: return ANSWER(size_t, i->row);
	case CL_IMAGE_SLICE_PITCH:
		return ANSWER(size_t, deep || (i->layers && !flat) ? i->slice :
			      i->layers ? i->row : 0);
	case CL_IMAGE_WIDTH: return ANSWER(size_t, i->side[0]);
	case CL_IMAGE_HEIGHT: return ANSWER(size_t, flat ? 0 : i->side[1]);
	case CL_IMAGE_DEPTH: return ANSWER(size_t, deep ? i->side[2] : 0);
	case CL_IMAGE_ARRAY_SIZE: return ANSWER(size_t, i->layers);
	case CL_IMAGE_BUFFER: return ANSWER(cl_mem, NULL);
	case CL_IMAGE_NUM_MIP_LEVELS: case CL_IMAGE_NUM_SAMPLES:
		return ANSWER(cl_uint, 0);
	default: return CL_INVALID_VALUE;
	}
}

bool image_region(cl_mem m, const size_t *origin, const size_t *region,
		  size_t *bytes)
{
	const struct icd_image *i = m->image;

	if (!origin || !region)
		return false;
	for (int k = 0; k < 3; k++)
		if (!region[k] || origin[k] > i->side[k] ||
		    region[k] > i->side[k] - origin[k])
			return false;
	bytes[0] = region[0] * i->texel;
	bytes[1] = region[1];
	bytes[2] = region[2];
	return true;
}

struct rect image_rect(cl_mem m, const size_t *origin, struct rect *seen)
{
	const struct icd_image *i = m->image;
	struct rect r = i->texels;

	r.offset += origin[2] * r.slice + origin[1] * r.row +
		    origin[0] * i->texel;
	if (seen)
		*seen = (struct rect){
			origin[2] * i->slice + origin[1] * i->row +
				origin[0] * i->texel,
			i->row, i->slice
		};
	return r;
}

/* --- samplers ----------------------------------------------------------- */

cl_sampler sampler_create(cl_context c, cl_bool normalized,
			  cl_addressing_mode mode, cl_filter_mode filter,
			  cl_int *error)
{
	HOLD;
	bool turns = mode == CL_ADDRESS_REPEAT ||
		     mode == CL_ADDRESS_MIRRORED_REPEAT;
	cl_sampler s;

	if (!icd_is(c, ICD_CONTEXT))
		return icd_fail(error, CL_INVALID_CONTEXT);
	if (mode < CL_ADDRESS_NONE || mode > CL_ADDRESS_MIRRORED_REPEAT ||
	    (filter != CL_FILTER_NEAREST && filter != CL_FILTER_LINEAR) ||
	    normalized > CL_TRUE || (turns && !normalized))
		return icd_fail(error, CL_INVALID_VALUE);
	s = icd_new(ICD_SAMPLER);
	if (!s)
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	s->context = icd_retain(c);
	s->normalized = normalized;
	s->mode = mode;
	s->filter = filter;
	icd_fail(error, CL_SUCCESS);
	return s;
}

void sampler_drop(void *object)
{
	cl_sampler s = object;

	icd_release(s->context);
}

/* The numbers of CLK_... are those of clang's opencl-c-base.h. */
uint32_t sampler_word(cl_sampler s)
{
	static const uint32_t modes[] = { 0, 2, 4, 6, 8 };

	return (s->normalized ? 1 : 0) | modes[s->mode - CL_ADDRESS_NONE] |
	       (s->filter == CL_FILTER_LINEAR ? 0x20 : 0x10);
}

cl_int sampler_query(cl_sampler s, cl_sampler_info what, QUERY)
{
	HOLD;

	if (!icd_is(s, ICD_SAMPLER))
		return CL_INVALID_SAMPLER;
	switch (what) {
	case CL_SAMPLER_REFERENCE_COUNT: return ANSWER(cl_uint, s->uses);
	case CL_SAMPLER_CONTEXT: return ANSWER(cl_context, s->context);
	case CL_SAMPLER_NORMALIZED_COORDS:
		return ANSWER(cl_bool, s->normalized);
	case CL_SAMPLER_ADDRESSING_MODE:
		return ANSWER(cl_addressing_mode, s->mode);
	case CL_SAMPLER_FILTER_MODE: return ANSWER(cl_filter_mode, s->filter);
	default: return CL_INVALID_VALUE;
	}
}
