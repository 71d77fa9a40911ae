/* calls.cu - calls of the runtime that few programs have: graphs that change, pools, lines that are set, launches
 * with attributes
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cooperative_groups.h>
#include <cstring>

#include "check.h"

enum { N = 64 };

__global__ void add(unsigned *p, unsigned n, unsigned by)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		p[i] += by;
}

/* Each block adds what the others have. */
__global__ void meet(unsigned *p, unsigned long long wide)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();

	if (threadIdx.x == 0)
		p[blockIdx.x] = (unsigned)wide;
	if (!grid.is_valid())
		return;
	grid.sync();
	if (threadIdx.x == 0)
		atomicAdd(&p[N], p[(blockIdx.x + 1) % gridDim.x] + (unsigned)(wide >> 32));
}

static cudaKernelNodeParams adding(unsigned **p, unsigned *n, unsigned *by)
{
	static void *args[3];
	cudaKernelNodeParams k = {};

	args[0] = p, args[1] = n, args[2] = by;
	k.func = (void *)add;
	k.gridDim = dim3(2), k.blockDim = dim3(32);
	k.kernelParams = args;
	return k;
}

static bool all_are(const unsigned *p, unsigned n, unsigned value)
{
	for (unsigned i = 0; i < n; i++)
		if (p[i] != value)
			return false;
	return true;
}

/* Set to 0x01020304, a child adds 1, then 5 are added, and 7 where the graph was changed. */
static void graphs(unsigned *p)
{
	cudaGraph_t g, child, twin;
	cudaGraphNode_t fill, inner, node, second;
	cudaGraphExec_t e, other;
	cudaGraphExecUpdateResultInfo info;
	cudaGraphNodeType type;
	unsigned n = N, one = 1, five = 5, seven = 7, words[N];
	cudaMemsetParams f = {};
	cudaMemcpy3DParms c = {};
	cudaKernelNodeParams k;

	GOOD(cudaGraphCreate(&g, 0));
	GOOD(cudaGraphCreate(&child, 0));
	k = adding(&p, &n, &one);
	GOOD(cudaGraphAddKernelNode(&inner, child, nullptr, 0, &k));
	f.dst = p, f.value = 0x01020304, f.elementSize = 4, f.width = N, f.height = 1;
	GOOD(cudaGraphAddMemsetNode(&fill, g, nullptr, 0, &f));
	GOOD(cudaGraphAddChildGraphNode(&node, g, &fill, 1, child));
	GOOD(cudaGraphDestroy(child));
	k = adding(&p, &n, &five);
	GOOD(cudaGraphAddKernelNode(&second, g, &node, 1, &k));
	c.srcPtr = make_cudaPitchedPtr(p, sizeof words, sizeof words, 1);
	c.dstPtr = make_cudaPitchedPtr(words, sizeof words, sizeof words, 1);
	c.extent = make_cudaExtent(sizeof words, 1, 1);
	c.kind = cudaMemcpyDeviceToHost;
	GOOD(cudaGraphAddMemcpyNode(&node, g, &second, 1, &c));
	GOOD(cudaGraphNodeGetType(fill, &type));
	CHECK(type == cudaGraphNodeTypeMemset);
	GOOD(cudaGraphInstantiate(&e, g, 0));
	GOOD(cudaGraphUpload(e, 0));
	GOOD(cudaGraphClone(&twin, g));
	GOOD(cudaGraphLaunch(e, 0));
	CHECK(all_are(words, N, 0x01020304 + 6));
	/* What is made of a graph stays as it is when the graph goes. */
	k = adding(&p, &n, &seven);
	GOOD(cudaGraphExecKernelNodeSetParams(e, second, &k));
	GOOD(cudaGraphDestroy(g));
	GOOD(cudaGraphLaunch(e, 0));
	CHECK(all_are(words, N, 0x01020304 + 8));
	GOOD(cudaGraphExecUpdate(e, twin, &info));
	CHECK(info.result == cudaGraphExecUpdateSuccess);
	GOOD(cudaGraphLaunch(e, 0));
	CHECK(all_are(words, N, 0x01020304 + 6));
	GOOD(cudaGraphAddEmptyNode(&node, twin, nullptr, 0));
	CHECK(cudaGraphExecUpdate(e, twin, &info) == cudaErrorGraphExecUpdateFailure);
	CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
	CHECK(cudaGraphExecKernelNodeSetParams(e, node, &k) == cudaErrorInvalidValue);
	GOOD(cudaGraphInstantiate(&other, twin, 0));
	GOOD(cudaGraphLaunch(other, 0));
	GOOD(cudaGraphExecDestroy(other));
	GOOD(cudaGraphExecDestroy(e));
	GOOD(cudaGraphDestroy(twin));
	f.elementSize = 3;
	CHECK(cudaGraphAddMemsetNode(&fill, g, nullptr, 0, &f) == cudaErrorInvalidValue);
	cudaGetLastError();
}

