/* blas.cu - cuBLAS's functions of vectors and matrices, against loops on the host
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cublas_v2.h>

#include <cmath>
#include <vector>

#include "check.h"

#define BLAS(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)

enum { N = 200, M = 21, K = 18, LD = 24 };

static unsigned random_state = 5;

static double random_number()
{
	random_state = random_state * 1664525 + 1013904223;
	return (int)(random_state >> 16) / 32768.0 - 1;
}

template<class T> static T *numbers(int n)
{
	T *p;

	GOOD(cudaMallocManaged(&p, n * sizeof *p));
	for (int i = 0; i < n; i++)
		p[i] = (T)random_number();
	return p;
}

template<class T> static bool near(T a, double b)
{
	return fabs(a - b) <= (sizeof(T) == 4 ? 1e-4 : 1e-12) * (1 + fabs(b));
}

static void vectors(cublasHandle_t h)
{
	float *x = numbers<float>(2 * N), *y = numbers<float>(N), f = 2.5f, r, *device = numbers<float>(1);
	std::vector<float> old(y, y + N);
	double dot = 0, sum = 0, squares = 0;
	int most = 0, least = 0, place;

	for (int i = 0; i < N; i++) {
		dot += (double)x[2 * i] * y[i];
		sum += fabs(x[2 * i]);
		squares += (double)x[2 * i] * x[2 * i];
		most = fabs(x[2 * i]) > fabs(x[2 * most]) ? i : most;
		least = fabs(x[2 * i]) < fabs(x[2 * least]) ? i : least;
	}
	BLAS(cublasSdot(h, N, x, 2, y, 1, &r));
	CHECK(near(r, dot));
	BLAS(cublasSasum(h, N, x, 2, &r));
	CHECK(near(r, sum));
	BLAS(cublasSnrm2(h, N, x, 2, &r));
	CHECK(near(r, sqrt(squares)));
	BLAS(cublasIsamax(h, N, x, 2, &place));
	CHECK(place == most + 1);
	BLAS(cublasIsamin(h, N, x, 2, &place));
	CHECK(place == least + 1);
	BLAS(cublasSaxpy(h, N, &f, x, 2, y, 1));
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < N; i++)
		CHECK(near(y[i], 2.5 * x[2 * i] + old[i]));
	/* With steps below 0 a vector begins at its end; the factor is the device's. */
	*device = -3;
	old.assign(y, y + N);
	BLAS(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
	BLAS(cublasSaxpy(h, N, device, x, -2, y, 1));
	BLAS(cublasSdot(h, 0, x, 1, y, 1, device));
	BLAS(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
	GOOD(cudaDeviceSynchronize());
	CHECK(*device == 0);
	for (int i = 0; i < N; i++)
		CHECK(near(y[i], -3.0 * x[2 * (N - 1 - i)] + old[i]));
	old.assign(y, y + N);
	BLAS(cublasSswap(h, N, x, 1, y, 1));
	BLAS(cublasSscal(h, N, &f, x, 1));
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < N; i++)
		CHECK(near(x[i], 2.5 * old[i]));
	CHECK(cublasSdot(nullptr, N, x, 1, y, 1, &r) == CUBLAS_STATUS_NOT_INITIALIZED);
	for (float *p : { x, y, device })
		GOOD(cudaFree(p));
}

/* Element I, J of op(A). */
template<class T> static T at(const T *a, cublasOperation_t o, int i, int j)
{
	return o == CUBLAS_OP_N ? a[j * LD + i] : a[i * LD + j];
}

#define PRODUCTS(name, T, gemm, gemv, batched) \
static void name(cublasHandle_t h, cublasOperation_t oa, cublasOperation_t ob) \
{ \
	T *a = numbers<T>(2 * LD * LD), *b = numbers<T>(2 * LD * LD), *c = numbers<T>(2 * LD * LD); \
	T *x = numbers<T>(LD), *y = numbers<T>(2 * LD), f = (T)1.5, g = (T)-0.5; \
	std::vector<T> old(c, c + 2 * LD * LD), before(y, y + 2 * LD); \
	BLAS(gemm(h, oa, ob, M, N / 10, K, &f, a, LD, b, LD, &g, c, LD)); \
	GOOD(cudaDeviceSynchronize()); \
	for (int i = 0; i < M; i++) \
		for (int j = 0; j < N / 10; j++) { \
			double sum = 0; \
			for (int k = 0; k < K; k++) \
				sum += (double)at(a, oa, i, k) * at(b, ob, k, j); \
			CHECK(near(c[j * LD + i], 1.5 * sum - 0.5 * old[j * LD + i])); \
		} \
	CHECK(c[M] == old[M]); \
	BLAS(batched(h, oa, ob, 4, 4, K, &f, a, LD, LD * LD, b, LD, LD * LD, &g, c, LD, LD * LD, 2)); \
	GOOD(cudaDeviceSynchronize()); \
	for (int i = 0; i < 4; i++) { \
		double sum = 0; \
		for (int k = 0; k < K; k++) \
			sum += (double)at(a + LD * LD, oa, i, k) * at(b + LD * LD, ob, k, 3); \
		CHECK(near(c[LD * LD + 3 * LD + i], 1.5 * sum - 0.5 * old[LD * LD + 3 * LD + i])); \
	} \
	BLAS(gemv(h, oa, M, K, &f, a, LD, x, 1, &g, y, 2)); \
	GOOD(cudaDeviceSynchronize()); \
	for (int i = 0; i < (oa == CUBLAS_OP_N ? M : K); i++) { \
		double sum = 0; \
		for (int k = 0; k < (oa == CUBLAS_OP_N ? K : M); k++) \
			sum += (double)at(a, oa, i, k) * x[k]; \
		CHECK(near(y[2 * i], 1.5 * sum - 0.5 * before[2 * i])); \
	} \
	CHECK(gemm(h, oa, ob, M, 2, K, &f, a, 2, b, LD, &g, c, LD) == CUBLAS_STATUS_INVALID_VALUE); \
	for (T *p : { a, b, c, x, y }) \
		GOOD(cudaFree(p)); \
}
PRODUCTS(singles, float, cublasSgemm, cublasSgemv, cublasSgemmStridedBatched)
PRODUCTS(doubles, double, cublasDgemm, cublasDgemv, cublasDgemmStridedBatched)

int main()
{
	cublasHandle_t h;
	int version;

	BLAS(cublasCreate(&h));
	BLAS(cublasGetVersion(h, &version));
	vectors(h);
	for (cublasOperation_t oa : { CUBLAS_OP_N, CUBLAS_OP_T })
		for (cublasOperation_t ob : { CUBLAS_OP_N, CUBLAS_OP_T }) {
			singles(h, oa, ob);
			doubles(h, oa, ob);
		}
	BLAS(cublasDestroy(h));
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
