/* cublas_v2.h - linear algebra on the device, as CUDA's cuBLAS names it
 * SPDX-License-Identifier: Apache-2.0
 *
 * Vectors of float and double (axpy, scal, copy, swap, rot, dot, nrm2, asum,
 * amax, amin), matrix by vector (gemv, ger), and matrix by matrix (gemm,
 * batches of it, geam). The kernels are in this header, so a .cu file has to
 * include it; matrices lie column by column, as in Fortran.
 */
#ifndef WW_CUBLAS_V2_H
#define WW_CUBLAS_V2_H

#include "cuda_runtime.h"

#ifndef __CUDA__
#error "cublas_v2.h has kernels: include it in a .cu file"
#endif

#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VERSION 120000

typedef enum {
	CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1,
	CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
	CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
	CUBLAS_STATUS_EXECUTION_FAILED = 13,
	CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
	CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C } cublasOperation_t;
typedef enum {
	CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE
} cublasPointerMode_t;
typedef enum {
	CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1,
	CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum {
	CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER
} cublasFillMode_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;

struct cublasContext {
	cudaStream_t stream;
	cublasPointerMode_t mode;
	cublasMath_t math;
	double *result;         /* of the device, for sums */
};
typedef struct cublasContext *cublasHandle_t;

#define WW_BLAS static inline __attribute__((unused)) cublasStatus_t

/* --- contexts ------------------------------------------------------------ */

WW_BLAS cublasCreate(cublasHandle_t *h)
{
	*h = new cublasContext();
	if (cudaMalloc(&(*h)->result, 2 * sizeof(double)) == cudaSuccess)
		return CUBLAS_STATUS_SUCCESS;
	delete *h;
	*h = 0;
	return CUBLAS_STATUS_NOT_INITIALIZED;
}
WW_BLAS cublasDestroy(cublasHandle_t h)
{
	if (!h)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	cudaFree(h->result);
	delete h;
	return CUBLAS_STATUS_SUCCESS;
}
#define WW_SETTING(name, type, field) \
	WW_BLAS cublasSet##name(cublasHandle_t h, type v) \
	{ \
		if (!h) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		h->field = v; \
		return CUBLAS_STATUS_SUCCESS; \
	} \
	WW_BLAS cublasGet##name(cublasHandle_t h, type *v) \
	{ \
		if (!h) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		*v = h->field; \
		return CUBLAS_STATUS_SUCCESS; \
	}
WW_SETTING(Stream, cudaStream_t, stream)
WW_SETTING(PointerMode, cublasPointerMode_t, mode)
WW_SETTING(MathMode, cublasMath_t, math)
#undef WW_SETTING
WW_BLAS cublasGetVersion(cublasHandle_t h, int *v)
{
	*v = CUBLAS_VERSION;
	return h ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
static inline __attribute__((unused)) const char *cublasGetStatusString(
	cublasStatus_t s)
{
	return s == CUBLAS_STATUS_SUCCESS ? "success" :
	       s == CUBLAS_STATUS_NOT_INITIALIZED ? "not initialized" :
	       s == CUBLAS_STATUS_ALLOC_FAILED ? "out of memory" :
	       s == CUBLAS_STATUS_INVALID_VALUE ? "invalid argument" :
	       s == CUBLAS_STATUS_EXECUTION_FAILED ? "a kernel has failed" :
	       s == CUBLAS_STATUS_NOT_SUPPORTED ? "not supported" : "error";
}

static inline cublasStatus_t ww_blas_end(cudaError_t e)
{
	return e == cudaSuccess ? CUBLAS_STATUS_SUCCESS :
	       e == cudaErrorInvalidValue ? CUBLAS_STATUS_MAPPING_ERROR :
	       CUBLAS_STATUS_EXECUTION_FAILED;
}

/* --- vectors and matrices of the host ------------------------------------ */

/* A vector is a matrix of one row, its step the distance of columns. */
static inline cublasStatus_t ww_blas_transfer(
	int rows, int cols, int size, const void *from, int from_ld, void *to,
	int to_ld, cudaMemcpyKind kind)
{
	return rows < 0 || cols < 0 || size <= 0 || from_ld < rows ||
	       to_ld < rows ? CUBLAS_STATUS_INVALID_VALUE :
	       ww_blas_end(cudaMemcpy2D(to, (size_t)to_ld * size, from,
					(size_t)from_ld * size,
					(size_t)rows * size, cols, kind));
}
#define WW_TRANSFERS(Set, kind) \
	WW_BLAS cublas##Set##Vector(int n, int size, const void *from, \
				    int from_step, void *to, int to_step) \
	{ \
		return ww_blas_transfer(1, n, size, from, from_step, to, \
					to_step, kind); \
	} \
	WW_BLAS cublas##Set##Matrix(int rows, int cols, int size, \
				    const void *from, int from_ld, void *to, \
				    int to_ld) \
	{ \
		return ww_blas_transfer(rows, cols, size, from, from_ld, to, \
					to_ld, kind); \
	}
