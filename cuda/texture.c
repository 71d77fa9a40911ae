/* texture.c - libwwcudart: arrays, textures, surfaces
 * SPDX-License-Identifier: Apache-2.0
 *
 * An array is rows of texels in memory of the device. An object is the address
 * of a struct ww_texture there, which kernels read (ww_cuda_texture.h).
 */
#include <stdlib.h>
#include <string.h>

#include "cuda/rt.h"
#include "sw/include/cuda/ww_cuda_texture.h"

struct cudaArray {
	void *data;             /* of the device */
	size_t pitch;           /* bytes of a row */
	struct cudaExtent extent; /* in texels; 0: there is no such side */
	struct cudaChannelFormatDesc format;
	unsigned flags;
};

/* --- formats ------------------------------------------------------------ */

struct cudaChannelFormatDesc cudaCreateChannelDesc(
	int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
	return (struct cudaChannelFormatDesc){ x, y, z, w, f };
}

/* Channels of D, or 0 for a format that textures have not. */
static unsigned channels_of(const struct cudaChannelFormatDesc *d)
{
	unsigned n = d->w ? 4 : d->z ? 3 : d->y ? 2 : 1;
	bool alike = (!d->y || d->y == d->x) && (!d->z || d->z == d->x) &&
		     (!d->w || d->w == d->x);
	bool known = d->x == 32 || (d->f != cudaChannelFormatKindFloat &&
				    (d->x == 8 || d->x == 16));

	return alike && known && n != 3 &&
	       (unsigned)d->f < cudaChannelFormatKindNone ? n : 0;
}

/* Bytes of a texel. */
static size_t texel_of(const struct cudaChannelFormatDesc *d)
{
	return (size_t)channels_of(d) * (unsigned)d->x / 8;
}

/* --- arrays ------------------------------------------------------------- */

/* The size with 1 for a side that is not there. */
static struct cudaExtent whole(const struct cudaArray *a)
{
	struct cudaExtent e = a->extent;

	e.height += !e.height;
	e.depth += !e.depth;
	return e;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *to,
			      const struct cudaChannelFormatDesc *d,
			      struct cudaExtent e, unsigned flags)
{
	struct cudaArray *a;
	struct cudaExtent all;
	cudaError_t bad;

	if (!to || !d || !e.width || (e.depth && !e.height))
		return device_fail(cudaErrorInvalidValue);
	if (!channels_of(d))
		return device_fail(cudaErrorInvalidChannelDescriptor);
	if (flags & ~(unsigned)cudaArraySurfaceLoadStore)
		return device_fail(cudaErrorNotSupported);
	a = calloc(1, sizeof *a);
	if (!a)
		return device_fail(cudaErrorMemoryAllocation);
	*a = (struct cudaArray){ .extent = e, .format = *d, .flags = flags };
	all = whole(a);
	bad = cudaMallocPitch(&a->data, &a->pitch, all.width * texel_of(d),
			      all.height * all.depth);
	if (bad) {
		free(a);
		a = NULL;
	}
	*to = a;
	return bad;
}

cudaError_t cudaMallocArray(cudaArray_t *a,
			    const struct cudaChannelFormatDesc *d, size_t w,
			    size_t h, unsigned flags)
{
	return cudaMalloc3DArray(a, d, make_cudaExtent(w, h, 0), flags);
}

cudaError_t cudaFreeArray(cudaArray_t a)
{
	cudaError_t bad;

	if (!a)
		return cudaSuccess;
	bad = cudaFree(a->data);
	free(a);
	return bad;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *d,
			     struct cudaExtent *e, unsigned *flags,
			     cudaArray_t a)
{
	if (!a)
		return device_fail(cudaErrorInvalidValue);
	if (d)
		*d = a->format;
	if (e)
		*e = a->extent;
	if (flags)
		*flags = a->flags;
	return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *d,
			       cudaArray_const_t a)
{
	if (!a || !d)
		return device_fail(cudaErrorInvalidValue);
	*d = a->format;
	return cudaSuccess;
}

/* --- copies ------------------------------------------------------------- */

