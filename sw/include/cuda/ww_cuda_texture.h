/* ww_cuda_texture.h - textures and surfaces of CUDA, by loads and stores
 * SPDX-License-Identifier: Apache-2.0
 *
 * An object is the address of a struct ww_texture in the device's memory, which
 * libwwcudart (cuda/texture.c) writes. Coordinates, addressing and filtering
 * are those of the chapter on texture fetching in CUDA's programming guide: a
 * filter's weights have eight bits of fraction. Mipmaps, layers and cubes are
 * not there.
 */
#ifndef WW_CUDA_TEXTURE_H
#define WW_CUDA_TEXTURE_H

/* Rows of WIDTH texels, PITCH bytes apart; slices of HEIGHT rows. A texel has
 * CHANNELS words of BYTES bytes each, of kind enum cudaChannelFormatKind. */
struct ww_texture {
	unsigned long long data;
	unsigned width, height, depth, pitch;
	unsigned channels, bytes, kind;
	unsigned address[3];    /* enum cudaTextureAddressMode */
	unsigned filter;        /* enum cudaTextureFilterMode */
	unsigned scaled;        /* 1: whole numbers are in [0, 1] or [-1, 1] */
	unsigned normalized;    /* 1: coordinates are */
	unsigned border[4];     /* as texels */
};

#if defined __CUDA__ && defined __cplusplus
#define WW_T static __inline__ __attribute__((always_inline)) __device__

/* The words of a texel, or the numbers that they are. */
struct ww_texel { unsigned w[4]; };

WW_T const ww_texture *ww_texture_of(unsigned long long object)
{ return (const ww_texture *)object; }

/* Word K of the texel at P, extended to 32 bits. */
WW_T unsigned ww_texel_word(const ww_texture *t, const char *p, unsigned k)
{
	bool sign = t->kind == cudaChannelFormatKindSigned;

	if (t->bytes == 4)
		return ((const unsigned *)p)[k];
	if (t->bytes == 2 && sign)
		return (unsigned)((const short *)p)[k];
	if (t->bytes == 2)
		return ((const unsigned short *)p)[k];
	return sign ? (unsigned)((const signed char *)p)[k] :
	       ((const unsigned char *)p)[k];
}

/* What a kernel sees of WORD: a whole number as a part of the greatest. */
WW_T unsigned ww_texel_scaled(const ww_texture *t, unsigned word)
{
	float most;

	if (!t->scaled || t->kind == cudaChannelFormatKindFloat)
		return word;
	if (t->kind == cudaChannelFormatKindSigned) {
		most = t->bytes == 1 ? 127.0f : 32767.0f;
		return (unsigned)__float_as_int(
			fmaxf((float)(int)word / most, -1.0f));
	}
	most = t->bytes == 1 ? 255.0f : 65535.0f;
	return (unsigned)__float_as_int((float)word / most);
}

/* The place of index I of N, or -1 outside of the border. */
WW_T int ww_texture_index(int i, int n, unsigned mode)
{
	int turn;

	if ((unsigned)i < (unsigned)n)
		return i;
	if (mode == cudaAddressModeBorder)
		return -1;
	if (mode == cudaAddressModeClamp)
		return i < 0 ? 0 : n - 1;
	turn = i / n - (i % n < 0);
	i -= turn * n;
	return mode == cudaAddressModeMirror && turn & 1 ? n - 1 - i : i;
}

WW_T ww_texel ww_texel_at(const ww_texture *t, int x, int y, int z)
{
	ww_texel v = { { 0, 0, 0, 0 } };
	const char *p;

	x = ww_texture_index(x, (int)t->width, t->address[0]);
	y = ww_texture_index(y, (int)t->height, t->address[1]);
	z = ww_texture_index(z, (int)t->depth, t->address[2]);
	p = (const char *)t->data +
	    (unsigned)((z * (int)t->height + y) * (int)t->pitch +
		       x * (int)(t->channels * t->bytes));
	for (unsigned k = 0; k < 4; k++)
		if (k < t->channels)
			v.w[k] = (x | y | z) < 0 ? t->border[k] :
				 ww_texel_scaled(t, ww_texel_word(t, p, k));
	return v;
}

/* A coordinate in texels. */
WW_T float ww_texture_scale(const ww_texture *t, float at, unsigned n)
{ return t->normalized ? at * (float)n : at; }

/* The index below AT, which is half a texel off; its neighbour's weight. */
WW_T int ww_texture_below(float at, float *weight)
{
	float low = floorf(at - 0.5f);

	*weight = floorf((at - 0.5f - low) * 256.0f + 0.5f) * (1.0f / 256.0f);
	return (int)low;
}

/* Between two texels of float. */
WW_T ww_texel ww_texel_mix(ww_texel a, ww_texel b, float weight)
{
	for (int k = 0; k < 4; k++) {
		float low = __int_as_float((int)a.w[k]);
		float high = __int_as_float((int)b.w[k]);

		a.w[k] = (unsigned)__float_as_int((1.0f - weight) * low +
						  weight * high);
	}
	return a;
}

