/* tour.cu - what CUDA C++ has, in small kernels
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cuda_runtime.h>

struct pair { float a; int *p; long n; };

__constant__ int table[4] = { 1, 2, 4, 8 };
__device__ int counter = 40;
__device__ const char *words[2] = { "even", "odd" };

template <int N> struct plus {
	static __device__ int of(int x) { return x + N; }
};

__device__ __noinline__ float norm(float3 v)
{
	return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
}

template <typename T> __global__ void scale(T *y, const T *x, T k, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = k * x[i];
}
template __global__ void scale<int>(int *, const int *, int, int);
template __global__ void scale<float>(float *, const float *, float, int);
template __global__ void scale<double>(double *, const double *, double, int);

__global__ void places(int *out)
{
	int block = blockIdx.y * gridDim.x + blockIdx.x;
	int thread = threadIdx.y * blockDim.x + threadIdx.x;

	out[block * blockDim.x * blockDim.y + thread] =
		blockIdx.x * 1000 + blockIdx.y * 100 + threadIdx.x * 10 +
		threadIdx.y;
}

__global__ void mixed(const float *x, float *y, int *z, struct pair s, int n)
{
	__shared__ float tile[64];
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	tile[threadIdx.x] = i < n ? x[i] : 0;
	__syncthreads();
	if (i < n) {
		y[i] = norm(make_float3(tile[threadIdx.x],
					tile[blockDim.x - 1 - threadIdx.x],
					s.a));
		z[i] = plus<3>::of(table[i & 3]) + (int)s.n;
	}
	if (i == 0)
		printf("%d %s %ld\n", n, words[n & 1], s.n);
}

extern __shared__ int room[];

__global__ void sum(const int *x, int *y)
{
	room[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
	__syncthreads();
	for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
		if (threadIdx.x < s)
			room[threadIdx.x] += room[threadIdx.x + s];
		__syncthreads();
	}
	if (!threadIdx.x)
		y[blockIdx.x] = atomicAdd(&counter, room[0]) * 0 + room[0];
}

__global__ void doubles(const double *x, double *y, float *f, long *n)
{
	int i = threadIdx.x;

	y[i] = fma(x[i], x[i] / 3, sqrt(fabs(x[i]))) - floor(x[i]);
	f[i] = (float)(x[i] * 0.1);
	n[i] = (long)(x[i] * 1e9) + (x[i] > 2);
}
