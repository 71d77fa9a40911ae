/* cufft.h - Fourier transforms on the device, as CUDA's cuFFT names them
 * SPDX-License-Identifier: Apache-2.0
 *
 * Complex and real transforms of float and double in one to three dimensions,
 * of any size, with batches and strides. The kernels are in this header, so a
 * .cu file has to include it.
 *
 * A transform copies its input to memory of the plan, goes over each dimension
 * by Stockham's algorithm, a pass for each factor of its length, and copies to
 * the output. Results are not scaled, as cuFFT's are not.
 */
#ifndef WW_CUFFT_H
#define WW_CUFFT_H

#include "cuComplex.h"
#include "cuda_runtime.h"

#ifndef __CUDA__
#error "cufft.h has kernels: include it in a .cu file"
#endif

#define CUFFT_VER_MAJOR 11
#define CUFFT_VER_MINOR 0
#define CUFFT_VERSION 11000
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1

typedef enum {
	CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2,
	CUFFT_INVALID_TYPE = 3, CUFFT_INVALID_VALUE = 4,
	CUFFT_INTERNAL_ERROR = 5, CUFFT_EXEC_FAILED = 6,
	CUFFT_SETUP_FAILED = 7, CUFFT_INVALID_SIZE = 8,
	CUFFT_UNALIGNED_DATA = 9, CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
	CUFFT_INVALID_DEVICE = 11, CUFFT_PARSE_ERROR = 12,
	CUFFT_NO_WORKSPACE = 13, CUFFT_NOT_IMPLEMENTED = 14,
	CUFFT_LICENSE_ERROR = 15, CUFFT_NOT_SUPPORTED = 16
} cufftResult;
typedef cufftResult cufftResult_t;
typedef enum {
	CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29,
	CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69
} cufftType;
typedef cufftType cufftType_t;
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

#define WW_FFT static inline __attribute__((unused)) cufftResult

/* --- plans --------------------------------------------------------------- */

/* Where element (I, J, K) of transform B is, in elements. */
struct ww_fft_layout {
	int dist, stride, rows, cols;   /* lengths of the last two dimensions */
	__host__ __device__ size_t at(int b, int i, int j, int k) const
	{
		return (size_t)b * dist +
		       (((size_t)i * rows + j) * cols + k) * stride;
	}
};

struct ww_fft_plan {
	cufftType type;
	int n[3], batch;        /* missing dimensions, in front, are 1 */
	ww_fft_layout in, out;
	bool plain;             /* no layout was given */
	cudaStream_t stream;
	void *work[2];
};

enum { WW_FFT_PLANS = 1024 };

/* The plans of the program; handle 0 is none. */
inline ww_fft_plan **ww_fft_plans(void)
{
	static ww_fft_plan *plans[WW_FFT_PLANS];

	return plans;
}
static inline ww_fft_plan *ww_fft_find(cufftHandle h)
{
	return h > 0 && h < WW_FFT_PLANS ? ww_fft_plans()[h] : 0;
}
static inline bool ww_fft_double(cufftType t) { return (t & 0x40) != 0; }
static inline bool ww_fft_reads_real(cufftType t) { return (t & 0xf) == 0xa; }
static inline bool ww_fft_writes_real(cufftType t) { return (t & 0xf) == 0xc; }
static inline size_t ww_fft_bytes(const ww_fft_plan *p)
{
	return (size_t)p->batch * p->n[0] * p->n[1] * p->n[2] *
	       (ww_fft_double(p->type) ? 16 : 8);
}

WW_FFT cufftCreate(cufftHandle *h)
{
	for (int i = 1; i < WW_FFT_PLANS; i++)
		if (!ww_fft_plans()[i]) {
			ww_fft_plans()[i] = new ww_fft_plan();
			*h = i;
			return CUFFT_SUCCESS;
		}
	return CUFFT_ALLOC_FAILED;
}
WW_FFT cufftDestroy(cufftHandle h)
{
	ww_fft_plan *p = ww_fft_find(h);

	if (!p)
		return CUFFT_INVALID_PLAN;
	cudaFree(p->work[0]);
	cudaFree(p->work[1]);
	delete p;
	ww_fft_plans()[h] = 0;
	return CUFFT_SUCCESS;
}
WW_FFT cufftSetStream(cufftHandle h, cudaStream_t s)
{
	if (!ww_fft_find(h))
		return CUFFT_INVALID_PLAN;
	ww_fft_find(h)->stream = s;
	return CUFFT_SUCCESS;
}
/* The memory of plans is always their own. */
WW_FFT cufftSetAutoAllocation(cufftHandle h, int)
{ return ww_fft_find(h) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN; }
WW_FFT cufftSetWorkArea(cufftHandle h, void *)
{ return ww_fft_find(h) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN; }
WW_FFT cufftGetVersion(int *v)
{
	*v = CUFFT_VERSION;
	return CUFFT_SUCCESS;
}
WW_FFT cufftGetSize(cufftHandle h, size_t *bytes)
{
	if (!ww_fft_find(h))
		return CUFFT_INVALID_PLAN;
	*bytes = 2 * ww_fft_bytes(ww_fft_find(h));
	return CUFFT_SUCCESS;
}