WW_TRANSFERS(Set, cudaMemcpyHostToDevice)
WW_TRANSFERS(Get, cudaMemcpyDeviceToHost)
#undef WW_TRANSFERS

/* --- kernels ------------------------------------------------------------- */

enum { WW_BLAS_THREADS = 128, WW_BLAS_TILE = 16 };

/* A factor: of the host, or where it is in the device. */
template<class T> struct ww_blas_factor {
	T value;
	const T *at;
	__device__ T get() const { return at ? *at : value; }
};
template<class T> static inline ww_blas_factor<T> ww_blas_factor_of(
	cublasHandle_t h, const T *p)
{
	ww_blas_factor<T> f;
	f.value = h->mode == CUBLAS_POINTER_MODE_HOST ? *p : T();
	f.at = h->mode == CUBLAS_POINTER_MODE_HOST ? 0 : p;
	return f;
}

/* Element I of N of a vector with steps; with steps below 0 from its end. */
template<class T> __device__ inline T &ww_blas_at(T *x, int n, int step, int i)
{ return x[(long)(step < 0 ? i - n + 1 : i) * step]; }

enum ww_blas_map { WW_AXPY, WW_SCAL, WW_COPY, WW_SWAP, WW_ROT };

template<class T> static __global__ void ww_blas_vector(
	ww_blas_map what, int n, ww_blas_factor<T> f, ww_blas_factor<T> g,
	T *x, int x_step, T *y, int y_step)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	T *a = &ww_blas_at(x, n, x_step, i), v = *a;
	if (what == WW_SCAL) {
		*a = f.get() * v;
		return;
	}
	T *b = &ww_blas_at(y, n, y_step, i), w = *b;
	if (what == WW_ROT) {
		*a = f.get() * v + g.get() * w;
		*b = f.get() * w - g.get() * v;
	} else {
		*b = what == WW_AXPY ? f.get() * v + w : v;
		if (what == WW_SWAP)
			*a = w;
	}
}

template<class T> static inline cublasStatus_t ww_blas_map_on(
	cublasHandle_t h, ww_blas_map what, int n, const T *f, const T *g,
	T *x, int x_step, T *y, int y_step)
{
	const T none = T();
	if (!h)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n <= 0)
		return CUBLAS_STATUS_SUCCESS;
	cublasContext own = *h;
	if (!f)
		own.mode = CUBLAS_POINTER_MODE_HOST, f = &none;
	ww_blas_vector<T><<<(n + WW_BLAS_THREADS - 1) / WW_BLAS_THREADS,
			    WW_BLAS_THREADS, 0, h->stream>>>(
		what, n, ww_blas_factor_of(&own, f),
		ww_blas_factor_of(&own, g ? g : f), x, x_step, y, y_step);
	return ww_blas_end(cudaPeekAtLastError());
}

