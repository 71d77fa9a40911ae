/* images.c - a host of OpenCL: images against what OpenCL 1.2 says of them
 * SPDX-License-Identifier: Apache-2.0
 *
 * The reference decodes bytes, and samples in double, from sections 5.3.1.1,
 * 8.2 and 8.3 of the standard.
 */
#include <math.h>
#include <stdbool.h>

#include "host.h"

enum { W = 5, H = 3, D = 4, POINTS = 96 };

static const char source[] =
	"#define AT (int4)(get_global_id(0), get_global_id(1),\\\n"
	"                  get_global_id(2), 0)\n"
	"#define I ((AT.z * (int)get_global_size(1) + AT.y) *\\\n"
	"           (int)get_global_size(0) + AT.x)\n"
	"#define FOR(suffix, type, kind, at) \\\n"
	"__kernel void get##suffix##_##kind(read_only image##kind##_t im,\\\n"
	"                                   __global type *to)\\\n"
	"{ to[I] = read_image##suffix(im, at); }\\\n"
	"__kernel void put##suffix##_##kind(write_only image##kind##_t im,\\\n"
	"                                   __global const type *from)\\\n"
	"{ write_image##suffix(im, at, from[I]); }\n"
	"#define ALL(kind, at) FOR(f, float4, kind, at)\\\n"
	"	FOR(i, int4, kind, at) FOR(ui, uint4, kind, at)\n"
	"ALL(1d, AT.x) ALL(1d_array, AT.xy) ALL(2d, AT.xy)\n"
	"ALL(2d_array, AT) ALL(3d, AT)\n"
	"#define SAMPLE(kind, at) \\\n"
	"__kernel void sample_##kind(read_only image##kind##_t im,\\\n"
	"	sampler_t how, __global float4 *p, __global float4 *to)\\\n"
	"{\\\n"
	"	float4 q = p[AT.x];\\\n"
	"	to[AT.x] = read_imagef(im, how, at);\\\n"
	"}\n"
	"SAMPLE(1d, q.x) SAMPLE(1d_array, q.xz) SAMPLE(2d, q.xy)\n"
	"SAMPLE(2d_array, q) SAMPLE(3d, q)\n"
	"const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE |\n"
	"	CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
	"float4 fetch(read_only image2d_t im, sampler_t s, int2 at)\n"
	"{ return read_imagef(im, s, at); }\n"
	"__kernel void tell(read_only image2d_t a, read_only image3d_t b,\n"
	"	read_only image2d_array_t c, __global int *to)\n"
	"{\n"
	"	const sampler_t none = CLK_ADDRESS_CLAMP |\n"
	"		CLK_FILTER_NEAREST;\n"
	"	int it[] = { get_image_width(a), get_image_height(a),\n"
	"		get_image_depth(b), get_image_array_size(c),\n"
	"		get_image_dim(b).z, get_image_dim(c).y,\n"
	"		get_image_channel_order(a) == CLK_RGBA,\n"
	"		get_image_channel_data_type(a) == CLK_FLOAT,\n"
	"		all(fetch(a, edge, (int2)(-9, 9)) ==\n"
	"		 read_imagef(a, (int2)(0, get_image_dim(a).y - 1))),\n"
	"		all(fetch(a, none, (int2)(-1, 0)) == 0.0f) };\n"
	"	for (int k = 0; k < 10; k++)\n"
	"		to[k] = it[k];\n"
	"}\n";