/* Has A, as one slice, W bytes of H rows at byte X of row Y? */
static bool has(const struct cudaArray *a, size_t x, size_t y, size_t w,
		size_t h)
{
	size_t row = a->extent.width * texel_of(&a->format);
	struct cudaExtent e = whole(a);

	return x <= row && w <= row - x && y <= e.height && h <= e.height - y;
}

static char *at(const struct cudaArray *a, size_t x, size_t y)
{
	return (char *)a->data + y * a->pitch + x;
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t a, size_t x, size_t y,
				const void *from, size_t pitch, size_t w,
				size_t h, enum cudaMemcpyKind kind)
{
	return a && has(a, x, y, w, h) ?
	       cudaMemcpy2D(at(a, x, y), a->pitch, from, pitch, w, h, kind) :
	       device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t a,
				  size_t x, size_t y, size_t w, size_t h,
				  enum cudaMemcpyKind kind)
{
	return a && has(a, x, y, w, h) ?
	       cudaMemcpy2D(to, pitch, at(a, x, y), a->pitch, w, h, kind) :
	       device_fail(cudaErrorInvalidValue);
}

/* Copies N bytes that go on in the next row at its end: TO_ARRAY, or from it,
 * to or from BYTES. */
static cudaError_t copy_run(const struct cudaArray *a, size_t x, size_t y,
			    char *bytes, size_t n, bool to_array,
			    enum cudaMemcpyKind kind)
{
	size_t row, done = 0;
	cudaError_t bad = cudaSuccess;

	if (!a)
		return device_fail(cudaErrorInvalidValue);
	row = a->extent.width * texel_of(&a->format);
	if (!has(a, x, y, 0, 0) ||
	    n > (whole(a).height - y) * row - x)
		return device_fail(cudaErrorInvalidValue);
	for (size_t part; done < n && !bad; done += part, x = 0, y++) {
		part = n - done < row - x ? n - done : row - x;
		bad = to_array ?
		      cudaMemcpy(at(a, x, y), bytes + done, part, kind) :
		      cudaMemcpy(bytes + done, at(a, x, y), part, kind);
	}
	return bad;
}

cudaError_t cudaMemcpyToArray(cudaArray_t a, size_t x, size_t y,
			      const void *from, size_t n,
			      enum cudaMemcpyKind kind)
{
	return copy_run(a, x, y, (char *)(uintptr_t)from, n, true, kind);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t a, size_t x,
				size_t y, size_t n, enum cudaMemcpyKind kind)
{
	return copy_run(a, x, y, to, n, false, kind);
}

/* One side of a copy of boxes: memory, or an array, whose positions are in
 * texels. */
struct side {
	char *first;
	size_t pitch, rows;     /* rows: of a slice */
};

/* False if A has not the box E at POS. */
static bool open_side(struct side *s, const struct cudaArray *a,
		      const struct cudaPitchedPtr *p,
		      const struct cudaPos *pos, const struct cudaExtent *e)
{
	size_t texel = 1;

	if (a) {
		struct cudaExtent all = whole(a);

		if (!has(a, 0, pos->y, 0, e->height) ||
		    pos->x > all.width || e->width > all.width - pos->x ||
		    pos->z > all.depth || e->depth > all.depth - pos->z)
			return false;
		texel = texel_of(&a->format);
		*s = (struct side){ a->data, a->pitch, all.height };
	} else {
		*s = (struct side){ p->ptr, p->pitch, p->ysize };
	}
	s->first += (pos->z * s->rows + pos->y) * s->pitch + pos->x * texel;
	return true;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
	return cudaMemcpy3DAsync(p, NULL);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p,
			      cudaStream_t s)
{
	const struct cudaArray *a = p->srcArray ? p->srcArray : p->dstArray;
	size_t texel = a ? texel_of(&a->format) : 1;
	cudaError_t bad = cudaSuccess;
	struct side to, from;

	if (!open_side(&to, p->dstArray, &p->dstPtr, &p->dstPos, &p->extent) ||
	    !open_side(&from, p->srcArray, &p->srcPtr, &p->srcPos, &p->extent))
		return device_fail(cudaErrorInvalidValue);
	for (size_t z = 0; z < p->extent.depth && !bad; z++)
		bad = cudaMemcpy2DAsync(to.first + z * to.rows * to.pitch,
					to.pitch, from.first + z * from.rows *
						  from.pitch, from.pitch,
					p->extent.width * texel,
					p->extent.height, p->kind, s);
	return bad;
}