/* The layout of rows that follow each other; HALF of a spectrum. */
static inline ww_fft_layout ww_fft_usual(const int *n, bool half)
{
	const int cols = half ? n[2] / 2 + 1 : n[2];

	return { n[0] * n[1] * cols, 1, n[1], cols };
}
/* The layout that cufftPlanMany is given: EMBED has RANK lengths. */
static inline ww_fft_layout ww_fft_given(int rank, const int *embed, int stride,
					 int dist)
{
	return { dist, stride, rank > 1 ? embed[rank - 2] : 1,
		 embed[rank - 1] };
}

WW_FFT cufftMakePlanMany(cufftHandle h, int rank, int *n, int *in, int in_step,
			 int in_dist, int *out, int out_step, int out_dist,
			 cufftType type, int batch, size_t *bytes)
{
	ww_fft_plan *p = ww_fft_find(h);
	double all = batch;

	if (!p || p->work[0])
		return CUFFT_INVALID_PLAN;
	if (rank < 1 || rank > 3 || !n || batch < 1)
		return CUFFT_INVALID_VALUE;
	for (int i = 0; i < 3; i++) {
		p->n[i] = i < 3 - rank ? 1 : n[i - 3 + rank];
		all *= p->n[i];
		if (p->n[i] < 1 || all > 0x1p26)
			return CUFFT_INVALID_SIZE;
	}
	if (type != CUFFT_R2C && type != CUFFT_C2R && type != CUFFT_C2C &&
	    type != CUFFT_D2Z && type != CUFFT_Z2D && type != CUFFT_Z2Z)
		return CUFFT_INVALID_TYPE;
	p->type = type;
	p->batch = batch;
	p->plain = !in || !out;
	p->in = p->plain ? ww_fft_usual(p->n, ww_fft_writes_real(type)) :
		ww_fft_given(rank, in, in_step, in_dist);
	p->out = p->plain ? ww_fft_usual(p->n, ww_fft_reads_real(type)) :
		 ww_fft_given(rank, out, out_step, out_dist);
	if (bytes)
		*bytes = 2 * ww_fft_bytes(p);
	for (int i = 0; i < 2; i++)
		if (cudaMalloc(&p->work[i], ww_fft_bytes(p)) != cudaSuccess)
			return CUFFT_ALLOC_FAILED;
	return CUFFT_SUCCESS;
}
WW_FFT cufftMakePlan1d(cufftHandle h, int n, cufftType type, int batch,
		       size_t *bytes)
{
	return cufftMakePlanMany(h, 1, &n, 0, 1, 0, 0, 1, 0, type, batch,
				 bytes);
}
WW_FFT cufftMakePlan2d(cufftHandle h, int x, int y, cufftType type,
		       size_t *bytes)
{
	int n[] = { x, y };

	return cufftMakePlanMany(h, 2, n, 0, 1, 0, 0, 1, 0, type, 1, bytes);
}
WW_FFT cufftMakePlan3d(cufftHandle h, int x, int y, int z, cufftType type,
		       size_t *bytes)
{
	int n[] = { x, y, z };

	return cufftMakePlanMany(h, 3, n, 0, 1, 0, 0, 1, 0, type, 1, bytes);
}

/* BAD, of the making of H, which is destroyed then. */
static inline cufftResult ww_fft_made(cufftHandle h, cufftResult bad)
{
	if (bad)
		cufftDestroy(h);
	return bad;
}
WW_FFT cufftPlanMany(cufftHandle *h, int rank, int *n, int *in, int in_step,
		     int in_dist, int *out, int out_step, int out_dist,
		     cufftType type, int batch)
{
	cufftResult bad = cufftCreate(h);

	return bad ? bad : ww_fft_made(*h, cufftMakePlanMany(
		*h, rank, n, in, in_step, in_dist, out, out_step, out_dist,
		type, batch, 0));
}
WW_FFT cufftPlan1d(cufftHandle *h, int n, cufftType type, int batch)
{
	return cufftPlanMany(h, 1, &n, 0, 1, 0, 0, 1, 0, type, batch);
}
WW_FFT cufftPlan2d(cufftHandle *h, int x, int y, cufftType type)
{
	int n[] = { x, y };

	return cufftPlanMany(h, 2, n, 0, 1, 0, 0, 1, 0, type, 1);
}
WW_FFT cufftPlan3d(cufftHandle *h, int x, int y, int z, cufftType type)
{
	int n[] = { x, y, z };

	return cufftPlanMany(h, 3, n, 0, 1, 0, 0, 1, 0, type, 1);
}