static cl_program program;
static const struct kind {
	const char *name;
	cl_mem_object_type type;
	size_t sides[3];
	int dims;       /* sampled */
} kinds[] = {
	{ "1d", CL_MEM_OBJECT_IMAGE1D, { W, 1, 1 }, 1 },
	{ "1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, { W, H, 1 }, 1 },
	{ "2d", CL_MEM_OBJECT_IMAGE2D, { W, H, 1 }, 2 },
	{ "2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, { W, H, D }, 2 },
	{ "3d", CL_MEM_OBJECT_IMAGE3D, { W, H, D }, 3 }
};
enum { KINDS = sizeof kinds / sizeof *kinds };
static const size_t zero[3];
union color { float f[4]; int i[4]; unsigned u[4]; };

static unsigned roll(void)
{
	static unsigned long long dice = 88172645463325252ULL;

	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (unsigned)(dice >> 20);
}

static cl_mem make(const struct kind *k, cl_image_format f, cl_mem_flags flags,
		   void *host)
{
	cl_image_desc d = {
		.image_type = k->type, .image_width = k->sides[0],
		.image_height = k->sides[1], .image_depth = k->sides[2],
		.image_array_size = k->sides[k->dims]
	};
	cl_mem m = clCreateImage(context, flags, &f, &d, host, &bad);

	GOOD(bad);
	return m;
}

/* Runs kernel NAME for all of SIDES with image M and buffer B. */
static void run(const char *name, const size_t *sides, cl_mem m, cl_mem b)
{
	cl_kernel k = clCreateKernel(program, name, &bad);

	GOOD(bad);
	GOOD(clSetKernelArg(k, 0, sizeof m, &m));
	GOOD(clSetKernelArg(k, 1, sizeof b, &b));
	GOOD(clEnqueueNDRangeKernel(queue, k, 3, NULL, sides, NULL, 0, NULL,
				    NULL));
	GOOD(clReleaseKernel(k));
}

/* --- texels ------------------------------------------------------------- */

/* Channel K at P: a number as a float, or a whole one. */
static void decode_channel(cl_channel_type type, const void *p, int k,
			   union color *c, int to)
{
	const unsigned char *u8 = p;
	const signed char *i8 = p;
	const unsigned short *u16 = p;
	const short *i16 = p;

	switch (type) {
	case CL_UNORM_INT8: c->f[to] = (float)u8[k] / 255; break;
	case CL_SNORM_INT8: c->f[to] = fmaxf((float)i8[k] / 127, -1); break;
	case CL_UNORM_INT16: c->f[to] = (float)u16[k] / 65535; break;
	case CL_SNORM_INT16: c->f[to] = fmaxf((float)i16[k] / 32767, -1); break;
	case CL_SIGNED_INT8: c->i[to] = i8[k]; break;
	case CL_SIGNED_INT16: c->i[to] = i16[k]; break;
	case CL_UNSIGNED_INT8: c->u[to] = u8[k]; break;
	case CL_UNSIGNED_INT16: c->u[to] = u16[k]; break;
	case CL_HALF_FLOAT: {
		int e = u16[k] >> 10 & 31, m = u16[k] & 1023;

		c->f[to] = ldexpf((float)(e ? m + 1024 : m), e ? e - 25 : -24);
		if (e == 31)
			c->f[to] = INFINITY;
		if (u16[k] >> 15)
			c->f[to] = -c->f[to];
		break;
	}
	default: c->u[to] = ((const unsigned *)p)[k];
	}
}

/* Where the channels of ORDER go: x, y, z, w, or everywhere. */
static const char *places(cl_channel_order order)
{
	switch (order) {
	case CL_R: return "x";
	case CL_A: return "w";
	case CL_RG: return "xy";
	case CL_RA: return "xw";
	case CL_RGBA: return "xyzw";
	case CL_BGRA: return "zyxw";
	case CL_LUMINANCE: return "l";
	default: return "i";
	}
}

static union color decode(cl_image_format f, const void *p)
{
	const char *to = places(f.image_channel_order);
	union color c = { .u = { 0, 0, 0, 0 } };
	cl_channel_type type = f.image_channel_data_type;

	if (type >= CL_SIGNED_INT8 && type <= CL_UNSIGNED_INT32)
		c.i[3] = 1;
	else
		c.f[3] = 1;
	if (f.image_channel_order == CL_A)
		c.u[3] = 0;
	for (int k = 0; to[k]; k++)
		if (to[k] == 'l' || to[k] == 'i')
			for (int i = 0; i < (to[k] == 'l' ? 3 : 4); i++)
				decode_channel(type, p, k, &c, i);
		else
			decode_channel(type, p, k, &c,
				       to[k] == 'w' ? 3 : to[k] - 'x');
	return c;
}

/* Random bytes; numbers of float and half are finite. */
static void draw(cl_image_format f, unsigned char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		p[i] = (unsigned char)roll();
	for (size_t i = 0; i < n / 4; i++)
		if (f.image_channel_data_type == CL_FLOAT)
			((float *)(void *)p)[i] = (float)(roll() % 999) / 64;
	for (size_t i = 0; i < n / 2; i++)
		if (f.image_channel_data_type == CL_HALF_FLOAT)
			((unsigned short *)(void *)p)[i] &= 0xBBFF;
}

/* Bytes go to an image, its texels to a buffer by a kernel and, from there, to
 * another image: all are equal to the reference, and to the bytes. */
static void check_format(const struct kind *k, cl_image_format f)
{
	static unsigned char bytes[W * H * D * 16], back[W * H * D * 16];
	static union color seen[W * H * D];
	size_t n = k->sides[0] * k->sides[1] * k->sides[2], texel;
	cl_channel_type type = f.image_channel_data_type;
	const char *how = type < CL_SIGNED_INT8 || type > CL_UNSIGNED_INT32 ?
			  "f" : type < CL_UNSIGNED_INT8 ? "i" : "ui";
	cl_mem a = make(k, f, 0, NULL), b = make(k, f, 0, NULL);
	cl_mem buffer = clCreateBuffer(context, 0, sizeof seen, NULL, &bad);
	char name[40];

	GOOD(bad);
	GOOD(clGetImageInfo(a, CL_IMAGE_ELEMENT_SIZE, sizeof texel, &texel,
			    NULL));
	draw(f, bytes, n * texel);
	GOOD(clEnqueueWriteImage(queue, a, CL_FALSE, zero, k->sides, 0, 0,
				 bytes, 0, NULL, NULL));
	sprintf(name, "get%s_%s", how, k->name);
	run(name, k->sides, a, buffer);
	sprintf(name, "put%s_%s", how, k->name);
	run(name, k->sides, b, buffer);
	GOOD(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, n * sizeof *seen,
				 seen, 0, NULL, NULL));
	GOOD(clEnqueueReadImage(queue, b, CL_TRUE, zero, k->sides, 0, 0, back,
				0, NULL, NULL));
	for (size_t i = 0; i < n; i++) {
		union color want = decode(f, bytes + i * texel);
		union color again = decode(f, back + i * texel);

		if (!memcmp(&want, &seen[i], sizeof want) &&
		    !memcmp(&want, &again, sizeof want))
			continue;
		printf("%s, order %#x, type %#x, texel %zu: %g %g %g %g "
		       "(%x), not %g %g %g %g (%x); again %x\n", k->name,
		       f.image_channel_order, type, i, seen[i].f[0],
		       seen[i].f[1], seen[i].f[2], seen[i].f[3],
		       seen[i].u[0], want.f[0], want.f[1], want.f[2],
		       want.f[3], want.u[0], again.u[0]);
		exit(1);
	}
	GOOD(clReleaseMemObject(a));
	GOOD(clReleaseMemObject(b));
	GOOD(clReleaseMemObject(buffer));
}

static void check_formats(void)
{
	static cl_image_format all[200];
	cl_uint n, kind = 0;

	GOOD(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE,
					CL_MEM_OBJECT_IMAGE2D, 200, all, &n));
	TRUE(n == 76);
	for (cl_uint i = 0; i < n; i++)
		check_format(&kinds[kind++ % KINDS], all[i]);
	for (int i = 0; i < KINDS; i++)
		check_format(&kinds[i], (cl_image_format){ CL_RGBA,
							   CL_UNORM_INT8 });
}

