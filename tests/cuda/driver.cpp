/* driver.cpp - the driver API: a module twice, its variables, what is refused
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cstring>
#include <cuda.h>

#include "check.h"

enum { N = 100 };

#define IS(call, want) CHECK((call) == (want))
#define DONE(call) IS(call, CUDA_SUCCESS)

static void *args[4];

/* What the driver says of F; its blocks may wait for each other, if they fit. */
static void function(CUfunction f)
{
	int held, grid, block, most;

	DONE(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f));
	DONE(cuFuncSetCacheConfig(f, CU_FUNC_CACHE_PREFER_L1));
	IS(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1), CUDA_ERROR_INVALID_VALUE);
	DONE(cuOccupancyMaxPotentialBlockSize(&grid, &block, f, NULL, 0, 0));
	DONE(cuOccupancyMaxActiveBlocksPerMultiprocessor(&held, f, block, 0));
	CHECK(most == 1024 && grid > 0 && block > 0 && held > 0);
	DONE(cuLaunchCooperativeKernel(f, 2, 1, 1, 64, 1, 1, 0, NULL, args));
	IS(cuLaunchCooperativeKernel((CUfunction)args, 2, 1, 1, 64, 1, 1, 0, NULL, args), CUDA_ERROR_INVALID_HANDLE);
}

/* Lines of 3 and 4 bytes: to the device, in it, and back. */
static void lines()
{
	CUDA_MEMCPY2D c = {};
	unsigned char from[4][5], to[3][7] = {};
	CUdeviceptr p, q;
	size_t pitch;
	void *host;

	for (int y = 0; y < 4; y++)
		for (int x = 0; x < 5; x++)
			from[y][x] = (unsigned char)(10 * y + x);
	DONE(cuMemAllocPitch(&p, &pitch, 5, 4, 4));
	DONE(cuMemsetD8Async(p, 9, 4 * pitch, NULL));
	c.srcMemoryType = CU_MEMORYTYPE_HOST, c.srcHost = from, c.srcPitch = 5, c.srcXInBytes = c.srcY = 1;
	c.dstMemoryType = CU_MEMORYTYPE_DEVICE, c.dstDevice = p, c.dstPitch = pitch;
	c.WidthInBytes = 4, c.Height = 3;
	DONE(cuMemcpy2D(&c));
	c = {};
	c.srcMemoryType = CU_MEMORYTYPE_DEVICE, c.srcDevice = p, c.srcPitch = pitch;
	c.dstMemoryType = CU_MEMORYTYPE_HOST, c.dstHost = to, c.dstPitch = 7, c.dstXInBytes = 2;
	c.WidthInBytes = 5, c.Height = 3;
	DONE(cuMemcpy2DAsync(&c, NULL));
	for (int y = 0; y < 3; y++)
		for (int x = 0; x < 7; x++)
			CHECK(to[y][x] == (x < 2 ? 0 : x == 6 ? 9 : 10 * (y + 1) + x - 1));
	c.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	IS(cuMemcpy2D(&c), CUDA_ERROR_NOT_SUPPORTED);
	DONE(cuMemHostAlloc(&host, 16, CU_MEMHOSTALLOC_DEVICEMAP));
	DONE(cuMemHostGetDevicePointer(&q, host, 0));
	DONE(cuMemsetD32Async(q, 0x01020304, 2, NULL));
	DONE(cuMemsetD16Async(q + 8, 0x0506, 2, NULL));
	DONE(cuMemcpyDtoDAsync(q + 12, q, 4, NULL));
	CHECK(!memcmp(host, "\4\3\2\1\4\3\2\1\6\5\6\5\4\3\2\1", 16));
	DONE(cuMemFreeHost(host));
	DONE(cuMemFree(p));
}

/* What module M leaves: each of N words, and the number of threads. */
static void run(CUmodule m, CUdeviceptr p)
{
	int host[N], count;
	size_t bytes;
	CUdeviceptr at;
	CUfunction f;

	DONE(cuModuleGetFunction(&f, m, "scale"));
	DONE(cuLaunchKernel(f, 2, 1, 1, 64, 1, 1, 0, NULL, args, NULL));
	DONE(cuCtxSynchronize());
	DONE(cuMemcpyDtoH(host, p, sizeof host));
	CHECK(host[0] == 17 && host[N - 1] == 17);
	DONE(cuModuleGetGlobal(&at, &bytes, m, "count"));
	DONE(cuMemcpyDtoH(&count, at, bytes));
	CHECK(bytes == sizeof count && count == N);
	function(f);
	IS(cuLaunchKernel(f, 2, 1, 1, 64, 1, 1, 0, NULL, args, args),
	   CUDA_ERROR_NOT_SUPPORTED);
	IS(cuModuleGetFunction(&f, m, "absent"), CUDA_ERROR_NOT_FOUND);
}

/* The primary context on C: what is taken away is it, and C is left. */
static void stack(CUcontext c, CUdevice d)
{
	CUcontext primary, other;

	DONE(cuDevicePrimaryCtxRetain(&primary, d));
	DONE(cuCtxPushCurrent(primary));
	DONE(cuCtxPushCurrent(primary));
	DONE(cuCtxPopCurrent(&other));
	CHECK(other == primary);
	DONE(cuCtxPopCurrent(NULL));
	DONE(cuCtxGetCurrent(&other));
	CHECK(other == c);
	DONE(cuDevicePrimaryCtxRelease(d));
}

int main(int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : "", *name;
	CUdeviceptr p, q;
	int n = N, other;
	float by = 3.5f;
	CUmodule m[2];
	CUcontext c;
	CUdevice d;

	IS(cuDeviceGet(&d, 0), CUDA_ERROR_NOT_INITIALIZED);
	DONE(cuInit(0));
	DONE(cuDeviceGet(&d, 0));
	DONE(cuDeviceGetAttribute(&other, CU_DEVICE_ATTRIBUTE_WARP_SIZE, d));
	CHECK(other == 32);
	IS(cuMemAlloc(&p, 4), CUDA_ERROR_INVALID_CONTEXT);
	DONE(cuCtxCreate(&c, 0, d));
	stack(c, d);
	DONE(cuMemAlloc(&p, N * sizeof n));
	DONE(cuMemAlloc(&q, N * sizeof n));
	DONE(cuMemsetD32(q, 5, N));
	lines();
	args[0] = &p, args[1] = &q, args[2] = &n, args[3] = &by;
	DONE(cuModuleLoad(&m[0], path));
	DONE(cuModuleLoad(&m[1], path));
	run(m[0], p);
	run(m[1], p);
	DONE(cuModuleUnload(m[0]));
	IS(cuModuleUnload(m[0]), CUDA_ERROR_INVALID_HANDLE);
	IS(cuModuleLoadData(&m[0], "//\n.version 8.0\n"),
	   CUDA_ERROR_INVALID_IMAGE);
	IS(cuModuleLoad(&m[0], "absent.cubin"), CUDA_ERROR_FILE_NOT_FOUND);
	DONE(cuGetErrorName(CUDA_ERROR_INVALID_IMAGE, &name));
	printf("%s\n", name);
	DONE(cuMemFree(p));
	DONE(cuMemFree(q));
	DONE(cuCtxDestroy(c));
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
