/* basics.cu - kernels of several kinds, memory, symbols, streams, events
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cuda_fp16.h>
#include <cstring>

#include "check.h"

enum { N = 1000, THREADS = 128 };

int elsewhere(int x);           /* more.cu */

static dim3 blocks(int n) { return dim3((n + THREADS - 1) / THREADS); }

/* --- templates, and static names that more.cu has, too ------------------- */

__device__ static int factor = 3;
__constant__ float table[4] = { 1, 2, 3, 4 };
__device__ int total;

template<class T> __global__ void scale(T *to, const T *from, T by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		to[i] = from[i] * by;
}

static __global__ void add(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		p[i] += factor;
}

template<class T> static void scales(T by)
{
	T host[N], *from, *to;

	for (int i = 0; i < N; i++)
		host[i] = (T)i / (T)7;
	GOOD(cudaMalloc(&from, sizeof host));
	GOOD(cudaMalloc(&to, sizeof host));
	GOOD(cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice));
	scale<<<blocks(N), THREADS>>>(to, from, by, N);
	GOOD(cudaGetLastError());
	GOOD(cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost));
	for (int i = 0; i < N; i++)
		CHECK(host[i] == (T)i / (T)7 * by);
	GOOD(cudaFree(from));
	GOOD(cudaFree(to));
}

/* --- memory that both sides use ------------------------------------------ */

struct node { struct node *next; int value; };

/* The sum of a list that the host has made. */
__global__ void walk(const struct node *list, long *sum)
{
	for (*sum = 0; list; list = list->next)
		*sum += list->value;
}

static void managed(void)
{
	struct node *list = NULL, *one;
	long *sum;

	for (int i = 0; i < 10; i++) {
		GOOD(cudaMallocManaged(&one, sizeof *one));
		one->next = list;
		one->value = i;
		list = one;
	}
	GOOD(cudaMallocHost(&sum, sizeof *sum));
	walk<<<1, 1>>>(list, sum);
	GOOD(cudaDeviceSynchronize());
	CHECK(*sum == 45);
	for (; list; list = one) {
		one = list->next;
		GOOD(cudaFree(list));
	}
	GOOD(cudaFreeHost(sum));
}

/* --- shared memory, atomics, several dimensions --------------------------- */

extern __shared__ int room[];

__global__ void reverse(int *p)
{
	__shared__ int first;

	room[threadIdx.x] = p[blockIdx.x * blockDim.x + threadIdx.x];
	if (threadIdx.x == 0)
		first = room[0];
	__syncthreads();
	p[blockIdx.x * blockDim.x + threadIdx.x] =
		room[blockDim.x - 1 - threadIdx.x] - first;
}

__global__ void count(int *bins, float *sum, dim3 size)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= size.x || y >= size.y)
		return;
	atomicAdd(&bins[(x + y) % 4], 1);
	atomicAdd(&total, (int)table[x % 4]);
	if (sum)
		atomicAdd(sum, 0.5f);
}

static void together(void)
{
	int host[256], bins[4] = { 0 }, *p;
	float half = 0, *sum;

	for (int i = 0; i < 256; i++)
		host[i] = i * i;
	GOOD(cudaMalloc(&p, sizeof host));
	GOOD(cudaMemcpy(p, host, sizeof host, cudaMemcpyDefault));
	reverse<<<4, 64, 64 * sizeof(int)>>>(p);
	GOOD(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 256; i++) {
		int from = i / 64 * 64, to = from + 63 - i % 64;

		CHECK(host[i] == to * to - from * from);
	}
	GOOD(cudaMalloc(&sum, sizeof *sum));
	GOOD(cudaMemset(sum, 0, sizeof *sum));
	GOOD(cudaMemset(p, 0, sizeof bins));
	count<<<dim3(3, 5), dim3(8, 4)>>>(p, sum, dim3(20, 18));
	GOOD(cudaMemcpy(bins, p, sizeof bins, cudaMemcpyDeviceToHost));
	GOOD(cudaMemcpy(&half, sum, sizeof half, cudaMemcpyDeviceToHost));
	CHECK(bins[0] == 90 && bins[1] == 90 && bins[2] == 90 && bins[3] == 90);
	CHECK(half == 180);
	GOOD(cudaFree(p));
	GOOD(cudaFree(sum));
}

/* --- variables ------------------------------------------------------------ */