enum ww_blas_sum { WW_DOT, WW_NRM2, WW_ASUM, WW_AMAX, WW_AMIN };

/* One block: a sum of products or sizes, or the place of a size from 1 on. A
 * length is scaled, so that squares do not overflow. */
template<class T> static __global__ void ww_blas_reduce(
	ww_blas_sum what, int n, const T *x, int x_step, const T *y,
	int y_step, T *sum, int *place)
{
	__shared__ T part[WW_BLAS_THREADS], most;
	__shared__ int places[WW_BLAS_THREADS];
	int t = (int)threadIdx.x;
	T own = T();
	int at = 0;

	if (what == WW_NRM2 || what == WW_AMAX || what == WW_AMIN) {
		for (int i = t; i < n; i += WW_BLAS_THREADS) {
			T v = ww_blas_at(x, n, x_step, i);
			v = v < 0 ? -v : v;
			if (at == 0 || (what == WW_AMIN ? v < own : v > own))
				own = v, at = i + 1;
		}
		part[t] = own;
		places[t] = at;
		__syncthreads();
		for (int k = WW_BLAS_THREADS / 2; k; k /= 2) {
			if (t < k && places[t + k] &&
			    ((what == WW_AMIN ? part[t + k] < part[t] :
						part[t + k] > part[t]) ||
			     (part[t + k] == part[t] &&
			      places[t + k] < places[t]))) {
				part[t] = part[t + k];
				places[t] = places[t + k];
			}
			__syncthreads();
		}
		if (t == 0) {
			most = part[0];
			if (what != WW_NRM2)
				*place = places[0];
		}
		__syncthreads();
		if (what != WW_NRM2)
			return;
	}
	own = T();
	for (int i = t; i < n; i += WW_BLAS_THREADS) {
		T v = ww_blas_at(x, n, x_step, i);
		if (what == WW_DOT)
			own += v * ww_blas_at(y, n, y_step, i);
		else if (what == WW_ASUM)
			own += v < 0 ? -v : v;
		else if (most != 0)
			own += v / most * (v / most);
	}
	part[t] = own;
	__syncthreads();
	for (int k = WW_BLAS_THREADS / 2; k; k /= 2) {
		if (t < k)
			part[t] += part[t + k];
		__syncthreads();
	}
	if (t == 0)
		*sum = what == WW_NRM2 ? most * (T)sqrt(part[0]) : part[0];
}

template<class T, class R> static inline cublasStatus_t ww_blas_sum_of(
	cublasHandle_t h, ww_blas_sum what, int n, const T *x, int x_step,
	const T *y, int y_step, R *result)
{
	const bool own = h && h->mode == CUBLAS_POINTER_MODE_HOST;
	void *to = own ? (void *)h->result : (void *)result;
	if (!h)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	/* The kernel writes one of both. */
	ww_blas_reduce<T><<<1, WW_BLAS_THREADS, 0, h->stream>>>(
		what, n < 0 ? 0 : n, x, x_step, y, y_step, (T *)to, (int *)to);
	if (cudaPeekAtLastError() != cudaSuccess)
		return CUBLAS_STATUS_EXECUTION_FAILED;
	return own ? ww_blas_end(cudaMemcpy(result, to, sizeof *result,
					    cudaMemcpyDeviceToHost)) :
		     CUBLAS_STATUS_SUCCESS;
}

/* y = f op(A) x + g y, a thread for each element. */
template<class T> static __global__ void ww_blas_gemv(
	bool turned, int rows, int cols, ww_blas_factor<T> f, const T *a,
	int ld, const T *x, int x_step, ww_blas_factor<T> g, T *y, int y_step)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	int out = turned ? cols : rows, in = turned ? rows : cols;
	if (i >= out)
		return;
	T sum = T(), by = g.get();
	for (int k = 0; k < in; k++)
		sum += (turned ? a[(long)i * ld + k] : a[(long)k * ld + i]) *
		       ww_blas_at(x, in, x_step, k);
	T *to = &ww_blas_at(y, out, y_step, i);
	*to = f.get() * sum + (by == 0 ? T() : by * *to);
}

