/* driver.cpp - the driver API: a module twice, its variables, what is refused
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cuda.h>

#include "check.h"

enum { N = 100 };

#define IS(call, want) CHECK((call) == (want))
#define DONE(call) IS(call, CUDA_SUCCESS)

static void *args[4];

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