static void symbols(void)
{
	int is = 0, *p, host[N] = { 0 };
	const float other[2] = { 10, 20 };
	void *at;
	size_t n;

	GOOD(cudaMemcpyFromSymbol(&is, total, sizeof is));
	CHECK(is == 18 * 5 * 10);
	GOOD(cudaMemcpyToSymbol(table, other, sizeof other,
				2 * sizeof(float)));
	is = 0;
	GOOD(cudaMemcpyToSymbol(total, &is, sizeof is));
	GOOD(cudaMalloc(&p, sizeof host));
	GOOD(cudaMemset(p, 0, sizeof host));
	count<<<1, 4>>>(p, NULL, dim3(4, 1));
	GOOD(cudaMemcpyFromSymbol(&is, total, sizeof is));
	CHECK(is == 1 + 2 + 10 + 20);
	GOOD(cudaGetSymbolSize(&n, table));
	CHECK(n == sizeof table);
	GOOD(cudaGetSymbolAddress(&at, table));
	CHECK(cudaMemcpyToSymbol(total, host, 8) == cudaErrorInvalidValue);
	CHECK(cudaGetSymbolSize(&n, n) == cudaErrorInvalidSymbol);
	cudaGetLastError();
	GOOD(cudaMemset(p, 0, sizeof host));
	add<<<blocks(N), THREADS>>>(p, N);
	GOOD(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
	CHECK(host[0] == 3 && host[N - 1] == 3);
	CHECK(elsewhere(1) == 6);
	GOOD(cudaFree(p));
}

/* --- streams, events, properties ------------------------------------------ */

static void CUDART_CB called(cudaStream_t s, cudaError_t bad, void *data)
{
	(void)s;
	*(int *)data = bad == cudaSuccess;
}

static void streams(void)
{
	struct cudaFuncAttributes a;
	struct cudaDeviceProp prop;
	cudaEvent_t from, to;
	int *p, host[N], seen = 0, n;
	cudaStream_t s;
	float ms = 0;

	GOOD(cudaGetDeviceCount(&n));
	CHECK(n == 1 && cudaSetDevice(1) == cudaErrorInvalidDevice);
	GOOD(cudaGetDeviceProperties(&prop, 0));
	GOOD(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0));
	CHECK(n == prop.warpSize && prop.maxThreadsPerBlock == 1024);
	GOOD(cudaFuncGetAttributes(&a, reverse));
	CHECK(a.sharedSizeBytes == sizeof(int));
	GOOD(cudaStreamCreate(&s));
	GOOD(cudaEventCreate(&from));
	GOOD(cudaEventCreate(&to));
	CHECK(cudaEventElapsedTime(&ms, from, to) ==
	      cudaErrorInvalidResourceHandle);
	GOOD(cudaMallocAsync(&p, sizeof host, s));
	GOOD(cudaMemsetAsync(p, 0, sizeof host, s));
	GOOD(cudaEventRecord(from, s));
	add<<<blocks(N), THREADS, 0, s>>>(p, N);
	GOOD(cudaEventRecord(to, s));
	GOOD(cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, s));
	GOOD(cudaStreamAddCallback(s, called, &seen, 0));
	GOOD(cudaStreamSynchronize(s));
	GOOD(cudaEventElapsedTime(&ms, from, to));
	CHECK(seen && ms > 0 && host[N - 1] == 3);
	GOOD(cudaFreeAsync(p, s));
	GOOD(cudaEventDestroy(from));
	GOOD(cudaEventDestroy(to));
	GOOD(cudaStreamDestroy(s));
	CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
	CHECK(cudaGetLastError() == cudaSuccess);
}

static void pitches(void)
{
	char host[5][30], back[5][30];
	size_t pitch;
	char *p;

	for (int i = 0; i < 150; i++)
		host[i / 30][i % 30] = (char)i;
	GOOD(cudaMallocPitch(&p, &pitch, 30, 5));
	GOOD(cudaMemcpy2D(p, pitch, host, 30, 30, 5, cudaMemcpyHostToDevice));
	GOOD(cudaMemcpy2D(back, 30, p, pitch, 30, 5, cudaMemcpyDeviceToHost));
	CHECK(!memcmp(host, back, sizeof host));
	CHECK(cudaMemcpy(p, host, 6 * pitch, cudaMemcpyHostToDevice) ==
	      cudaErrorInvalidValue);
	GOOD(cudaFree(p));
	CHECK(cudaFree(p) == cudaErrorInvalidValue);
	cudaGetLastError();
}

/* --- barriers that threads leave out which have returned ----------------- */

enum { SMALL = 16, LIVE = 5, ROUNDS = 4 };

/* Each thread adds up words of its neighbour; of the last block only LIVE are
 * there. It has an array, whose life ends where those that return come to. A
 * block of SIZE threads is one of the hardware, or larger than the core. */
template <int SIZE> __global__ void rounds(int *to, int n)
{
	__shared__ int word[SIZE];
	int t = threadIdx.x, i = blockIdx.x * SIZE + t, sum = 0;
	int count = min(SIZE, n - (int)blockIdx.x * SIZE);
	int odd[2] = { 0, -ROUNDS };

	if (i >= n)
		return;
	for (int r = 0; r < ROUNDS; r++) {
		word[t] = i + r;
		__syncthreads();
		sum += word[(t + 1) % count];
		odd[sum & 1]++;
		__syncthreads();
	}
	to[i] = sum + odd[0] + odd[1];
}