template<int DIMS> WW_T ww_texel ww_texture_read(const ww_texture *t, float x,
						 float y, float z)
{
	float u = 0, v = 0, w = 0;
	int i, j, k;
	ww_texel a, b;

	x = ww_texture_scale(t, x, t->width);
	y = ww_texture_scale(t, y, t->height);
	z = ww_texture_scale(t, z, t->depth);
	if (t->filter == cudaFilterModePoint)
		return ww_texel_at(t, (int)floorf(x),
				   DIMS > 1 ? (int)floorf(y) : 0,
				   DIMS > 2 ? (int)floorf(z) : 0);
	i = ww_texture_below(x, &u);
	j = DIMS > 1 ? ww_texture_below(y, &v) : 0;
	k = DIMS > 2 ? ww_texture_below(z, &w) : 0;
	a = ww_texel_mix(ww_texel_at(t, i, j, k), ww_texel_at(t, i + 1, j, k),
			 u);
	if (DIMS > 1)
		a = ww_texel_mix(a, ww_texel_mix(
			ww_texel_at(t, i, j + 1, k),
			ww_texel_at(t, i + 1, j + 1, k), u), v);
	if (DIMS < 3)
		return a;
	b = ww_texel_mix(ww_texel_mix(ww_texel_at(t, i, j, k + 1),
				      ww_texel_at(t, i + 1, j, k + 1), u),
			 ww_texel_mix(ww_texel_at(t, i, j + 1, k + 1),
				      ww_texel_at(t, i + 1, j + 1, k + 1), u),
			 v);
	return ww_texel_mix(a, b, w);
}

/* A texel as a value of a kernel. */
template<class T> struct ww_texel_as;
#define WW_TEXEL(type, value) \
	template<> struct ww_texel_as<type> { \
		static __device__ type get(const ww_texel &t, int k = 0) \
		{ unsigned v = t.w[k]; return value; } \
	};
WW_TEXEL(float, __int_as_float((int)v))
WW_TEXEL(int, (int)v) WW_TEXEL(unsigned, v) WW_TEXEL(short, (short)v)
WW_TEXEL(unsigned short, (unsigned short)v) WW_TEXEL(char, (char)v)
WW_TEXEL(signed char, (signed char)v)
WW_TEXEL(unsigned char, (unsigned char)v)
#undef WW_TEXEL
#define WW_TEXELS(name, type) \
	template<> struct ww_texel_as<name##1> { \
		static __device__ name##1 get(const ww_texel &t) \
		{ return make_##name##1(ww_texel_as<type>::get(t)); } \
	}; \
	template<> struct ww_texel_as<name##2> { \
		static __device__ name##2 get(const ww_texel &t) \
		{ \
			return make_##name##2(ww_texel_as<type>::get(t, 0), \
					      ww_texel_as<type>::get(t, 1)); \
		} \
	}; \
	template<> struct ww_texel_as<name##4> { \
		static __device__ name##4 get(const ww_texel &t) \
		{ \
			return make_##name##4(ww_texel_as<type>::get(t, 0), \
					      ww_texel_as<type>::get(t, 1), \
					      ww_texel_as<type>::get(t, 2), \
					      ww_texel_as<type>::get(t, 3)); \
		} \
	};
WW_TEXELS(float, float) WW_TEXELS(int, int) WW_TEXELS(uint, unsigned)
WW_TEXELS(short, short) WW_TEXELS(ushort, unsigned short)
WW_TEXELS(char, signed char) WW_TEXELS(uchar, unsigned char)
#undef WW_TEXELS

/* Both forms of CUDA: tex2D<float>(object, x, y), tex2D(&value, object, x, y);
 * the level of mipmaps, of which there is one, means nothing. */