template<class T> static __global__ void ww_blas_ger(
	int rows, int cols, ww_blas_factor<T> f, const T *x, int x_step,
	const T *y, int y_step, T *a, int ld)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	if (i < rows * cols)
		a[(long)(i / rows) * ld + i % rows] +=
			f.get() * ww_blas_at(x, rows, x_step, i % rows) *
			ww_blas_at(y, cols, y_step, i / rows);
}

/* C = f op(A) op(B) + g C, through tiles in shared memory; a layer of the grid
 * is a product of a batch. */
template<class T> static __global__ void ww_blas_gemm(
	bool a_turned, bool b_turned, int rows, int cols, int inner,
	ww_blas_factor<T> f, const T *a, int lda, long a_step, const T *b,
	int ldb, long b_step, ww_blas_factor<T> g, T *c, int ldc, long c_step)
{
	__shared__ T ta[WW_BLAS_TILE][WW_BLAS_TILE + 1];
	__shared__ T tb[WW_BLAS_TILE][WW_BLAS_TILE + 1];
	int x = (int)threadIdx.x, y = (int)threadIdx.y;
	int row = (int)blockIdx.x * WW_BLAS_TILE + x;
	int col = (int)blockIdx.y * WW_BLAS_TILE + y;
	T sum = T(), by = g.get();

	a += (long)blockIdx.z * a_step;
	b += (long)blockIdx.z * b_step;
	c += (long)blockIdx.z * c_step;
	for (int k = 0; k < inner; k += WW_BLAS_TILE) {
		ta[y][x] = row < rows && k + y < inner ?
			(a_turned ? a[(long)row * lda + k + y] :
				    a[(long)(k + y) * lda + row]) : T();
		tb[y][x] = col < cols && k + x < inner ?
			(b_turned ? b[(long)(k + x) * ldb + col] :
				    b[(long)col * ldb + k + x]) : T();
		__syncthreads();
		for (int i = 0; i < WW_BLAS_TILE; i++)
			sum += ta[i][x] * tb[y][i];
		__syncthreads();
	}
	if (row < rows && col < cols) {
		T *to = &c[(long)col * ldc + row];
		*to = f.get() * sum + (by == 0 ? T() : by * *to);
	}
}

template<class T> static inline cublasStatus_t ww_blas_gemm_on(
	cublasHandle_t h, cublasOperation_t oa, cublasOperation_t ob, int rows,
	int cols, int inner, const T *f, const T *a, int lda, long a_step,
	const T *b, int ldb, long b_step, const T *g, T *c, int ldc,
	long c_step, int count)
{
	dim3 tile(WW_BLAS_TILE, WW_BLAS_TILE);
	if (!h)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (rows < 0 || cols < 0 || inner < 0 || count < 0 || ldc < rows ||
	    lda < (oa == CUBLAS_OP_N ? rows : inner) ||
	    ldb < (ob == CUBLAS_OP_N ? inner : cols))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!rows || !cols || !count)
		return CUBLAS_STATUS_SUCCESS;
	ww_blas_gemm<T><<<dim3((rows + WW_BLAS_TILE - 1) / WW_BLAS_TILE,
			       (cols + WW_BLAS_TILE - 1) / WW_BLAS_TILE,
			       count), tile, 0, h->stream>>>(
		oa != CUBLAS_OP_N, ob != CUBLAS_OP_N, rows, cols, inner,
		ww_blas_factor_of(h, f), a, lda, a_step, b, ldb, b_step,
		ww_blas_factor_of(h, g), c, ldc, c_step);
	return ww_blas_end(cudaPeekAtLastError());
}