/* Threads leave a loop with a barrier one by one, by return and by break. */
template <int SIZE> __global__ void parting(int *to, int n)
{
	__shared__ int word[SIZE];
	int t = threadIdx.x, i = blockIdx.x * SIZE + t, sum = 0, r;

	for (r = 0; r < ROUNDS; r++) {
		if (i < n && i % (2 * ROUNDS) == r) {
			to[i] = sum;
			return;
		}
		if (i >= n || i % (2 * ROUNDS) == r + ROUNDS)
			break;
		word[t] = i + r;
		__syncthreads();
		sum += word[t];
	}
	if (i < n)
		to[i] = sum + r;
}

template <int SIZE> static void parts(int *to, int n)
{
	parting<SIZE><<<3, SIZE>>>(to, n);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < n; i++) {
		int at = i % (2 * ROUNDS), turns = at % ROUNDS;

		CHECK(to[i] == turns * i + turns * (turns - 1) / 2 +
			       (at < ROUNDS ? 0 : turns));
	}
}

template <int SIZE> static void returns(void)
{
	enum { ALL = 2 * SIZE + LIVE };
	int *to;

	GOOD(cudaMallocManaged(&to, (ALL + SIZE) * sizeof *to));
	GOOD(cudaMemset(to, 0, (ALL + SIZE) * sizeof *to));
	rounds<SIZE><<<3, SIZE>>>(to, ALL);
	GOOD(cudaDeviceSynchronize());
	for (int i = ALL; i < ALL + SIZE; i++)
		CHECK(to[i] == 0);
	for (int i = 0; i < ALL; i++) {
		int first = i / SIZE * SIZE, count = min(SIZE, ALL - first);
		int next = first + (i - first + 1) % count;

		CHECK(to[i] == ROUNDS * next + ROUNDS * (ROUNDS - 1) / 2);
	}
	parts<SIZE>(to, ALL);
	GOOD(cudaFree(to));
}

/* --- half: the host's compiler has binary16, too -------------------------- */

enum { HALVES = 1 << 16, RESULTS = 6 };

/* Of each half and its neighbours in a permutation: a float rounded, sum,
 * product, quotient, fused sum, root. */
__global__ void halve(unsigned short (*to)[RESULTS], const float *f)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	half a = __ushort_as_half((unsigned short)i);
	half b = __ushort_as_half((unsigned short)(i * 40503u + 7));
	half c = __ushort_as_half((unsigned short)(i * 25173u + 9));
	half2 sum = __halves2half2(a, a) + __half2half2(b);

	to[i][0] = __half_as_ushort(__float2half(f[i]));
	to[i][1] = __half_as_ushort(__high2half(sum));
	to[i][2] = __half_as_ushort(a * b);
	to[i][3] = __half_as_ushort(__hdiv(a, b));
	to[i][4] = __half_as_ushort(__hfma(a, b, c));
	to[i][5] = __half_as_ushort(hsqrt(__habs(a)));
}

static _Float16 half_of(unsigned bits)
{
	unsigned short w = (unsigned short)bits;
	_Float16 h;

	memcpy(&h, &w, sizeof h);
	return h;
}

static bool is_half(unsigned short w, _Float16 want)
{
	_Float16 h = half_of(w);

	return want != want ? h != h : !memcmp(&h, &want, sizeof h);
}

static void halves(void)
{
	unsigned short (*to)[RESULTS];
	unsigned bad = 0;
	float *f;

	GOOD(cudaMallocManaged(&to, HALVES * sizeof *to));
	GOOD(cudaMallocManaged(&f, HALVES * sizeof *f));
	for (unsigned i = 0; i < HALVES; i++) { /* ties, and close to them */
		unsigned w = (i & 0x8000) << 16 |
			     ((i & 0x7fff) * 3 + 0x32800) << 12 | i % 3;

		memcpy(&f[i], &w, sizeof w);
	}
	halve<<<HALVES / SMALL, SMALL>>>(to, f);
	GOOD(cudaDeviceSynchronize());
	for (unsigned i = 0; i < HALVES; i++) {
		_Float16 a = half_of(i), b = half_of(i * 40503u + 7);
		_Float16 c = half_of(i * 25173u + 9);

		bad += !is_half(to[i][0], (_Float16)f[i]);
		bad += !is_half(to[i][1], a + b);
		bad += !is_half(to[i][2], a * b);
		bad += !is_half(to[i][3], a / b);
		bad += !is_half(to[i][4], (_Float16)((long double)a * b + c));
		bad += !is_half(to[i][5], (_Float16)sqrtf(fabsf((float)a)));
	}
	CHECK(!bad);
	GOOD(cudaFree(to));
	GOOD(cudaFree(f));
}

int main(void)
{
	returns<SMALL>();
	returns<600>();
	if (!getenv("WARPWRIGHT_CUDA_DEVICE") ||
	    !strstr(getenv("WARPWRIGHT_CUDA_DEVICE"), "verilator"))
		halves();
	scales(3);
	scales(0.1f);
	scales(0.1);
	managed();
	together();
	symbols();
	streams();
	pitches();
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