/* --- objects ------------------------------------------------------------ */

static void set_format(struct ww_texture *t,
		       const struct cudaChannelFormatDesc *d)
{
	t->channels = channels_of(d);
	t->bytes = (unsigned)d->x / 8;
	t->kind = d->f;
}

static void set_array(struct ww_texture *t, const struct cudaArray *a)
{
	struct cudaExtent e = whole(a);

	t->data = (uintptr_t)a->data;
	t->width = (unsigned)e.width;
	t->height = (unsigned)e.height;
	t->depth = (unsigned)e.depth;
	t->pitch = (unsigned)a->pitch;
	set_format(t, &a->format);
}

/* What R names; its size in texels is 0 if it has no format of textures. */
static cudaError_t set_resource(struct ww_texture *t,
				const struct cudaResourceDesc *r)
{
	t->height = t->depth = 1;
	switch (r->resType) {
	case cudaResourceTypeArray:
		if (!r->res.array.array)
			return cudaErrorInvalidValue;
		set_array(t, r->res.array.array);
		return cudaSuccess;
	case cudaResourceTypeLinear:
		set_format(t, &r->res.linear.desc);
		t->data = (uintptr_t)r->res.linear.devPtr;
		t->pitch = (unsigned)r->res.linear.sizeInBytes;
		t->width = t->channels ? t->pitch / (t->channels * t->bytes) :
			   0;
		break;
	case cudaResourceTypePitch2D:
		set_format(t, &r->res.pitch2D.desc);
		t->data = (uintptr_t)r->res.pitch2D.devPtr;
		t->width = (unsigned)r->res.pitch2D.width;
		t->height = (unsigned)r->res.pitch2D.height;
		t->pitch = (unsigned)r->res.pitch2D.pitchInBytes;
		break;
	default:
		return cudaErrorNotSupported;
	}
	if (!t->channels)
		return cudaErrorInvalidChannelDescriptor;
	return memory_has((void *)(uintptr_t)t->data,
			  (uint64_t)t->height * t->pitch) ?
	       cudaSuccess : cudaErrorInvalidValue;
}

/* The color outside as texels are: numbers of a float, or whole ones. */
static void set_border(struct ww_texture *t, const float *color, bool real)
{
	for (int k = 0; k < 4; k++)
		if (real)
			memcpy(&t->border[k], &color[k], sizeof color[k]);
		else
			t->border[k] = (unsigned)(int)color[k];
}

static cudaError_t set_texture(struct ww_texture *t,
			       const struct cudaTextureDesc *d)
{
	bool whole_numbers = t->kind != cudaChannelFormatKindFloat;

	t->scaled = d->readMode == cudaReadModeNormalizedFloat;
	t->filter = d->filterMode;
	t->normalized = d->normalizedCoords != 0;
	if (d->sRGB)
		return cudaErrorNotSupported;
	if ((t->scaled && whole_numbers && t->bytes > 2) ||
	    (t->filter == cudaFilterModeLinear && whole_numbers && !t->scaled))
		return cudaErrorInvalidValue;
	/* wrap and mirror are for normalized coordinates */
	for (int k = 0; k < 3; k++)
		t->address[k] = d->addressMode[k] != cudaAddressModeBorder &&
				!t->normalized ? cudaAddressModeClamp :
				d->addressMode[k];
	set_border(t, d->borderColor, !whole_numbers || t->scaled);
	return cudaSuccess;
}