/* --- samplers ----------------------------------------------------------- */

static float texels[D][H][W][4];

/* The place of I of N, or -1: the border. */
static int place(int i, int n, cl_addressing_mode mode)
{
	if (mode == CL_ADDRESS_REPEAT)
		return (i % n + n) % n;
	if (mode == CL_ADDRESS_MIRRORED_REPEAT)
		i = (i % (2 * n) + 2 * n) % (2 * n);
	if (mode == CL_ADDRESS_MIRRORED_REPEAT && i >= n)
		i = 2 * n - 1 - i;
	if (mode == CL_ADDRESS_CLAMP && (i < 0 || i >= n))
		return -1;
	return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* Texel I, channel C. */
static double fetch(const int *i, int c)
{
	return i[0] < 0 || i[1] < 0 || i[2] < 0 ? 0 :
	       (double)texels[i[2]][i[1]][i[0]][c];
}

static double sample(const struct kind *k, const float *at, int c,
		     cl_addressing_mode mode, bool linear, bool normalized)
{
	double sum = 0;

	for (int corner = 0; corner < (linear ? 1 << k->dims : 1); corner++) {
		int i[3] = { 0, 0, 0 };
		double part = 1;

		for (int d = 0; d < k->dims; d++) {
			double u = at[d] * (normalized ? (double)k->sides[d] :
					    1);
			double low = floor(linear ? u - 0.5 : u);
			int up = corner >> d & 1;

			if (linear)
				part *= fabs(u - 0.5 - low - !up);
			i[d] = place((int)low + up, (int)k->sides[d], mode);
		}
		if (k->dims < 3 && k->sides[k->dims] > 1)
			i[k->dims] = place((int)rint(at[2]),
					   (int)k->sides[k->dims],
					   CL_ADDRESS_CLAMP_TO_EDGE);
		sum += part * fetch(i, c);
	}
	return sum;
}

static void check_sampler(const struct kind *k, cl_addressing_mode mode,
			  bool linear, bool normalized)
{
	static float p[POINTS][4], here[POINTS][4];
	char name[40];
	cl_mem m = make(k, (cl_image_format){ CL_RGBA, CL_FLOAT },
			CL_MEM_COPY_HOST_PTR, texels), in, out;
	cl_sampler s = clCreateSampler(context, normalized, mode, linear ?
				       CL_FILTER_LINEAR : CL_FILTER_NEAREST,
				       &bad);
	cl_kernel kernel;
	size_t n = POINTS;

	GOOD(bad);
	/* Not between two texels, where rounding decides. */
	for (int i = 0; i < POINTS; i++)
		for (int d = 0; d < 3; d++)
			p[i][d] = d == 2 && k->dims < 3 ?
				  (float)(roll() % 7) - 1.25f :
				  ((float)(roll() % 200) / 13 - 5.03f) /
				  (normalized ? (float)k->sides[d] : 1);
	sprintf(name, "sample_%s", k->name);
	kernel = clCreateKernel(program, name, &bad);
	GOOD(bad);
	in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof p, p, &bad);
	GOOD(bad);
	out = clCreateBuffer(context, 0, sizeof here, NULL, &bad);
	GOOD(bad);
	GOOD(clSetKernelArg(kernel, 0, sizeof m, &m));
	GOOD(clSetKernelArg(kernel, 1, sizeof s, &s));
	GOOD(clSetKernelArg(kernel, 2, sizeof in, &in));
	GOOD(clSetKernelArg(kernel, 3, sizeof out, &out));
	GOOD(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL,
				    NULL));
	GOOD(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof here, here, 0,
				 NULL, NULL));
	for (int i = 0; i < POINTS; i++)
		for (int c = 0; c < 4; c++) {
			double want = sample(k, p[i], c, mode, linear,
					     normalized);

			if (fabs(want - (double)here[i][c]) < 1e-3)
				continue;
			printf("%s, mode %#x, %s, at %g %g %g: %g, not %g\n",
			       k->name, mode, linear ? "linear" : "nearest",
			       p[i][0], p[i][1], p[i][2], here[i][c], want);
			exit(1);
		}
	GOOD(clReleaseSampler(s));
	GOOD(clReleaseKernel(kernel));
	GOOD(clReleaseMemObject(m));
	GOOD(clReleaseMemObject(in));
	GOOD(clReleaseMemObject(out));
}