static void memory()
{
	cudaPitchedPtr box;
	cudaMemPool_t pool;
	unsigned long long most = ~0ull;
	unsigned char lines[3][4][10], *p;
	cudaMemcpy3DParms c = {};
	cudaPointerAttributes a;
	unsigned flags, *host;

	GOOD(cudaMalloc3D(&box, make_cudaExtent(10, 4, 3)));
	GOOD(cudaMemset3D(box, 1, make_cudaExtent(10, 4, 3)));
	GOOD(cudaMemset3DAsync(box, 2, make_cudaExtent(5, 2, 2), 0));
	GOOD(cudaMemset2DAsync(box.ptr, box.pitch, 3, 1, 4, 0));
	c.srcPtr = box;
	c.dstPtr = make_cudaPitchedPtr(lines, 10, 10, 4);
	c.extent = make_cudaExtent(10, 4, 3);
	c.kind = cudaMemcpyDeviceToHost;
	GOOD(cudaMemcpy3DAsync(&c, 0));
	for (int z = 0; z < 3; z++)
		for (int y = 0; y < 4; y++)
			for (int x = 0; x < 10; x++)
				CHECK(lines[z][y][x] == (z == 0 && x == 0 ? 3 : z < 2 && y < 2 && x < 5 ? 2 : 1));
	GOOD(cudaDeviceGetDefaultMemPool(&pool, 0));
	GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most));
	GOOD(cudaMallocFromPoolAsync((void **)&p, 100, pool, 0));
	GOOD(cudaMemcpyPeerAsync(p, 0, box.ptr, 0, 10));
	GOOD(cudaMemcpy(lines, p, 10, cudaMemcpyDeviceToHost));
	CHECK(lines[0][0][0] == 3 && lines[0][0][1] == 2);
	GOOD(cudaHostGetFlags(&flags, p));
	GOOD(cudaPointerGetAttributes(&a, p));
	CHECK(a.type == cudaMemoryTypeDevice && !a.hostPointer && a.devicePointer == p);
	GOOD(cudaMallocHost((void **)&host, 4));
	GOOD(cudaPointerGetAttributes(&a, host));
	CHECK(a.type == cudaMemoryTypeHost && a.hostPointer == host && a.devicePointer == host);
	GOOD(cudaFreeHost(host));
	GOOD(cudaMallocManaged(&host, 4));
	GOOD(cudaPointerGetAttributes(&a, host));
	CHECK(a.type == cudaMemoryTypeManaged);
	GOOD(cudaFree(host));
	GOOD(cudaFreeAsync(p, 0));
	GOOD(cudaMemPoolTrimTo(pool, 0));
	GOOD(cudaFree(box.ptr));
	CHECK(cudaMallocFromPoolAsync((void **)&p, 4, nullptr, 0) == cudaErrorInvalidValue);
	cudaGetLastError();
}

/* Loads and stores with a hint, and __fns. */
__global__ void hints(int4 *p, signed char *bytes, double *d, unsigned *to)
{
	int4 v = __ldcv(p), w = __ldlu(p);

	__stcs(p + 1, make_int4(v.x + 1, v.y, __ldca(&p->z), w.w));
	__stwt(bytes + 1, __ldcv(bytes) - 1);
	__stcg(d + 1, __ldcv(d) + __ldcs(d));
	__stwb(to, __fns(0xf0u, 0, 1)), to[1] = __fns(0xf0u, 5, 2), to[2] = __fns(0xf0u, 9, -4);
	to[3] = __fns(0xf0u, 9, -5), to[4] = __fns(0xf0u, 4, 0), to[5] = __fns(0xf0u, 3, 0), to[6] = __fns(0xf0u, 5, 4);
}

static void check_hints()
{
	struct {
		int4 v[2];
		double d[2];
		unsigned to[7];
		signed char bytes[2];
	} *p;

	GOOD(cudaMallocManaged(&p, sizeof *p));
	p->v[0] = make_int4(1, 2, 3, 4), p->d[0] = 2.5, p->bytes[0] = -5;
	hints<<<1, 1>>>(p->v, p->bytes, p->d, p->to);
	GOOD(cudaDeviceSynchronize());
	CHECK(p->v[1].x == 2 && p->v[1].y == 2 && p->v[1].z == 3 && p->v[1].w == 4);
	CHECK(p->bytes[1] == -6 && p->d[1] == 5);
	CHECK(p->to[0] == 4 && p->to[1] == 6 && p->to[2] == 4 && p->to[3] == ~0u);
	CHECK(p->to[4] == 4 && p->to[5] == ~0u && p->to[6] == ~0u);
	GOOD(cudaFree(p));
}

/* Those of <cmath> that are macros in C, on both sides, without std::. */
__host__ __device__ static int kinds(float f, double d)
{
	return isnan(f) + 2 * isnan(d) + 4 * isinf(f) + 8 * !!isfinite(d) + 16 * !!signbit(f) + 32 * !!signbit(d);
}

__global__ void find_kinds(int *to, float f, double d) { *to = kinds(f, d) + 64 * isnan(std::fmax(f, NAN)); }