/* C = f op(A) + g op(B). */
template<class T> static __global__ void ww_blas_geam(
	bool a_turned, bool b_turned, int rows, int cols, ww_blas_factor<T> f,
	const T *a, int lda, ww_blas_factor<T> g, const T *b, int ldb, T *c,
	int ldc)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	int row = i % rows, col = i / rows;
	T x = f.get(), y = g.get(), sum = T();
	if (i >= rows * cols)
		return;
	if (x != 0)
		sum += x * (a_turned ? a[(long)row * lda + col] :
				       a[(long)col * lda + row]);
	if (y != 0)
		sum += y * (b_turned ? b[(long)row * ldb + col] :
				       b[(long)col * ldb + row]);
	c[(long)col * ldc + row] = sum;
}

/* --- the functions ------------------------------------------------------- */

/* Templates, so that a program has the kernels of those alone that it calls. */
#undef WW_BLAS
#define WW_BLAS template<int ww_used_ = 0> static inline cublasStatus_t

#define WW_BLAS_OF(S, T) \
WW_BLAS cublas##S##axpy(cublasHandle_t h, int n, const T *f, const T *x, \
			int xs, T *y, int ys) \
{ return ww_blas_map_on<T>(h, WW_AXPY, n, f, 0, (T *)x, xs, y, ys); } \
WW_BLAS cublas##S##scal(cublasHandle_t h, int n, const T *f, T *x, int xs) \
{ return ww_blas_map_on<T>(h, WW_SCAL, n, f, 0, x, xs, x, xs); } \
WW_BLAS cublas##S##copy(cublasHandle_t h, int n, const T *x, int xs, T *y, \
			int ys) \
{ return ww_blas_map_on<T>(h, WW_COPY, n, 0, 0, (T *)x, xs, y, ys); } \
WW_BLAS cublas##S##swap(cublasHandle_t h, int n, T *x, int xs, T *y, int ys) \
{ return ww_blas_map_on<T>(h, WW_SWAP, n, 0, 0, x, xs, y, ys); } \
WW_BLAS cublas##S##rot(cublasHandle_t h, int n, T *x, int xs, T *y, int ys, \
		       const T *c, const T *s) \
{ return ww_blas_map_on<T>(h, WW_ROT, n, c, s, x, xs, y, ys); } \
WW_BLAS cublas##S##dot(cublasHandle_t h, int n, const T *x, int xs, \
		       const T *y, int ys, T *r) \
{ return ww_blas_sum_of<T>(h, WW_DOT, n, x, xs, y, ys, r); } \
WW_BLAS cublas##S##nrm2(cublasHandle_t h, int n, const T *x, int xs, T *r) \
{ return ww_blas_sum_of<T>(h, WW_NRM2, n, x, xs, x, xs, r); } \
WW_BLAS cublas##S##asum(cublasHandle_t h, int n, const T *x, int xs, T *r) \
{ return ww_blas_sum_of<T>(h, WW_ASUM, n, x, xs, x, xs, r); } \
WW_BLAS cublas##S##gemv(cublasHandle_t h, cublasOperation_t o, int rows, \
			int cols, const T *f, const T *a, int ld, \
			const T *x, int xs, const T *g, T *y, int ys) \
{ \
	int n = o == CUBLAS_OP_N ? rows : cols; \
	if (!h) \
		return CUBLAS_STATUS_NOT_INITIALIZED; \
	if (rows < 0 || cols < 0 || ld < rows || !xs || !ys) \
		return CUBLAS_STATUS_INVALID_VALUE; \
	if (!n) \
		return CUBLAS_STATUS_SUCCESS; \
	ww_blas_gemv<T><<<(n + WW_BLAS_THREADS - 1) / WW_BLAS_THREADS, \
			  WW_BLAS_THREADS, 0, h->stream>>>( \
		o != CUBLAS_OP_N, rows, cols, ww_blas_factor_of(h, f), a, ld, \
		x, xs, ww_blas_factor_of(h, g), y, ys); \
	return ww_blas_end(cudaPeekAtLastError()); \
} \
WW_BLAS cublas##S##ger(cublasHandle_t h, int rows, int cols, const T *f, \
		       const T *x, int xs, const T *y, int ys, T *a, int ld) \
{ \
	if (!h) \
		return CUBLAS_STATUS_NOT_INITIALIZED; \
	if (rows < 0 || cols < 0 || ld < rows || !xs || !ys) \
		return CUBLAS_STATUS_INVALID_VALUE; \
	if (!rows || !cols) \
		return CUBLAS_STATUS_SUCCESS; \
	ww_blas_ger<T><<<(rows * cols + WW_BLAS_THREADS - 1) / \
			 WW_BLAS_THREADS, WW_BLAS_THREADS, 0, h->stream>>>( \
		rows, cols, ww_blas_factor_of(h, f), x, xs, y, ys, a, ld); \
	return ww_blas_end(cudaPeekAtLastError()); \
} \
WW_BLAS cublas##S##gemm(cublasHandle_t h, cublasOperation_t oa, \
			cublasOperation_t ob, int rows, int cols, int inner, \
			const T *f, const T *a, int lda, const T *b, int ldb, \
			const T *g, T *c, int ldc) \
{ return ww_blas_gemm_on<T>(h, oa, ob, rows, cols, inner, f, a, lda, 0, b, \
			    ldb, 0, g, c, ldc, 0, 1); } \