/* --- kernels ------------------------------------------------------------- */

/* An element of a transform of sizes N, by its number. */
struct ww_fft_place {
	int b, i, j, k;
	__device__ ww_fft_place(int at, int3 n)
	{
		k = at % n.z;
		at /= n.z;
		j = at % n.y;
		at /= n.y;
		i = at % n.x;
		b = at / n.x;
	}
};

#define WW_FFT_INDEX ((int)(blockIdx.x * blockDim.x + threadIdx.x))

/* FROM, complex or real or half a spectrum, becomes TO without gaps. */
template<class C, class R> __global__ void ww_fft_read(
	C *to, const C *complex, const R *real, bool half, ww_fft_layout l,
	int3 n, int all)
{
	const int at = WW_FFT_INDEX;

	if (at >= all)
		return;
	ww_fft_place p(at, n);
	C v;

	if (real) {
		v.x = real[l.at(p.b, p.i, p.j, p.k)];
		v.y = 0;
	} else if (!half || p.k <= n.z / 2) {
		v = complex[l.at(p.b, p.i, p.j, p.k)];
	} else {
		v = complex[l.at(p.b, p.i ? n.x - p.i : 0,
				 p.j ? n.y - p.j : 0, n.z - p.k)];
		v.y = -v.y;
	}
	to[at] = v;
}

template<class C, class R> __global__ void ww_fft_write(
	const C *from, C *complex, R *real, bool half, ww_fft_layout l, int3 n,
	int all)
{
	const int at = WW_FFT_INDEX;

	if (at >= all)
		return;
	ww_fft_place p(at, n);

	if (real)
		real[l.at(p.b, p.i, p.j, p.k)] = from[at].x;
	else if (!half || p.k <= n.z / 2)
		complex[l.at(p.b, p.i, p.j, p.k)] = from[at];
}

static inline __device__ void ww_fft_turn(float x, float *s, float *c)
{ sincospif(x, s, c); }
static inline __device__ void ww_fft_turn(double x, double *s, double *c)
{ sincospi(x, s, c); }

/* V * e^(SIGN 2 PI i NUMBER / N), 0 <= NUMBER < N. */
template<class R, class C> __device__ C ww_fft_by(C v, int number, int n,
						  int sign)
{
	R s, c;
	C r;

	ww_fft_turn((R)2 * (R)number / (R)n, &s, &c);
	s *= (R)sign;
	r.x = v.x * c - v.y * s;
	r.y = v.x * s + v.y * c;
	return r;
}

/* A pass over a dimension of LENGTH elements, which are STRIDE apart. The
 * passes before have left transforms of N elements; this one leaves those of
 * N / RADIX. Each thread computes one element. */
template<class C, class R> __global__ void ww_fft_pass(
	C *to, const C *from, int radix, int n, int length, int stride,
	int sign, int all)
{
	const int at = WW_FFT_INDEX, part = n / radix, done = length / n;

	if (at >= all)
		return;
	const int inner = at % stride, place = at / stride % length;
	const size_t begin = (size_t)(at / stride / length) * length * stride +
			     inner;
	const int q = place % done, k = place / done % radix;
	const int p = place / done / radix;
	C sum;

	sum.x = sum.y = 0;
	for (int j = 0; j < radix; j++) {
		const C v = from[begin + (size_t)(q + done * (p + part * j)) *
				 stride];
		const C r = ww_fft_by<R>(v, (int)((long long)j * k % radix),
					 radix, sign);

		sum.x += r.x;
		sum.y += r.y;
	}
	to[at] = ww_fft_by<R>(sum, (int)((long long)p * k % n), n, sign);
}

/* The same for RADIX = 2. Each thread computes two elements. */
template<class C, class R> __global__ void ww_fft_pass_2(
	C *to, const C *from, int n, int length, int stride, int sign, int all)
{
	const int at = WW_FFT_INDEX, part = n / 2, done = length / n;

	if (at >= all)
		return;
	const int inner = at % stride, place = at / stride % (length / 2);
	const size_t begin = (size_t)(at / stride / (length / 2)) * length *
			     stride + inner;
	const int q = place % done, p = place / done;
	const C a = from[begin + (size_t)(q + done * p) * stride];
	const C b = from[begin + (size_t)(q + done * (p + part)) * stride];
	C sum, rest;

	sum.x = a.x + b.x;
	sum.y = a.y + b.y;
	rest.x = a.x - b.x;
	rest.y = a.y - b.y;
	to[begin + (size_t)(q + done * 2 * p) * stride] = sum;
	to[begin + (size_t)(q + done * (2 * p + 1)) * stride] =
		ww_fft_by<R>(rest, p, n, sign);
}