/* Puts T into memory of the device. */
static cudaError_t make_object(unsigned long long *o,
			       const struct ww_texture *t)
{
	void *p;
	cudaError_t bad = cudaMalloc(&p, sizeof *t);

	if (!bad)
		bad = cudaMemcpy(p, t, sizeof *t, cudaMemcpyHostToDevice);
	*o = bad ? 0 : (uintptr_t)p;
	return bad;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *o,
				    const struct cudaResourceDesc *r,
				    const struct cudaTextureDesc *d,
				    const struct cudaResourceViewDesc *v)
{
	struct ww_texture t = { 0 };
	cudaError_t bad;

	if (!o || !r || !d)
		return device_fail(cudaErrorInvalidValue);
	bad = v ? cudaErrorNotSupported : set_resource(&t, r);
	if (!bad)
		bad = set_texture(&t, d);
	return bad ? device_fail(bad) : make_object(o, &t);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *o,
				    const struct cudaResourceDesc *r)
{
	struct ww_texture t = { 0 };

	if (!o || !r || r->resType != cudaResourceTypeArray ||
	    !r->res.array.array)
		return device_fail(cudaErrorInvalidValue);
	set_array(&t, r->res.array.array);
	return make_object(o, &t);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t o)
{
	return cudaFree((void *)(uintptr_t)o);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t o)
{
	return cudaFree((void *)(uintptr_t)o);
}

/* --- references ----------------------------------------------------------- */

/* T's place on the device has the object O. */
static cudaError_t set_reference(const struct textureReference *t,
				 unsigned long long o)
{
	struct textureReference *own = (struct textureReference *)(uintptr_t)t;
	uint32_t addr;
	size_t bytes;
	int error;

	if (!register_variable(t, &addr, &bytes))
		return device_fail(cudaErrorInvalidTexture);
	if (t->ww_object)
		cudaDestroyTextureObject(t->ww_object);
	own->ww_object = o;
	error = memory_write(addr, &o, sizeof o);
	return error ? device_break(device_refused(error)) : cudaSuccess;
}

static cudaError_t bind(const struct textureReference *t,
			const struct cudaResourceDesc *r)
{
	struct cudaTextureDesc d = {
		.filterMode = t->filterMode, .readMode = t->ww_mode,
		.sRGB = t->sRGB, .normalizedCoords = t->normalized
	};
	unsigned long long o;
	cudaError_t bad;

	memcpy(d.addressMode, t->addressMode, sizeof d.addressMode);
	bad = cudaCreateTextureObject(&o, r, &d, NULL);
	return bad ? bad : set_reference(t, o);
}

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *t,
			    const void *p,
			    const struct cudaChannelFormatDesc *d, size_t bytes)
{
	struct cudaResourceDesc r = { .resType = cudaResourceTypeLinear };
	size_t most;

	OPEN;
	most = memory_behind(p);
	if (!t || !d || !most)
		return device_fail(cudaErrorInvalidValue);
	r.res.linear.devPtr = (void *)(uintptr_t)p;
	r.res.linear.desc = *d;
	r.res.linear.sizeInBytes = bytes == UINT32_MAX ? most : bytes;
	if (offset)
		*offset = 0;
	return bind(t, &r);
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *t,
			      const void *p,
			      const struct cudaChannelFormatDesc *d, size_t w,
			      size_t h, size_t pitch)
{
	struct cudaResourceDesc r = { .resType = cudaResourceTypePitch2D };

	OPEN;
	if (!t || !d)
		return device_fail(cudaErrorInvalidValue);
	r.res.pitch2D.devPtr = (void *)(uintptr_t)p;
	r.res.pitch2D.desc = *d;
	r.res.pitch2D.width = w;
	r.res.pitch2D.height = h;
	r.res.pitch2D.pitchInBytes = pitch;
	if (offset)
		*offset = 0;
	return bind(t, &r);
}

cudaError_t cudaBindTextureToArray(const struct textureReference *t,
				   cudaArray_const_t a,
				   const struct cudaChannelFormatDesc *d)
{
	struct cudaResourceDesc r = { .resType = cudaResourceTypeArray };

	OPEN;
	UNUSED(d); /* the array has one */
	if (!t || !a)
		return device_fail(cudaErrorInvalidValue);
	r.res.array.array = (cudaArray_t)(uintptr_t)a;
	return bind(t, &r);
}

cudaError_t cudaUnbindTexture(const struct textureReference *t)
{
	OPEN;
	return t ? set_reference(t, 0) : device_fail(cudaErrorInvalidValue);
}
