/* driver.c - libwwcudart: CUDA's driver API, by its runtime
 * SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of errors are the same in both, so are streams and events. A
 * module is bitcode behind a head, as in a program (cuda/register.c): it
 * becomes a program of its own beside that of the host.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "cuda/rt.h"
#pragma GCC visibility push(default)
#include "sw/include/cuda/cuda.h"
#pragma GCC visibility pop

enum { HEAD = 64 };             /* bytes in front of bitcode */

enum { DEEP = 64 };             /* contexts of a thread, one on the other */

struct CUctx_st { int none; };

static bool initialized;
static struct CUctx_st primary;
/* The contexts of this thread; the last one is current, if there is one. */
static _Thread_local CUcontext stack[DEEP];
static _Thread_local int height;

static CUcontext top(void)
{
	return height ? stack[height - 1] : NULL;
}

static CUresult result(cudaError_t e)
{
	return (CUresult)e;
}

/* Ends a function that has no context. */
#define CONTEXT do { \
	if (!initialized) \
		return CUDA_ERROR_NOT_INITIALIZED; \
	if (!top()) \
		return CUDA_ERROR_INVALID_CONTEXT; \
} while (0)

/* --- devices and contexts ------------------------------------------------- */

CUresult cuInit(unsigned flags)
{
	HOLD;

	if (flags)
		return CUDA_ERROR_INVALID_VALUE;
	initialized = true;
	return result(device_open());
}

CUresult cuDriverGetVersion(int *v)
{
	return result(cudaDriverGetVersion(v));
}

CUresult cuGetErrorName(CUresult e, const char **name)
{
	*name = NULL;
	switch ((int)e) {
	case CUDA_SUCCESS: *name = "CUDA_SUCCESS"; break;
#define X(word, number) case number: *name = "CUDA_" #word; break;
	WW_CU_ERRORS(X)
#undef X
	}
	return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult e, const char **text)
{
	CUresult bad = cuGetErrorName(e, text);

	if (!bad)
		*text = cudaGetErrorString((cudaError_t)e);
	return bad;
}

CUresult cuDeviceGetCount(int *n)
{
	return initialized ? result(cudaGetDeviceCount(n)) :
	       CUDA_ERROR_NOT_INITIALIZED;
}

CUresult cuDeviceGet(CUdevice *d, int number)
{
	if (!initialized)
		return CUDA_ERROR_NOT_INITIALIZED;
	*d = number;
	return number ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice d)
{
	struct cudaDeviceProp p;
	CUresult bad = result(cudaGetDeviceProperties(&p, d));

	if (!bad)
		snprintf(name, (size_t)size, "%s", p.name);
	return bad;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute a, CUdevice d)
{
	return result(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)a, d));
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice d)
{
	struct cudaDeviceProp p;
	CUresult bad = result(cudaGetDeviceProperties(&p, d));

	if (!bad)
		*bytes = p.totalGlobalMem;
	return bad;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice d)
{
	struct cudaDeviceProp p;
	CUresult bad = result(cudaGetDeviceProperties(&p, d));

	if (!bad) {
		*major = p.major;
		*minor = p.minor;
	}
	return bad;
}