/* --- transforms ---------------------------------------------------------- */

static inline int ww_fft_factor(int n)
{
	for (int f = 2; f * f <= n; f++)
		if (n % f == 0)
			return f;
	return n;
}

enum { WW_FFT_BLOCK = 128 };

static inline unsigned ww_fft_blocks(int threads)
{
	return (unsigned)((threads + WW_FFT_BLOCK - 1) / WW_FFT_BLOCK);
}

/* All passes over a dimension. The result is in WORK[0] of the plan. */
template<class C, class R> void ww_fft_dimension(ww_fft_plan *p, int length,
						 int stride, int all, int sign)
{
	for (int n = length, radix; n > 1; n /= radix) {
		C *from = (C *)p->work[0], *to = (C *)p->work[1];

		radix = ww_fft_factor(n);
		if (radix == 2)
			ww_fft_pass_2<C, R><<<ww_fft_blocks(all / 2),
				WW_FFT_BLOCK, 0, p->stream>>>(
				to, from, n, length, stride, sign, all / 2);
		else
			ww_fft_pass<C, R><<<ww_fft_blocks(all), WW_FFT_BLOCK,
				0, p->stream>>>(to, from, radix, n, length,
						stride, sign, all);
		p->work[0] = to;
		p->work[1] = from;
	}
}

/* TYPE is for float. */
template<class C, class R> cufftResult ww_fft_run(
	cufftHandle h, cufftType type, C *from, R *real_from, C *to,
	R *real_to, int sign)
{
	ww_fft_plan *p = ww_fft_find(h);
	const bool reads = type == CUFFT_R2C, writes = type == CUFFT_C2R;

	if (!p || !p->work[1])
		return CUFFT_INVALID_PLAN;
	if ((p->type & 0xf) != (type & 0xf) ||
	    ww_fft_double(p->type) != (sizeof(R) == 8))
		return CUFFT_INVALID_TYPE;
	if ((sign != CUFFT_FORWARD && sign != CUFFT_INVERSE) ||
	    (!from && !real_from) || (!to && !real_to))
		return CUFFT_INVALID_VALUE;
	const int3 n = { p->n[0], p->n[1], p->n[2] };
	const int all = p->batch * n.x * n.y * n.z;
	ww_fft_layout in = p->in, out = p->out;

	/* In place, rows of numbers are as long as those of the spectrum. */
	if (p->plain && (void *)(reads ? (void *)real_from : from) ==
	    (void *)(writes ? (void *)real_to : to) && (reads || writes)) {
		ww_fft_layout &l = reads ? in : out;

		l = ww_fft_usual(p->n, true);
		l.cols *= 2;
		l.dist *= 2;
	}
	ww_fft_read<C, R><<<ww_fft_blocks(all), WW_FFT_BLOCK, 0, p->stream>>>(
		(C *)p->work[0], from, real_from, writes, in, n, all);
	ww_fft_dimension<C, R>(p, n.z, 1, all, sign);
	ww_fft_dimension<C, R>(p, n.y, n.z, all, sign);
	ww_fft_dimension<C, R>(p, n.x, n.y * n.z, all, sign);
	ww_fft_write<C, R><<<ww_fft_blocks(all), WW_FFT_BLOCK, 0, p->stream>>>(
		(const C *)p->work[0], to, real_to, reads, out, n, all);
	return cudaPeekAtLastError() == cudaSuccess ? CUFFT_SUCCESS :
	       CUFFT_EXEC_FAILED;
}

#define WW_FFT_EXEC(C2C, R2C, C2R, complex, real) \
WW_FFT cufftExec##C2C(cufftHandle h, complex *from, complex *to, int sign) \
{ \
	return ww_fft_run<complex, real>(h, CUFFT_C2C, from, 0, to, 0, sign); \
} \
WW_FFT cufftExec##R2C(cufftHandle h, real *from, complex *to) \
{ \
	return ww_fft_run<complex, real>(h, CUFFT_R2C, 0, from, to, 0, \
					 CUFFT_FORWARD); \
} \
WW_FFT cufftExec##C2R(cufftHandle h, complex *from, real *to) \
{ \
	return ww_fft_run<complex, real>(h, CUFFT_C2R, from, 0, 0, to, \
					 CUFFT_INVERSE); \
}
WW_FFT_EXEC(C2C, R2C, C2R, cufftComplex, cufftReal)
WW_FFT_EXEC(Z2Z, D2Z, Z2D, cufftDoubleComplex, cufftDoubleReal)
#undef WW_FFT_EXEC
#undef WW_FFT_INDEX
#undef WW_FFT

#endif
