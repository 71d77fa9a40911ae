/* images.h - images of OpenCL: their head, and the functions of OpenCL C
 * SPDX-License-Identifier: Apache-2.0
 *
 * An image is a buffer: a head, then its texels. The host's part of the driver
 * writes the head (cl/icd/image.c). Addressing and filters are those of
 * OpenCL 1.2, chapter 8; a filter computes in float. A write outside an image
 * does nothing.
 *
 * In a program that has images, clang's types for them become addresses
 * (ww-cc). So each function here has the name that clang gives the one of
 * OpenCL C, and a sampler is the number of its flags.
 */
#ifndef WW_CL_IMAGES_H
#define WW_CL_IMAGES_H

#ifdef __OPENCL_C_VERSION__
#define WW_WORD uint
#else
#include <stdint.h>
#define WW_WORD uint32_t
#endif

/* Sides are 1 where an image has none; the layers of an array are its next
 * side. ROW, SLICE: from row to row, from slice to slice, in bytes. ORDER,
 * TYPE: of channels, by the numbers that OpenCL has for them. BYTES: of a
 * texel. */
struct ww_image {
	WW_WORD width, height, depth, row, slice, order, type, bytes;
};
#undef WW_WORD

enum { WW_IMAGE_HEAD = 128 };   /* bytes */

#ifdef __OPENCL_C_VERSION__

#define WW_IMAGE __global const struct ww_image *im
#define WW_FUNCTION __attribute__((weak))
/* All items of a group have the same image, sampler and kind. */
#define WW_ORDER ww_same(im->order)
#define WW_TYPE ww_same(im->type)

/* --- texels ------------------------------------------------------------- */

WW_FUNCTION float ww_image_real_(uint type, __global const void *p, uint k)
{
	switch (ww_same(type)) {
	case CLK_UNORM_INT8:
		return ((__global const uchar *)p)[k] / 255.0f;
	case CLK_UNORM_INT16:
		return ((__global const ushort *)p)[k] / 65535.0f;
	case CLK_SNORM_INT8:
		return fmax(((__global const char *)p)[k] / 127.0f, -1.0f);
	case CLK_SNORM_INT16:
		return fmax(((__global const short *)p)[k] / 32767.0f, -1.0f);
	case CLK_HALF_FLOAT:
		return vload_half(k, (__global const half *)p);
	default:
		return ((__global const float *)p)[k];
	}
}

WW_FUNCTION uint ww_image_whole_(uint type, __global const void *p, uint k)
{
	switch (ww_same(type)) {
	case CLK_SIGNED_INT8: return ((__global const char *)p)[k];
	case CLK_SIGNED_INT16: return ((__global const short *)p)[k];
	case CLK_UNSIGNED_INT8: return ((__global const uchar *)p)[k];
	case CLK_UNSIGNED_INT16: return ((__global const ushort *)p)[k];
	default: return ((__global const uint *)p)[k];
	}
}