#define WW_TEX(name, dims, x, y, z) \
	template<class T> WW_T T name(unsigned long long o, \
				      WW_TEX_##dims) \
	{ \
		return ww_texel_as<T>::get(ww_texture_read<dims>( \
			ww_texture_of(o), x, y, z)); \
	} \
	template<class T> WW_T void name(T *to, unsigned long long o, \
					 WW_TEX_##dims) \
	{ *to = name<T>(o, WW_TEX_USE_##dims); }
#define WW_TEX_1 float x
#define WW_TEX_2 float x, float y
#define WW_TEX_3 float x, float y, float z
#define WW_TEX_USE_1 x
#define WW_TEX_USE_2 x, y
#define WW_TEX_USE_3 x, y, z
WW_TEX(tex1D, 1, x, 0, 0)
WW_TEX(tex2D, 2, x, y, 0)
WW_TEX(tex3D, 3, x, y, z)
#undef WW_TEX
template<class T> WW_T T tex1DLod(unsigned long long o, float x, float)
{ return tex1D<T>(o, x); }
template<class T> WW_T T tex2DLod(unsigned long long o, float x, float y, float)
{ return tex2D<T>(o, x, y); }
template<class T> WW_T T tex3DLod(unsigned long long o, float x, float y,
				  float z, float)
{ return tex3D<T>(o, x, y, z); }

/* Of linear memory; zero outside of it. */
template<class T> WW_T T tex1Dfetch(unsigned long long o, int i)
{
	const ww_texture *t = ww_texture_of(o);
	ww_texel v = { { 0, 0, 0, 0 } };

	if ((unsigned)i < t->width)
		v = ww_texel_at(t, i, 0, 0);
	return ww_texel_as<T>::get(v);
}
template<class T> WW_T void tex1Dfetch(T *to, unsigned long long o, int i)
{ *to = tex1Dfetch<T>(o, i); }

/* --- references: on the device the object that is bound ------------------- */

/* What is read of texels T. */
template<class T, cudaTextureReadMode m> struct ww_read_as { typedef T type; };
#define WW_READ(name, texel) \
	template<> struct ww_read_as<texel, cudaReadModeNormalizedFloat> \
	{ typedef float type; }; \
	template<> struct ww_read_as<name##1, cudaReadModeNormalizedFloat> \
	{ typedef float1 type; }; \
	template<> struct ww_read_as<name##2, cudaReadModeNormalizedFloat> \
	{ typedef float2 type; }; \
	template<> struct ww_read_as<name##4, cudaReadModeNormalizedFloat> \
	{ typedef float4 type; };
WW_READ(char, signed char) WW_READ(uchar, unsigned char)
WW_READ(short, short) WW_READ(ushort, unsigned short)
#undef WW_READ
#define WW_REFERENCE(name, parameters, ...) \
	template<class T, int n, cudaTextureReadMode m> \
	WW_T typename ww_read_as<T, m>::type name(texture<T, n, m> t, \
						  WW_EACH parameters) \
	{ \
		unsigned long long o; \
		__builtin_memcpy(&o, &t, sizeof o); \
		return name<typename ww_read_as<T, m>::type>(o, __VA_ARGS__); \
	}
#define WW_EACH(...) __VA_ARGS__
WW_REFERENCE(tex1Dfetch, (int i), i)
WW_REFERENCE(tex1D, (float x), x)
WW_REFERENCE(tex2D, (float x, float y), x, y)
WW_REFERENCE(tex3D, (float x, float y, float z), x, y, z)
#undef WW_REFERENCE
#undef WW_EACH

/* --- surfaces: texels by their bytes in a row ---------------------------- */

enum cudaSurfaceBoundaryMode {
	cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap
};

/* The address of a texel, or null outside. */
template<class T> WW_T T *ww_surface_at(const ww_texture *t, int x, int y,
					int z, cudaSurfaceBoundaryMode mode)
{
	int i = x / (int)sizeof(T);

	if ((unsigned)i >= t->width || (unsigned)y >= t->height ||
	    (unsigned)z >= t->depth) {
		if (mode == cudaBoundaryModeTrap)
			__trap();
		if (mode == cudaBoundaryModeZero)
			return nullptr;
		i = ww_texture_index(i, (int)t->width, cudaAddressModeClamp);
		y = ww_texture_index(y, (int)t->height, cudaAddressModeClamp);
		z = ww_texture_index(z, (int)t->depth, cudaAddressModeClamp);
	}
	return (T *)((char *)t->data +
		     (unsigned)((z * (int)t->height + y) * (int)t->pitch)) + i;
}

#define WW_MODE cudaSurfaceBoundaryMode m = cudaBoundaryModeTrap
#define WW_SURFACE(name, parameters, x, y, z) \
	template<class T> WW_T T name##read(unsigned long long o, \
					    WW_EACH parameters, WW_MODE) \
	{ \
		const T *p = ww_surface_at<T>(ww_texture_of(o), x, y, z, m); \
		return p ? *p : T(); \
	} \
	template<class T> WW_T void name##read(T *to, unsigned long long o, \
					       WW_EACH parameters, WW_MODE) \
	{ \
		const T *p = ww_surface_at<T>(ww_texture_of(o), x, y, z, m); \
		*to = p ? *p : T(); \
	} \
	template<class T> WW_T void name##write(T v, unsigned long long o, \
						WW_EACH parameters, WW_MODE) \
	{ \
		T *p = ww_surface_at<T>(ww_texture_of(o), x, y, z, m); \
		if (p) \
			*p = v; \
	}
#define WW_EACH(...) __VA_ARGS__
WW_SURFACE(surf1D, (int x), x, 0, 0)
WW_SURFACE(surf2D, (int x, int y), x, y, 0)
WW_SURFACE(surf3D, (int x, int y, int z), x, y, z)
#undef WW_SURFACE
#undef WW_EACH
#undef WW_MODE
#endif

#endif