CUresult cuCtxPushCurrent(CUcontext c)
{
	if (!c || height == DEEP)
		return CUDA_ERROR_INVALID_CONTEXT;
	stack[height++] = c;
	return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *c, unsigned flags, CUdevice d)
{
	UNUSED(flags);
	if (!initialized)
		return CUDA_ERROR_NOT_INITIALIZED;
	if (d)
		return CUDA_ERROR_INVALID_DEVICE;
	*c = calloc(1, sizeof **c);
	return *c ? cuCtxPushCurrent(*c) : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuCtxPopCurrent(CUcontext *c)
{
	CONTEXT;
	if (c)
		*c = top();
	height--;
	return CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext c)
{
	if (!c || c == &primary)
		return CUDA_ERROR_INVALID_CONTEXT;
	if (top() == c)
		height--;
	free(c);
	return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext c)
{
	if (height)
		height--;
	return c ? cuCtxPushCurrent(c) : CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *c)
{
	*c = top();
	return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *d)
{
	CONTEXT;
	*d = 0;
	return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
	CONTEXT;
	return result(cudaDeviceSynchronize());
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice d)
{
	if (!initialized)
		return CUDA_ERROR_NOT_INITIALIZED;
	*c = &primary;
	return d ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice d)
{
	return d ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

/* --- modules -------------------------------------------------------------- */

/* The bytes that IMAGE has with its head; 0: it is no module. */
static size_t image_bytes(const char *image)
{
	char head[HEAD + 1] = "";
	size_t bytes = 0;

	for (int i = 0; i < HEAD && image[i]; i++)
		head[i] = image[i];
	if (sscanf(head, "warpwright cuda 1 %zu", &bytes) == 1 && bytes)
		return HEAD + bytes;
	device_tell("%sa module is a file of ww-nvcc -cubin",
		    strstr(head, ".version") || !strncmp(head, "//", 2) ?
		    "PTX is not for this device: " : "");
	return 0;
}

/* Loads the module IMAGE of BYTES bytes, the file of which becomes C's. */
static CUresult load(struct code *c, const void *image, size_t bytes)
{
	cudaError_t bad;

	c->file = malloc(bytes);
	if (!c->file)
		return CUDA_ERROR_OUT_OF_MEMORY;
	memcpy(c->file, image, bytes);
	bad = device_load(c);
	if (bad)
		device_unload(c);
	return result(bad);
}

/* IMAGE has at most MOST bytes. */
static CUresult load_image(CUmodule *m, const char *image, size_t most)
{
	struct code *c;
	size_t bytes;
	CUresult bad;

	CONTEXT;
	HOLD;
	bad = result(device_open());
	if (bad)
		return bad;
	bytes = image_bytes(image);
	if (!bytes || bytes > most)
		return CUDA_ERROR_INVALID_IMAGE;
	c = calloc(1, sizeof *c);
	bad = c ? load(c, image, bytes) : CUDA_ERROR_OUT_OF_MEMORY;
	if (bad) {
		free(c);
		return bad;
	}
	c->next = device.modules;
	device.modules = c;
	*m = (CUmodule)(void *)c;
	return CUDA_SUCCESS;
}

CUresult cuModuleLoadData(CUmodule *m, const void *image)
{
	return image ? load_image(m, image, SIZE_MAX) :
	       CUDA_ERROR_INVALID_VALUE;
}

CUresult cuModuleLoadDataEx(CUmodule *m, const void *image, unsigned n,
			    CUjit_option *options, void **values)
{
	UNUSED(n, options, values); /* of the compiler for PTX */
	return cuModuleLoadData(m, image);
}

CUresult cuModuleLoadFatBinary(CUmodule *m, const void *image)
{
	return cuModuleLoadData(m, image);
}

CUresult cuModuleLoad(CUmodule *m, const char *path)
{
	size_t bytes;
	char *image;
	CUresult bad;

	CONTEXT;
	image = proc_read_file(path, &bytes);
	if (!image) {
		device_tell("'%s': %s", path, strerror(errno));
		return CUDA_ERROR_FILE_NOT_FOUND;
	}
	bad = load_image(m, image, bytes);
	free(image);
	return bad;
}

static struct code **find_module(CUmodule m)
{
	struct code **at = &device.modules;

	while (*at && *at != (struct code *)(void *)m)
		at = &(*at)->next;
	return *at ? at : NULL;
}

CUresult cuModuleUnload(CUmodule m)
{
	struct code **at, *c;

	CONTEXT;
	HOLD;
	at = find_module(m);
	if (!at)
		return CUDA_ERROR_INVALID_HANDLE;
	c = *at;
	*at = c->next;
	device_unload(c);
	free(c);
	return CUDA_SUCCESS;
}

/* The module that has the kernel K. */
static struct code *module_of(const struct cl_kernel *k)
{
	for (struct code *c = device.modules; c; c = c->next)
		for (uint32_t i = 0; i < c->program.count; i++)
			if (&c->program.kernels[i] == k)
				return c;
	return NULL;
}

/* A function is its kernel. */
CUresult cuModuleGetFunction(CUfunction *f, CUmodule m, const char *name)
{
	const struct cl_kernel *k;

	CONTEXT;
	HOLD;
	if (!find_module(m))
		return CUDA_ERROR_INVALID_HANDLE;
	k = register_named((struct code *)(void *)m, name);
	*f = (CUfunction)(void *)(uintptr_t)k;
	return k ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleGetGlobal(CUdeviceptr *p, size_t *bytes, CUmodule m,
			   const char *name)
{
	const struct elf_symbol *s;
	char full[1000];

	CONTEXT;
	HOLD;
	if (!find_module(m))
		return CUDA_ERROR_INVALID_HANDLE;
	snprintf(full, sizeof full, "ww_cuda.%s", name);
	s = elf_variable(&((struct code *)(void *)m)->image, full);
	if (!s)
		return CUDA_ERROR_NOT_FOUND;
	if (p)
		*p = s->addr;
	if (bytes)
		*bytes = s->size;
	return CUDA_SUCCESS;
}

typedef cudaError_t launch_fn(struct code *c, const struct cl_kernel *k,
			      dim3 grid, dim3 block, void **args,
			      size_t shared);

static CUresult launch_by(launch_fn *by, CUfunction f, dim3 grid, dim3 block,
			  unsigned shared, void **args)
{
	const struct cl_kernel *k = (void *)f;
	struct code *c;
	CUresult bad;

	CONTEXT;
	HOLD;
	bad = result(device_open());
	if (bad)
		return bad;
	c = module_of(k);
	return !c ? CUDA_ERROR_INVALID_HANDLE :
		    result(by(c, k, grid, block, args, shared));
}

CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz,
			unsigned bx, unsigned by, unsigned bz, unsigned shared,
			CUstream s, void **args, void **extra)
{
	UNUSED(s);
	return extra ? CUDA_ERROR_NOT_SUPPORTED :
		       launch_by(launch, f, (dim3){ gx, gy, gz },
				 (dim3){ bx, by, bz }, shared, args);
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gx, unsigned gy,
				   unsigned gz, unsigned bx, unsigned by,
				   unsigned bz, unsigned shared, CUstream s,
				   void **args)
{
	UNUSED(s);
	return launch_by(launch_together, f, (dim3){ gx, gy, gz },
			 (dim3){ bx, by, bz }, shared, args);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, CUfunction f,
						     int block, size_t shared)
{
	const struct cl_kernel *k = (void *)f;
	struct code *c;
	CUresult bad;

	CONTEXT;
	HOLD;
	bad = result(device_open());
	if (bad)
		return bad;
	c = module_of(k);
	if (!c)
		return CUDA_ERROR_INVALID_HANDLE;
	if (block < 1 || block > CL_GROUP_MAX || shared > device_shared())
		return CUDA_ERROR_INVALID_VALUE;
	*n = launch_held(c, k, (uint32_t)block, (uint32_t)shared);
	return CUDA_SUCCESS;
}

/* --- memory --------------------------------------------------------------- */

static void *pointer(CUdeviceptr p)
{
	return (void *)(uintptr_t)p;
}

CUresult cuMemAlloc(CUdeviceptr *p, size_t bytes)
{
	void *at;
	CUresult bad;

	CONTEXT;
	if (!bytes)
		return CUDA_ERROR_INVALID_VALUE;
	bad = result(cudaMalloc(&at, bytes));
	if (!bad)
		*p = (uintptr_t)at;
	return bad;
}

CUresult cuMemAllocManaged(CUdeviceptr *p, size_t bytes, unsigned flags)
{
	void *at;
	CUresult bad;

	CONTEXT;
	bad = result(cudaMallocManaged(&at, bytes, flags));
	if (!bad)
		*p = (uintptr_t)at;
	return bad;
}

CUresult cuMemAllocHost(void **p, size_t bytes)
{
	CONTEXT;
	return result(cudaMallocHost(p, bytes));
}

CUresult cuMemFree(CUdeviceptr p)
{
	CONTEXT;
	return result(cudaFree(pointer(p)));
}

CUresult cuMemFreeHost(void *p)
{
	CONTEXT;
	return result(cudaFreeHost(p));
}

CUresult cuMemGetInfo(size_t *unused_bytes, size_t *total)
{
	CONTEXT;
	return result(cudaMemGetInfo(unused_bytes, total));
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t n)
{
	CONTEXT;
	return result(cudaMemcpy(pointer(to), from, n, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n)
{
	CONTEXT;
	return result(cudaMemcpy(to, pointer(from), n, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t n)
{
	CONTEXT;
	return result(cudaMemcpy(pointer(to), pointer(from), n,
				 cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t n)
{
	CONTEXT;
	return result(cudaMemcpy(pointer(to), pointer(from), n,
				 cudaMemcpyDefault));
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t n,
			   CUstream s)
{
	UNUSED(s);
	return cuMemcpyHtoD(to, from, n);
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t n, CUstream s)
{
	UNUSED(s);
	return cuMemcpyDtoH(to, from, n);
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t n)
{
	CONTEXT;
	return result(cudaMemset(pointer(to), value, n));
}

/* N times the SIZE bytes of VALUE. */
static CUresult fill(CUdeviceptr to, const void *value, size_t size, size_t n)
{
	CUresult bad = to % size ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
	char *bytes = malloc(n * size + 1);

	if (!bytes)
		return CUDA_ERROR_OUT_OF_MEMORY;
	for (size_t i = 0; i < n; i++)
		memcpy(bytes + i * size, value, size);
	if (!bad)
		bad = cuMemcpyHtoD(to, bytes, n * size);
	free(bytes);
	return bad;
}

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t n)
{
	return fill(to, &value, sizeof value, n);
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t n)
{
	return fill(to, &value, sizeof value, n);
}

/* --- streams and events --------------------------------------------------- */

CUresult cuStreamCreate(CUstream *s, unsigned flags)
{
	CONTEXT;
	return result(cudaStreamCreateWithFlags(s, flags));
}

CUresult cuStreamDestroy(CUstream s)
{
	return result(cudaStreamDestroy(s));
}

CUresult cuStreamSynchronize(CUstream s)
{
	return result(cudaStreamSynchronize(s));
}

CUresult cuStreamQuery(CUstream s)
{
	return result(cudaStreamQuery(s));
}

CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags)
{
	return result(cudaStreamWaitEvent(s, e, flags));
}

CUresult cuEventCreate(CUevent *e, unsigned flags)
{
	CONTEXT;
	return result(cudaEventCreateWithFlags(e, flags));
}

CUresult cuEventDestroy(CUevent e)
{
	return result(cudaEventDestroy(e));
}

CUresult cuEventRecord(CUevent e, CUstream s)
{
	return result(cudaEventRecord(e, s));
}

CUresult cuEventSynchronize(CUevent e)
{
	return result(cudaEventSynchronize(e));
}

CUresult cuEventQuery(CUevent e)
{
	return result(cudaEventQuery(e));
}

CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to)
{
	return result(cudaEventElapsedTime(ms, from, to));
}