static void check_samplers(void)
{
	for (size_t i = 0; i < sizeof texels / sizeof(float); i++)
		((float *)texels)[i] = (float)(roll() % 1000) / 10;
	for (int k = 0; k < KINDS; k++)
		for (cl_addressing_mode mode = CL_ADDRESS_CLAMP_TO_EDGE;
		     mode <= CL_ADDRESS_MIRRORED_REPEAT; mode++)
			for (int way = 0; way < 4; way++)
				if (way & 2 || mode < CL_ADDRESS_REPEAT)
					check_sampler(&kinds[k], mode, way & 1,
						      way & 2);
}

/* --- commands ----------------------------------------------------------- */

static void check_told(void)
{
	cl_image_format f = { CL_RGBA, CL_FLOAT };
	cl_kernel k = clCreateKernel(program, "tell", &bad);
	cl_mem a = make(&kinds[2], f, CL_MEM_COPY_HOST_PTR, texels);
	cl_mem b = make(&kinds[4], f, 0, NULL), c = make(&kinds[3], f, 0, NULL);
	const int want[10] = { W, H, D, D, D, H, 1, 1, 1, 1 };
	int here[10];
	cl_mem to = clCreateBuffer(context, 0, sizeof here, NULL, &bad);
	size_t one = 1;
	cl_kernel_arg_access_qualifier access;

	GOOD(clSetKernelArg(k, 0, sizeof a, &a));
	GIVES(CL_INVALID_MEM_OBJECT, clSetKernelArg(k, 1, sizeof to, &to));
	GOOD(clSetKernelArg(k, 1, sizeof b, &b));
	GOOD(clSetKernelArg(k, 2, sizeof c, &c));
	GIVES(CL_INVALID_MEM_OBJECT, clSetKernelArg(k, 3, sizeof c, &c));
	GOOD(clSetKernelArg(k, 3, sizeof to, &to));
	GOOD(clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER,
				sizeof access, &access, NULL));
	TRUE(access == CL_KERNEL_ARG_ACCESS_READ_ONLY);
	GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL,
				    NULL));
	GOOD(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof here, here, 0,
				 NULL, NULL));
	for (int i = 0; i < 10; i++)
		TRUE(here[i] == want[i]);
}

