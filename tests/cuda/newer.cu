/* newer.cu - managed variables, a heap in kernels, graphs, matches, printf
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cassert>

#include "check.h"

enum { N = 64 };

/* --- managed variables ---------------------------------------------------- */

__device__ __managed__ int sum;
static __managed__ int from[N] = { 7 };

__global__ void add(const int *more)
{
	atomicAdd(&sum, from[threadIdx.x] + more[threadIdx.x]);
}

static void managed(void)
{
	int seen = 0;

	GOOD(cudaDeviceSynchronize());
	CHECK(from[0] == 7 && sum == 0);
	from[1] = 5;
	sum = 1;
	add<<<1, N>>>(from);
	GOOD(cudaDeviceSynchronize());
	CHECK(sum == 25);
	GOOD(cudaMemcpyFromSymbol(&seen, sum, sizeof seen));
	CHECK(seen == 25);
}

/* --- the heap ------------------------------------------------------------- */

struct node {
	int value;
	node *next;
	__device__ node(int v, node *n) : value(v), next(n) {}
};

/* Lists, then arrays, of all threads at once; several times, which takes their
 * memory again. */
__global__ void build(int *to)
{
	int n = threadIdx.x % 7, all = 0;

	for (int round = 0; round < 3; round++) {
		node *list = NULL;
		int *a = new int[threadIdx.x + 1];

		for (int i = 0; i <= n; i++)
			list = new node(i, list);
		for (int i = 0; i <= threadIdx.x; i++)
			a[i] = i;
		while (list) {
			node *next = list->next;

			all += list->value;
			delete list;
			list = next;
		}
		for (int i = 0; i <= threadIdx.x; i++)
			all += a[i];
		delete[] a;
	}
	to[blockIdx.x * N + threadIdx.x] = all;
}

/* The bytes that are there in blocks of 1000. */
__global__ void exhaust(int *to)
{
	int n = 0;

	while (malloc(1000))
		n += 1000;
	*to = n;
	free(NULL);
}

static void heap(int *to)
{
	size_t n;

	GOOD(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
	build<<<2, N>>>(to);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < 2 * N; i++) {
		int t = i % N, k = t % 7;

		CHECK(to[i] == 3 * (k * (k + 1) / 2 + t * (t + 1) / 2));
	}
	exhaust<<<1, 1>>>(to);
	GOOD(cudaDeviceSynchronize());
	CHECK(to[0] > 700000 && to[0] < 1 << 20);
	GOOD(cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize));
	CHECK(n == 1 << 20);
	CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 21) ==
	      cudaErrorInvalidValue);
	cudaGetLastError();
}

/* --- graphs --------------------------------------------------------------- */

__global__ void increase(int *p, int by) { p[threadIdx.x] += by; }

static void called(void *data) { ++*(int *)data; }

static void graphs(int *to)
{
	int host[N] = { 0 }, calls = 0;
	cudaStream_t s, other;
	cudaGraphExec_t e;
	cudaEvent_t done;
	cudaGraph_t g;
	size_t n = 0;

	GOOD(cudaStreamCreate(&s));
	GOOD(cudaStreamCreate(&other));
	GOOD(cudaEventCreate(&done));
	GOOD(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CHECK(cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal) ==
	      cudaErrorIllegalState);
	GOOD(cudaMemsetAsync(to, 0, sizeof host, s));
	for (int i = 1; i < 4; i++)
		increase<<<1, N, 0, s>>>(to, i);
	GOOD(cudaEventRecord(done, s));
	GOOD(cudaStreamWaitEvent(other, done, 0));
	increase<<<1, N, 0, other>>>(to, 10);
	GOOD(cudaMemcpyAsync(host, to, sizeof host, cudaMemcpyDefault, s));
	GOOD(cudaLaunchHostFunc(s, called, &calls));
	GOOD(cudaStreamEndCapture(s, &g));
	GOOD(cudaGraphGetNodes(g, NULL, &n));
	CHECK(n == 8 && calls == 0 && host[3] == 0);
	GOOD(cudaGraphInstantiate(&e, g, NULL, NULL, 0));
	GOOD(cudaGraphDestroy(g));
	GOOD(cudaGraphLaunch(e, s));
	GOOD(cudaGraphLaunch(e, s));
	GOOD(cudaStreamSynchronize(s));
	CHECK(calls == 2 && host[3] == 16);
	GOOD(cudaGraphExecDestroy(e));
	cudaGetLastError();
}

/* --- warps, printf, assert ------------------------------------------------ */

__global__ void match(unsigned *to)
{
	int all;

	to[threadIdx.x] = __match_any_sync(~0u, threadIdx.x / 5);
	to[threadIdx.x] += __match_all_sync(~0u, 3, &all) == ~0u && all;
}

#define LINE "[%+d|% d|%#x|%#o|%X|%.5d|%-6d|%06d|%*d|%-*d|%.*f|%s|%5.2s|%c]" \
	"[%%|%lld|%+lld|%zu|%8.1f|%e|%u|%#lX|%.0d|%hhd|%5.3x|% .3d]\n", \
	5, 6, 255, 8, 0xbeef, 42, 7, -8, 5, 9, -4, 3, 3, 3.14159265, "text", \
	"abc", 'z', 1234567890123LL, -5LL, sizeof(int), 2.25, 12345.678, ~0u, \
	0x123456789abUL, 0, 513, 10, -7

__global__ void show() { if (threadIdx.x == 3) printf(LINE); }

__global__ void fail(int n) { assert(threadIdx.x != n); }

int main(void)
{
	int *to;

	managed();
	GOOD(cudaMallocManaged(&to, 2 * N * sizeof *to));
	heap(to);
	graphs(to);
	match<<<1, 32>>>((unsigned *)to);
	show<<<1, 32>>>();
	GOOD(cudaDeviceSynchronize());
	CHECK(to[12] == 0x7c01);
	printf(LINE);
	fail<<<2, N>>>(40);
	CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