WW_BLAS cublas##S##gemmStridedBatched( \
	cublasHandle_t h, cublasOperation_t oa, cublasOperation_t ob, \
	int rows, int cols, int inner, const T *f, const T *a, int lda, \
	long long as, const T *b, int ldb, long long bs, const T *g, T *c, \
	int ldc, long long cs, int count) \
{ return ww_blas_gemm_on<T>(h, oa, ob, rows, cols, inner, f, a, lda, \
			    (long)as, b, ldb, (long)bs, g, c, ldc, (long)cs, \
			    count); } \
WW_BLAS cublas##S##geam(cublasHandle_t h, cublasOperation_t oa, \
			cublasOperation_t ob, int rows, int cols, const T *f, \
			const T *a, int lda, const T *g, const T *b, int ldb, \
			T *c, int ldc) \
{ \
	if (!h) \
		return CUBLAS_STATUS_NOT_INITIALIZED; \
	if (rows < 0 || cols < 0 || ldc < rows) \
		return CUBLAS_STATUS_INVALID_VALUE; \
	if (!rows || !cols) \
		return CUBLAS_STATUS_SUCCESS; \
	ww_blas_geam<T><<<(rows * cols + WW_BLAS_THREADS - 1) / \
			  WW_BLAS_THREADS, WW_BLAS_THREADS, 0, h->stream>>>( \
		oa != CUBLAS_OP_N, ob != CUBLAS_OP_N, rows, cols, \
		ww_blas_factor_of(h, f), a, lda, ww_blas_factor_of(h, g), b, \
		ldb, c, ldc); \
	return ww_blas_end(cudaPeekAtLastError()); \
}
#define WW_BLAS_PLACE(name, T, what) \
WW_BLAS cublas##name(cublasHandle_t h, int n, const T *x, int xs, int *r) \
{ return ww_blas_sum_of<T>(h, what, n, x, xs, x, xs, r); }
WW_BLAS_OF(S, float)
WW_BLAS_OF(D, double)
WW_BLAS_PLACE(Isamax, float, WW_AMAX)
WW_BLAS_PLACE(Isamin, float, WW_AMIN)
WW_BLAS_PLACE(Idamax, double, WW_AMAX)
WW_BLAS_PLACE(Idamin, double, WW_AMIN)
#undef WW_BLAS_OF
#undef WW_BLAS_PLACE
#undef WW_BLAS

#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm

#endif