/* Fills, copies, buffers and maps, of an image in memory of the host. */
static void check_commands(void)
{
	cl_image_format f = { CL_RG, CL_UNORM_INT16 };
	cl_image_desc d = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W,
		.image_height = H, .image_row_pitch = 32
	};
	static unsigned short mine[H][16], here[H * W * 2];
	const size_t at[3] = { 1, 1, 0 }, part[3] = { 2, 2, 1 };
	const size_t all[3] = { W, H, 1 };
	const float color[4] = { 1, 0.5f, 0, 0 };
	cl_mem m = clCreateImage(context, CL_MEM_USE_HOST_PTR, &f, &d, mine,
				 &bad), copy, b;
	unsigned short *map;
	size_t row;

	GOOD(bad);
	copy = make(&kinds[2], f, 0, NULL);
	b = clCreateBuffer(context, 0, sizeof here, NULL, &bad);
	GOOD(bad);
	GOOD(clEnqueueFillImage(queue, m, color, at, part, 0, NULL, NULL));
	GIVES(CL_MEM_COPY_OVERLAP, clEnqueueCopyImage(queue, m, m, at, zero,
						      part, 0, NULL, NULL));
	GOOD(clEnqueueCopyImage(queue, m, copy, at, zero, part, 0, NULL,
				NULL));
	GOOD(clEnqueueCopyImageToBuffer(queue, copy, b, zero, all, 0, 0, NULL,
					NULL));
	GOOD(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof here, here, 0,
				 NULL, NULL));
	for (int i = 0; i < H * W * 2; i++)
		TRUE(here[i] == (i % (2 * W) >= 4 || i >= 4 * W ? 0 :
				i & 1 ? 32768 : 65535));
	map = clEnqueueMapImage(queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
				at, part, &row, NULL, 0, NULL, NULL, &bad);
	GOOD(bad);
	TRUE(map == &mine[1][2] && row == 32 && map[1] == 32768);
	map[17] = 7;
	GOOD(clEnqueueUnmapMemObject(queue, m, map, 0, NULL, NULL));
	GOOD(clEnqueueCopyBufferToImage(queue, b, copy, 4, zero, part, 0, NULL,
					NULL));
	GOOD(clEnqueueReadImage(queue, m, CL_TRUE, zero, all, 0, 0, here, 0,
				NULL, NULL));
	TRUE(here[2 * W + 3] == 32768 && here[4 * W + 3] == 7);
	GOOD(clEnqueueReadImage(queue, copy, CL_TRUE, zero, part, 0, 0, here, 0,
				NULL, NULL));
	TRUE(here[1] == 32768 && here[2] == 0);
}

static void check_errors(void)
{
	cl_image_format f = { CL_RGBA, CL_FLOAT }, odd = { CL_BGRA, CL_FLOAT };
	cl_image_desc d = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER,
			    .image_width = 4 };
	const size_t far[3] = { W, 0, 0 }, one[3] = { 1, 1, 1 };
	cl_mem m = make(&kinds[2], f, 0, NULL);
	char bytes[16];

	TRUE(!clCreateImage(context, 0, &odd, &d, NULL, &bad));
	GIVES(CL_IMAGE_FORMAT_NOT_SUPPORTED, bad);
	TRUE(!clCreateImage(context, 0, &f, &d, NULL, &bad));
	GIVES(CL_INVALID_IMAGE_DESCRIPTOR, bad);
	TRUE(!clCreateImage2D(context, 0, &f, 0, 4, 0, NULL, &bad));
	GIVES(CL_INVALID_IMAGE_SIZE, bad);
	TRUE(!clCreateImage2D(context, 0, &f, 8192, 8192, 0, NULL, &bad));
	GIVES(CL_INVALID_IMAGE_SIZE, bad);
	TRUE(!clCreateImage2D(context, 0, &f, 4, 4, 64, NULL, &bad));
	GIVES(CL_INVALID_IMAGE_DESCRIPTOR, bad);
	TRUE(!clCreateSampler(context, CL_FALSE, CL_ADDRESS_REPEAT,
			      CL_FILTER_NEAREST, &bad));
	GIVES(CL_INVALID_VALUE, bad);
	GIVES(CL_INVALID_VALUE,
	      clEnqueueReadImage(queue, m, CL_TRUE, far, one, 0, 0, bytes, 0,
				 NULL, NULL));
	GIVES(CL_INVALID_MEM_OBJECT,
	      clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, bytes, 0, NULL,
				  NULL));
	GOOD(clReleaseMemObject(m));
}

int main(void)
{
	host_begin();
	program = host_build(source, "-cl-kernel-arg-info");
	check_formats();
	check_samplers();
	check_told();
	check_commands();
	check_errors();
	host_end();
	printf("all images are right\n");
	return 0;
}