static void check_kinds()
{
	int *to;

	GOOD(cudaMallocManaged(&to, sizeof *to));
	find_kinds<<<1, 1>>>(to, -INFINITY, NAN);
	GOOD(cudaDeviceSynchronize());
	CHECK(kinds(-INFINITY, NAN) == 22 && *to == 22 && kinds(NAN, -1) == 41);
	GOOD(cudaFree(to));
}

/* Wrapped, since its shared memory has the launch's size. */
__global__ void __launch_bounds__(96, 2) bounded(int *to)
{
	extern __shared__ int shared[];

	shared[threadIdx.x] = threadIdx.x;
	to[threadIdx.x] = shared[threadIdx.x];
}

__global__ void __launch_bounds__(8) few(int *to)
{
	int own[4], *volatile p = own;
	__shared__ int shared;
	int *volatile q = &shared;

	to[threadIdx.x] = __isLocal(p) && !__isGlobal(p) && !__isLocal(q) && __isGlobal(to) && !__isLocal(to);
}

static void check_bounds(void)
{
	cudaFuncAttributes a;
	int *to, grid, block, held;

	GOOD(cudaFuncGetAttributes(&a, bounded));
	CHECK(a.maxThreadsPerBlock == 96);
	GOOD(cudaFuncGetAttributes(&a, few));
	CHECK(a.maxThreadsPerBlock == 8);
	GOOD(cudaFuncGetAttributes(&a, add));
	CHECK(a.maxThreadsPerBlock == 1024);
	GOOD(cudaOccupancyMaxPotentialBlockSize(&grid, &block, few));
	CHECK(block <= 8);
	GOOD(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, few, 9, 0));
	CHECK(held == 0);
	GOOD(cudaMallocManaged(&to, 97 * sizeof *to));
	few<<<1, dim3(3, 3)>>>(to);
	CHECK(cudaGetLastError() == cudaErrorInvalidValue);
	few<<<1, 8>>>(to);
	GOOD(cudaDeviceSynchronize());
	CHECK(to[0] && to[7]);
	bounded<<<1, 97, 97 * sizeof *to>>>(to);
	CHECK(cudaGetLastError() == cudaErrorInvalidValue);
	bounded<<<1, 96, 96 * sizeof *to>>>(to);
	GOOD(cudaDeviceSynchronize());
	CHECK(to[95] == 95);
	GOOD(cudaFree(to));
}

static void settings()
{
	cudaStream_t s;
	cudaEvent_t e;
	unsigned flags;
	int priority, device = 1, grid, block, held;
	char bus[16];

	GOOD(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	GOOD(cudaStreamGetFlags(s, &flags));
	GOOD(cudaStreamGetPriority(s, &priority));
	CHECK(flags == cudaStreamNonBlocking && priority == 0);
	GOOD(cudaEventCreate(&e));
	GOOD(cudaEventRecordWithFlags(e, s, 0));
	GOOD(cudaEventDestroy(e));
	GOOD(cudaStreamDestroy(s));
	GOOD(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
	GOOD(cudaDeviceGetByPCIBusId(&device, bus));
	CHECK(device == 0);
	CHECK(cudaDeviceGetByPCIBusId(&device, "0000:01:00.0") == cudaErrorInvalidDevice);
	cudaGetLastError();
	GOOD(cudaInitDevice(0, 0, 0));
	GOOD(cudaGetDeviceFlags(&flags));
	GOOD(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, add, [](int b) { return (size_t)4 * b; }));
	check_bounds();
	GOOD(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&held, (const void *)add, block, 0, 0));
	CHECK(grid > 0 && block > 0 && held > 0);
}

/* Arguments become what the kernel's parameters are. */
static void attributes(unsigned *p)
{
	cudaLaunchAttribute a[1];
	cudaLaunchConfig_t c = {};

	c.gridDim = dim3(3), c.blockDim = dim3(32);
	GOOD(cudaMemset(p, 0, (N + 1) * sizeof *p));
	GOOD(cudaLaunchKernelEx(&c, meet, p, 5));
	GOOD(cudaDeviceSynchronize());
	CHECK(all_are(p, 3, 5) && p[N] == 0);
	a[0].id = cudaLaunchAttributeCooperative;
	a[0].val.cooperative = 1;
	c.attrs = a, c.numAttrs = 1;
	GOOD(cudaLaunchKernelEx(&c, meet, p, 0x200000004ull));
	GOOD(cudaDeviceSynchronize());
	CHECK(all_are(p, 3, 4) && p[N] == 3 * 6);
	a[0].id = cudaLaunchAttributeClusterDimension;
	a[0].val.clusterDim.x = 2, a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1;
	CHECK(cudaLaunchKernelEx(&c, meet, p, 1) == cudaErrorNotSupported);
	cudaGetLastError();
}

int main()
{
	unsigned *p;

	GOOD(cudaMallocManaged(&p, (N + 1) * sizeof *p));
	graphs(p);
	memory();
	check_hints();
	check_kinds();
	settings();
	attributes(p);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