/* The texel at P: what its channels are, by the table of section 5.3.1.1. */
#define WW_TEXEL(name, T, channel) \
	WW_FUNCTION T##4 name(WW_IMAGE, __global const void *p) \
	{ \
		uint order = WW_ORDER, type = WW_TYPE; \
		T a = channel(type, p, 0), b = 0, c = 0, d = 1; \
		switch (order) { \
		case CLK_R: return (T##4)(a, 0, 0, 1); \
		case CLK_A: return (T##4)(0, 0, 0, a); \
		case CLK_INTENSITY: return a; \
		case CLK_LUMINANCE: return (T##4)(a, a, a, 1); \
		} \
		b = channel(type, p, 1); \
		if (order == CLK_RG) \
			return (T##4)(a, b, 0, 1); \
		if (order == CLK_RA) \
			return (T##4)(a, 0, 0, b); \
		c = channel(type, p, 2); \
		d = channel(type, p, 3); \
		return order == CLK_BGRA ? (T##4)(c, b, a, d) : \
		       (T##4)(a, b, c, d); \
	}
WW_TEXEL(ww_image_texel_f_, float, ww_image_real_)
WW_TEXEL(ww_image_texel_u_, uint, ww_image_whole_)
#undef WW_TEXEL

WW_FUNCTION void ww_image_put_f_(uint type, __global void *p, uint k, float v)
{
	switch (ww_same(type)) {
	case CLK_UNORM_INT8:
		((__global uchar *)p)[k] = convert_uchar_sat_rte(v * 255.0f);
		break;
	case CLK_UNORM_INT16:
		((__global ushort *)p)[k] =
			convert_ushort_sat_rte(v * 65535.0f);
		break;
	case CLK_SNORM_INT8:
		((__global char *)p)[k] = convert_char_sat_rte(v * 127.0f);
		break;
	case CLK_SNORM_INT16:
		((__global short *)p)[k] = convert_short_sat_rte(v * 32767.0f);
		break;
	case CLK_HALF_FLOAT:
		vstore_half_rte(v, k, (__global half *)p);
		break;
	default:
		((__global float *)p)[k] = v;
	}
}

WW_FUNCTION void ww_image_put_i_(uint type, __global void *p, uint k, int v)
{
	switch (ww_same(type)) {
	case CLK_SIGNED_INT8:
		((__global char *)p)[k] = convert_char_sat(v);
		break;
	case CLK_SIGNED_INT16:
		((__global short *)p)[k] = convert_short_sat(v);
		break;
	default:
		((__global int *)p)[k] = v;
	}
}

WW_FUNCTION void ww_image_put_u_(uint type, __global void *p, uint k, uint v)
{
	switch (ww_same(type)) {
	case CLK_UNSIGNED_INT8:
		((__global uchar *)p)[k] = convert_uchar_sat(v);
		break;
	case CLK_UNSIGNED_INT16:
		((__global ushort *)p)[k] = convert_ushort_sat(v);
		break;
	default:
		((__global uint *)p)[k] = v;
	}
}

/* The address of a texel that is there. */
#define WW_AT(x, y, z) \
	((__global uchar *)im + WW_IMAGE_HEAD + (z) * (int)im->slice + \
	 (y) * (int)im->row + (x) * (int)im->bytes)

#define WW_PUT(name, T, put) \
	WW_FUNCTION void name(WW_IMAGE, int x, int y, int z, T##4 v) \
	{ \
		uint order = WW_ORDER, type = WW_TYPE; \
		__global void *p = WW_AT(x, y, z); \
		if ((uint)x >= im->width || (uint)y >= im->height || \
		    (uint)z >= im->depth) \
			return; \
		put(type, p, 0, order == CLK_A ? v.w : \
		    order == CLK_BGRA ? v.z : v.x); \
		if (order == CLK_RG || order == CLK_RA) \
			put(type, p, 1, \
			    order == CLK_RA ? v.w : v.y); \
		if (order != CLK_RGBA && order != CLK_BGRA) \
			return; \
		put(type, p, 1, v.y); \
		put(type, p, 2, order == CLK_BGRA ? v.x : v.z); \
		put(type, p, 3, v.w); \
	}
WW_PUT(ww_image_write_f_, float, ww_image_put_f_)
WW_PUT(ww_image_write_i_, int, ww_image_put_i_)
WW_PUT(ww_image_write_u_, uint, ww_image_put_u_)
#undef WW_PUT

/* --- addresses ---------------------------------------------------------- */

#define WW_MODE(s) ((s) & 0xE)

/* Index I of N; -1: the color of the border. */
WW_FUNCTION int ww_image_index_(int i, int n, uint s)
{
	return WW_MODE(s) == CLK_ADDRESS_CLAMP && (uint)i >= (uint)n ? -1 :
	       clamp(i, 0, n - 1);
}

/* The coordinate AT, in texels of a side of N. */
WW_FUNCTION float ww_image_scale_(float at, int n, uint s)
{
	if (!(s & CLK_NORMALIZED_COORDS_TRUE))
		return at;
	if (WW_MODE(s) == CLK_ADDRESS_REPEAT) {
		at -= floor(at);
		at = at < 1.0f ? at : 0.0f;     /* of -2^-30 */
	}
	if (WW_MODE(s) == CLK_ADDRESS_MIRRORED_REPEAT)
		at = fabs(at - 2.0f * rint(0.5f * at));
	return at * n;
}

/* The neighbours I and I + 1 of N that a filter mixes. */
WW_FUNCTION int2 ww_image_pair_(int i, int n, uint s)
{
	int j = i + 1;

	if (WW_MODE(s) == CLK_ADDRESS_REPEAT) {
		i = i < 0 ? i + n : i;
		j = j >= n ? j - n : j;
	}
	return (int2)(ww_image_index_(i, n, s), ww_image_index_(j, n, s));
}

/* A layer of N: a coordinate of an array. */
#define WW_LAYER(n, at) clamp(convert_int_rte(at), 0, (int)(n) - 1)

/* --- reads -------------------------------------------------------------- */

/* The texel, or the color of the border. */
#define WW_FETCH(name, T, texel) \
	WW_FUNCTION T##4 name(WW_IMAGE, int x, int y, int z) \
	{ \
		bool plain = im->order == CLK_R || im->order == CLK_RG || \
			     im->order == CLK_LUMINANCE; \
		if ((x | y | z) < 0) \
			return (T##4)(0, 0, 0, plain); \
		return texel(im, WW_AT(x, y, z)); \
	}
WW_FETCH(ww_image_fetch_f_, float, ww_image_texel_f_)
WW_FETCH(ww_image_fetch_u_, uint, ww_image_texel_u_)
#undef WW_FETCH

/* SIDES coordinates are of sides, by the sampler; the others of layers. */
#define WW_NEAR(name, T, fetch) \
	WW_FUNCTION T##4 name(WW_IMAGE, uint s, int x, int y, int z, \
				 int sides) \
	{ \
		s = ww_same(s); \
		sides = ww_same(sides); \
		x = ww_image_index_(x, im->width, s); \
		if (sides > 1) \
			y = ww_image_index_(y, im->height, s); \
		if (sides > 2) \
			z = ww_image_index_(z, im->depth, s); \
		return fetch(im, x, y, z); \
	}
WW_NEAR(ww_image_near_f_, float, ww_image_fetch_f_)
WW_NEAR(ww_image_near_u_, uint, ww_image_fetch_u_)
#undef WW_NEAR

#define WW_FLOOR(at) convert_int_sat(floor(at))
#define WW_SCALED \
	s = ww_same(s); \
	sides = ww_same(sides); \
	x = ww_image_scale_(x, im->width, s); \
	if (sides > 1) \
		y = ww_image_scale_(y, im->height, s); \
	if (sides > 2) \
		z = ww_image_scale_(z, im->depth, s);

/* Of integers: the nearest texel, whatever the filter. */
WW_FUNCTION uint4 ww_image_sample_u_(WW_IMAGE, uint s, float x, float y,
				     float z, int sides)
{
	WW_SCALED
	return ww_image_near_u_(im, s, WW_FLOOR(x), WW_FLOOR(y), WW_FLOOR(z),
				sides);
}

WW_FUNCTION float4 ww_image_mix_f_(WW_IMAGE, uint s, float x, float y,
				   float z, int sides)
{
	float u = floor(x - 0.5f), v = floor(y - 0.5f), w = floor(z - 0.5f);
	int more = ww_same(sides);
	int2 i = ww_image_pair_(WW_FLOOR(u), im->width, s);
	int2 j = more > 1 ? ww_image_pair_(WW_FLOOR(v), im->height, s) :
		 (int2)((int)y);
	int2 k = more > 2 ? ww_image_pair_(WW_FLOOR(w), im->depth, s) :
		 (int2)((int)z);
	float4 sum = 0.0f;

	u = x - 0.5f - u;
	v = y - 0.5f - v;
	w = z - 0.5f - w;
	for (int at = 0; at < 1 << more; at++) {
		float part = (at & 1 ? u : 1.0f - u);

		if (more > 1)
			part *= at & 2 ? v : 1.0f - v;
		if (more > 2)
			part *= at & 4 ? w : 1.0f - w;
		sum += part * ww_image_fetch_f_(im, at & 1 ? i.y : i.x,
						at & 2 ? j.y : j.x,
						at & 4 ? k.y : k.x);
	}
	return sum;
}

WW_FUNCTION float4 ww_image_sample_f_(WW_IMAGE, uint s, float x, float y,
				      float z, int sides)
{
	WW_SCALED
	if (s & CLK_FILTER_LINEAR)
		return ww_image_mix_f_(im, s, x, y, z, sides);
	return ww_image_near_f_(im, s, WW_FLOOR(x), WW_FLOOR(y), WW_FLOOR(z),
				sides);
}
#undef WW_SCALED
#undef WW_FLOOR

/* --- the functions of OpenCL C ------------------------------------------ */

/* clang calls it for the flags of a sampler that is no argument. */
WW_FUNCTION __constant void *ww_sampler_(int flags)
	__asm__("__translate_sampler_initializer");
__constant void *ww_sampler_(int flags)
{
	return (__constant void *)flags;
}

/* Of each kind: clang's name for its type; coordinates that are read at, as X,
 * Y, Z and how many of them are sides; and that are written. */
#define WW_NAME_image1d "14ocl_image1d"
#define WW_NAME_image1d_array "20ocl_image1d_array"
#define WW_NAME_image2d "14ocl_image2d"
#define WW_NAME_image2d_array "20ocl_image2d_array"
#define WW_NAME_image3d "14ocl_image3d"
#define WW_FROM_image1d at, 0, 0, 1
#define WW_FROM_image1d_array at.x, WW_LAYER(im->height, at.y), 0, 1
#define WW_FROM_image2d at.x, at.y, 0, 2
#define WW_FROM_image2d_array at.x, at.y, WW_LAYER(im->depth, at.z), 2
#define WW_FROM_image3d at.x, at.y, at.z, 3
#define WW_TO_image1d at, 0, 0
#define WW_TO_image1d_array at.x, at.y, 0
#define WW_TO_image2d at.x, at.y, 0
#define WW_TO_image2d_array at.x, at.y, at.z
#define WW_TO_image3d at.x, at.y, at.z

/* FUNCTION, which clang calls NAME. */
#define WW_NAMED(type, function, name, arguments) \
	WW_FUNCTION type function arguments __asm__(name); \
	type function arguments

/* Reads with a sampler, at real coordinates or whole ones, and without. HOW: f
 * or u, of the functions above; AS: makes TYPE of what they return. */
#define WW_READ(call, kind, type, as, how, whole, real, in_whole, in_real) \
	WW_NAMED(type, ww_##call##_##kind##_real, \
		 "_Z" WW_CALL_##call WW_NAME_##kind "_ro11ocl_sampler" \
		 in_real, (WW_IMAGE, __constant void *s, real at)) \
	{ \
		return as(ww_image_sample_##how##_(im, (uint)s, \
						   WW_FROM_##kind)); \
	} \
	WW_NAMED(type, ww_##call##_##kind##_whole, \
		 "_Z" WW_CALL_##call WW_NAME_##kind "_ro11ocl_sampler" \
		 in_whole, (WW_IMAGE, __constant void *s, whole at)) \
	{ \
		return as(ww_image_near_##how##_(im, (uint)s, \
						 WW_FROM_##kind)); \
	} \
	WW_NAMED(type, ww_##call##_##kind##_plain, \
		 "_Z" WW_CALL_##call WW_NAME_##kind "_ro" in_whole, \
		 (WW_IMAGE, whole at)) \
	{ return as(ww_image_near_##how##_(im, 0, WW_FROM_##kind)); }
#define WW_CALL_f "11read_imagef"
#define WW_CALL_i "11read_imagei"
#define WW_CALL_ui "12read_imageui"

#define WW_WRITE(call, kind, type, how, whole, in_whole, in_type) \
	WW_NAMED(void, ww_##call##_##kind##_to, \
		 "_Z" WW_TO_CALL_##call WW_NAME_##kind "_wo" in_whole in_type, \
		 (WW_IMAGE, whole at, type v)) \
	{ ww_image_write_##how##_(im, WW_TO_##kind, v); }
#define WW_TO_CALL_f "12write_imagef"
#define WW_TO_CALL_i "12write_imagei"
#define WW_TO_CALL_ui "13write_imageui"

#define WW_GET(function, length, kind, access, type, value) \
	WW_NAMED(type, ww_##function##_##kind##_##access, \
		 "_Z" length #function WW_NAME_##kind "_" #access, \
		 (WW_IMAGE)) \
	{ return value; }
#define WW_GET_BOTH(function, length, kind, type, value) \
	WW_GET(function, length, kind, ro, type, value) \
	WW_GET(function, length, kind, wo, type, value)

/* AGAIN: int4, whose name is S0_ where the coordinates are that, too. */
#define WW_KIND(kind, whole, real, in_whole, in_real, again) \
	WW_READ(f, kind, float4, , f, whole, real, in_whole, in_real) \
	WW_READ(i, kind, int4, as_int4, u, whole, real, in_whole, in_real) \
	WW_READ(ui, kind, uint4, , u, whole, real, in_whole, in_real) \
	WW_WRITE(f, kind, float4, f, whole, in_whole, "Dv4_f") \
	WW_WRITE(i, kind, int4, i, whole, in_whole, again) \
	WW_WRITE(ui, kind, uint4, u, whole, in_whole, "Dv4_j") \
	WW_GET_BOTH(get_image_width, "15", kind, int, im->width) \
	WW_GET_BOTH(get_image_channel_order, "23", kind, int, im->order) \
	WW_GET_BOTH(get_image_channel_data_type, "27", kind, int, im->type)
WW_KIND(image1d, int, float, "i", "f", "Dv4_i")
WW_KIND(image1d_array, int2, float2, "Dv2_i", "Dv2_f", "Dv4_i")
WW_KIND(image2d, int2, float2, "Dv2_i", "Dv2_f", "Dv4_i")
WW_KIND(image2d_array, int4, float4, "Dv4_i", "Dv4_f", "S0_")
WW_KIND(image3d, int4, float4, "Dv4_i", "Dv4_f", "S0_")
#define WW_SIDES(kind, type, value) \
	WW_GET_BOTH(get_image_height, "16", kind, int, im->height) \
	WW_GET_BOTH(get_image_dim, "13", kind, type, (type)value)
WW_SIDES(image2d, int2, (im->width, im->height))
WW_SIDES(image2d_array, int2, (im->width, im->height))
WW_SIDES(image3d, int4, (im->width, im->height, im->depth, 0))
WW_GET_BOTH(get_image_depth, "15", image3d, int, im->depth)
WW_GET_BOTH(get_image_array_size, "20", image1d_array, size_t, im->height)
WW_GET_BOTH(get_image_array_size, "20", image2d_array, size_t, im->depth)

#endif

#endif
